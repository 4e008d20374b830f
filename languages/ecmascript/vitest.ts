import type { TestFramework, TestRequest } from '../language.ts';
import { reasonOf } from '../reports/reasons.ts';
import { recordsOf } from '../reports/records.ts';
import { dependsOn, toolEntry } from './binaries.ts';
import { jestCases } from './jest-json.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';

/** Milliseconds that one test may take unless it says so itself: vitest's 5 s is too near on a busy machine. */
const TEST_TIMEOUT = 30_000;

function run({ files, root, scratch, order, seed, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const reportPath = `${scratch}/vitest.json`;
  const shuffled = order === 'shuffled' ? ['--sequence.shuffle.tests', `--sequence.seed=${seed}`] : [];
  const own = ['--reporter=json', `--outputFile=${reportPath}`, '--includeTaskLocation', '--no-file-parallelism', '--coverage.enabled=false'];
  const limits = [`--testTimeout=${TEST_TIMEOUT}`, `--hookTimeout=${TEST_TIMEOUT}`];
  return {
    argv: ['node', toolEntry(root, 'vitest/vitest.mjs'), 'run', ...own, ...limits, ...shuffled, ...extraArgs, ...files.map((file) => `${root}/${file}`)],
    env: {},
    reportPath,
    stdoutIsReport: false,
    files: {},
  };
}

/** vitest; its own JSON reporter names file, suites and place of each test. */
export const vitest: TestFramework = {
  name: 'vitest',
  orders: ['declared', 'shuffled'],
  detect: (tree) => dependsOn(tree, 'vitest'),
  run,
  parse: (report, { root, files }) => recordsOf('vitest', jestCases(report, root, files)),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
