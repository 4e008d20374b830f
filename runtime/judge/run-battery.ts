import type { TestRequest, TestRun } from '#languages/language.ts';
import { attempt } from '#runtime/sandbox/attempt.ts';
import type { ExecResult, Sandbox, TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { RunReport, TestRecord } from '#schema/trial.ts';
import type { Battery, RunBattery, RunPlan, WorkspaceDelta } from './judge.ts';
import { tailOf, whyNoReport } from './no-report.ts';
import { RUNNER_FILES, scopeFilter } from './scope.ts';

const REPORT_BYTES = 64 * 1024 * 1024;
const OUTPUT_BYTES = 1024 * 1024;

/** The sandbox's start, then the workspace's own difference, then the pristine tests over it. */
async function lay(sandbox: Sandbox, state: WorkspaceDelta, battery: Battery): Promise<void> {
  const { put, remove } = scopeFilter(state, { tests: battery.tests.map((file) => file.path), pristine: RUNNER_FILES }).state;
  if (remove.length > 0) await sandbox.remove(remove, sandbox.workspace);
  if (put.length > 0) await sandbox.put(put, sandbox.workspace);
  await sandbox.put(battery.tests, sandbox.workspace);
}

function requestOf(sandbox: Sandbox, battery: Battery, plan: RunPlan): TestRequest {
  return {
    files: battery.runFiles,
    root: sandbox.workspace,
    scratch: `${sandbox.scratch}/run`,
    order: battery.framework.orders.includes(plan.order) ? plan.order : 'declared',
    seed: plan.seed,
    timeoutSec: battery.timeoutSec,
    extraArgs: battery.extraArgs,
  };
}

/** Files of ours, relative to the directory outside the workspace. */
function runnerFiles(run: TestRun, scratch: string): readonly TreeFile[] {
  return Object.entries(run.files)
    .map(([path, content]): TreeFile => {
      if (!path.startsWith(`${scratch}/`)) throw new Error(`the framework puts a file outside its scratch directory: ${path}`);
      return { path: path.slice(scratch.length + 1), mode: '100644', content: Buffer.from(content) };
    })
    .sort((a, b) => byCodeUnit(a.path, b.path));
}

function reportOf(
  result: ExecResult,
  read: { readonly records: RunReport['records'] } | { readonly noReport: string },
  durationMs: number,
): RunReport {
  return {
    records: 'records' in read ? read.records : [],
    noReport: 'noReport' in read ? read.noReport : null,
    exit: result.exit,
    timedOut: result.timedOut,
    oom: result.oom,
    tail: tailOf(result),
    durationMs,
  };
}

/**
 * Runs the pristine tests of a battery on one workspace state in a fresh sandbox and reads the framework's own report. Whatever the
 * judged code does is told in the report; InfraError means that nothing was learnt. Nothing the code prints becomes a record.
 */
export const runBattery: RunBattery = async (sandboxes, spec, state, battery, plan) => {
  await using sandbox = await sandboxes.open(spec);
  await lay(sandbox, state, battery);
  const limits = { cwd: sandbox.workspace, timeoutMs: battery.timeoutSec * 1000, outputBytes: OUTPUT_BYTES };
  let durationMs = 0;
  for (const argv of battery.build) {
    const built = await sandbox.exec(argv, { ...limits, env: battery.env });
    durationMs += built.durationMs;
    if (built.exit !== 0)
      return reportOf(
        built,
        { noReport: `build failed: ${argv.join(' ')}: ${built.timedOut ? 'timed out' : whyBuildFailed(built, argv)}` },
        durationMs,
      );
  }
  // A build step ran judged code: what it may have done to tests or left where the report goes does not count.
  if (battery.build.length > 0) await sandbox.put(battery.tests, sandbox.workspace);
  const request = requestOf(sandbox, battery, plan);
  const run = battery.framework.run(request);
  await sandbox.restore(runnerFiles(run, request.scratch), request.scratch);
  const result = await sandbox.exec(run.argv, {
    ...limits,
    env: { ...battery.env, ...run.env },
    ...(run.stdoutIsReport ? { stdoutTo: run.reportPath } : {}),
  });
  const text = await sandbox.get(run.reportPath, REPORT_BYTES);
  return reportOf(result, readRecords(text, result, run, battery, request), durationMs + result.durationMs);
};

/** A case that was open when the time was up did not crash: it was stopped. */
function stillRunning(record: TestRecord): TestRecord {
  return record.status === 'crash' ? { ...record, status: 'timeout' } : record;
}

function whyBuildFailed(result: ExecResult, argv: readonly string[]): string {
  return result.oom ? 'memory was used up' : result.exit === 127 ? `${argv[0]} is not installed` : `exit ${result.exit}`;
}

function readRecords(
  text: Buffer | null,
  result: ExecResult,
  run: TestRun,
  battery: Battery,
  request: TestRequest,
): { readonly records: RunReport['records'] } | { readonly noReport: string } {
  if (text === null || text.length === 0) return { noReport: whyNoReport(result, run.argv[0] ?? battery.framework.name) };
  const parsed = attempt(() => battery.framework.parse(text.toString(), request));
  if ('value' in parsed) return { records: result.timedOut ? parsed.value.map(stillRunning) : [...parsed.value] };
  const ended = whyNoReport(result, run.argv[0] ?? battery.framework.name);
  return { noReport: result.timedOut || result.oom || (result.exit ?? 0) >= 126 ? ended : `the report cannot be read: ${parsed.failed}` };
}
