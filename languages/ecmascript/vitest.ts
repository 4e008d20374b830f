import type { TestStatus } from '#schema/trial.ts';
import type { TestFramework, TestRequest } from '../language.ts';
import { type Line, milliseconds, readLines, text, texts } from '../reports/lines.ts';
import { reasonOf } from '../reports/reasons.ts';
import { type Case, recordsOf, relativeTo } from '../reports/records.ts';
import { dependsOn, toolEntry } from './binaries.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';
import { isNamedTest } from './test-files.ts';

/** Milliseconds that one test may take unless it says so itself: vitest's 5 s is too near on a busy machine. */
const TEST_TIMEOUT = 30_000;

/**
 * vitest's own JSON reporter calls a test whose hook failed `skipped` and drops the hook's error: this one tells it. It reads the
 * task tree, which is the same in vitest 0.34 to 4 (handed over by `onFinished`, and by `onTestRunEnd` from 3 on).
 */
function reporter(reportPath: string): string {
  return `import { writeFileSync } from 'node:fs';
const errorText = (result) => (result?.errors ?? []).map((error) => [error?.name, error?.message, error?.stack].filter(Boolean).join('\\n')).join('\\n');
function* walk(task, file, names, broken) {
  const failed = task.result?.state === 'fail' ? errorText(task.result) : '';
  for (const child of task.tasks ?? []) {
    const chain = [...names, child.name];
    if (child.type === 'suite') yield* walk(child, file, chain, failed || broken);
    else yield { file, names: chain, mode: child.mode, state: child.result?.state ?? '', ms: child.result?.duration ?? null, broken: failed || broken,
      line: (child.location?.line ?? 0) * 1000 + Math.min(child.location?.column ?? 0, 999), message: errorText(child.result) };
  }
}
export default class {
  onInit(context) {
    // An option of the command line only from version 3 on.
    for (const one of [context, ...(context.projects ?? [])]) if (one.config) one.config.includeTaskLocation = true;
  }
  onTestRunEnd(modules) { this.write(modules.map((one) => one.task)); }
  onFinished(files) { this.write(files ?? []); }
  write(files) {
    const lines = files.flatMap((file) => [
      { file: file.filepath, whole: true, state: file.result?.state ?? '', message: errorText(file.result) },
      ...walk(file, file.filepath, [], ''),
    ]);
    const all = [{ loopsmith: 'vitest' }, ...lines, { finished: true }];
    writeFileSync(${JSON.stringify(reportPath)}, all.map((line) => JSON.stringify(line) + '\\n').join(''));
  }
}
`;
}

function statusOf(line: Line): TestStatus {
  if (line['mode'] === 'todo') return 'todo';
  if (line['state'] === 'pass') return 'pass';
  if (line['state'] === 'fail') return /^(?:Error\n)?(?:Test|Hook) timed out in \d+ms/.test(text(line['message'])) ? 'timeout' : 'fail';
  return text(line['broken']) === '' ? 'skip' : 'error';
}

/** Cases of the files asked for: vitest's filters match parts of names. A file that failed with no failing test is one record. */
function vitestCases(report: string, { root, files }: TestRequest): readonly Case[] {
  const { lines, finished } = readLines(report, 'vitest');
  if (!finished) throw new Error('truncated vitest report: its last line is missing');
  const asked = new Set(files);
  const placed = lines.flatMap((line) => {
    const place = relativeTo(root, text(line['file']));
    return place === null || !asked.has(place) ? [] : [{ line, place }];
  });
  const tests = placed
    .filter(({ line }) => line['whole'] !== true)
    .map(({ line, place }): Case => {
      const number = line['line'];
      const message = text(line['message']) === '' ? text(line['broken']) : text(line['message']);
      return {
        place,
        names: texts(line['names']),
        status: statusOf(line),
        message,
        durationMs: milliseconds(line['ms']),
        line: typeof number === 'number' ? number : 0,
      };
    });
  const failing = new Set(
    tests.filter((one) => one.status !== 'pass' && one.status !== 'skip' && one.status !== 'todo').map((one) => one.place),
  );
  const whole = placed.filter(({ line, place }) => line['whole'] === true && line['state'] === 'fail' && !failing.has(place));
  return [
    ...whole.map(({ line, place }): Case => ({ place, names: [], status: 'error', message: text(line['message']), durationMs: null })),
    ...tests,
  ];
}

function run({ files, root, scratch, order, seed, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const reportPath = `${scratch}/vitest.jsonl`;
  const reporterPath = `${scratch}/loopsmith-vitest-reporter.mjs`;
  const shuffled = order === 'shuffled' ? ['--sequence.shuffle.tests', `--sequence.seed=${seed}`] : [];
  const own = [`--reporter=${reporterPath}`, '--no-file-parallelism', '--coverage.enabled=false'];
  const limits = [`--testTimeout=${TEST_TIMEOUT}`, `--hookTimeout=${TEST_TIMEOUT}`];
  return {
    argv: [
      'node',
      toolEntry(root, 'vitest/vitest.mjs'),
      'run',
      ...own,
      ...limits,
      ...shuffled,
      ...extraArgs,
      ...files.map((file) => `${root}/${file}`),
    ],
    env: {},
    reportPath,
    stdoutIsReport: false,
    files: { [reporterPath]: reporter(reportPath) },
  };
}

export const vitest: TestFramework = {
  name: 'vitest',
  orders: ['declared', 'shuffled'],
  detect: (tree) => dependsOn(tree, 'vitest'),
  runs: isNamedTest,
  run,
  parse: (report, request) => recordsOf('vitest', vitestCases(report, request)),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
