import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestFramework, TestRequest } from '#languages/language.ts';
import type { TestRecord } from '#schema/trial.ts';

export interface Ran {
  readonly report: string;
  readonly request: TestRequest;
  readonly records: readonly TestRecord[];
  /** id → status. */
  readonly statuses: Readonly<Record<string, string>>;
  readonly exit: number | null;
}

/** Runs a framework as a sandbox would: files of ours outside the workspace, environment of the run only. */
export function ranBy(
  framework: TestFramework,
  files: Readonly<Record<string, string>>,
  options: Partial<TestRequest> & { readonly nodeModules?: string; readonly path?: string; readonly parse?: boolean } = {},
): Ran {
  const home = mkdtempSync(path.join(tmpdir(), 'loopsmith-run-'));
  const [root, scratch] = [path.join(home, 'workspace'), path.join(home, 'scratch')];
  mkdirSync(scratch);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  }
  if (options.nodeModules !== undefined) symlinkSync(options.nodeModules, path.join(root, 'node_modules'));
  const request: TestRequest = {
    files:
      options.files ??
      Object.keys(files)
        .filter((file) => framework.runs(file))
        .sort(),
    root,
    scratch,
    order: options.order ?? 'declared',
    seed: options.seed ?? 7,
    timeoutSec: options.timeoutSec ?? 60,
    extraArgs: options.extraArgs ?? [],
  };
  const run = framework.run(request);
  for (const [name, content] of Object.entries(run.files)) writeFileSync(name, content);
  const [command = '', ...args] = run.argv;
  const env = { PATH: options.path ?? process.env['PATH'] ?? '', HOME: scratch, TMPDIR: scratch, TZ: 'UTC', LC_ALL: 'C.UTF-8', ...run.env };
  const ran = spawnSync(command, args, { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  try {
    const report = run.stdoutIsReport ? ran.stdout : readFileSync(run.reportPath, 'utf8');
    const records = options.parse === false ? [] : framework.parse(report, request);
    return { report, request, records, statuses: Object.fromEntries(records.map(({ id, status }) => [id, status])), exit: ran.status };
  } catch (error) {
    throw new Error(`${run.argv.join(' ')}\nexit ${ran.status}\n${ran.stdout}\n${ran.stderr}`, { cause: error });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
