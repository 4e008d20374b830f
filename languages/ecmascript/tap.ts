import type { TestFramework } from '../language.ts';
import { reasonOf } from '../reports/reasons.ts';
import { type Case, recordsOf } from '../reports/records.ts';
import { dependsOn } from './binaries.ts';
import { fileRuns, perFileRun } from './per-file.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';
import { type Leaf, tapCases } from './tap-cases.ts';
import { isPlacedTest } from './test-files.ts';

/** Test points by which ava says that a file, and no test, went wrong. */
const OF_THE_FILE =
  /^(?:\w*Error(?: \[\w+\])?: |Uncaught exception|Unhandled rejection|No tests found in |Couldn.t find any files)|exited (?:with a non-zero exit code|due to)/;

function casesOf(report: string, leaf: Leaf): readonly Case[] {
  return fileRuns(report).flatMap(({ file, failed, killed, stdout, stderr }): readonly Case[] => {
    const all = tapCases(stdout, file, leaf);
    const ofFile =
      leaf === 'point' ? all.filter((one) => one.names.length === 1 && one.status === 'fail' && OF_THE_FILE.test(one.names[0] ?? '')) : [];
    const cases = all.filter((one) => !ofFile.includes(one));
    const silent = failed && cases.every((one) => one.status !== 'fail');
    if (ofFile.length === 0 && !silent) return cases;
    const message = [...ofFile.map((one) => one.message), stderr].join('\n');
    return [...cases, { place: file, names: [], status: killed ? 'crash' : 'error', message, durationMs: null }];
  });
}

/** ava; `--tap` prefixes a test with its file only when there are several, so one file at a time. */
export const ava: TestFramework = {
  name: 'ava',
  orders: ['declared'],
  detect: (tree) => dependsOn(tree, 'ava'),
  runs: isPlacedTest,
  run: (request) => perFileRun(request, request.files, ['--bin', 'ava', '--tap', '--serial', '--timeout=60s', ...request.extraArgs], {}),
  parse: (report) => recordsOf('ava', casesOf(report, 'point')),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};

/** node-tap, and whatever prints TAP when node runs it; a case is a subtest, an assertion is none. */
export const tap: TestFramework = {
  name: 'tap',
  orders: ['declared'],
  detect: (tree) => dependsOn(tree, 'tap'),
  runs: isPlacedTest,
  run: (request) => perFileRun(request, request.files, ['node', ...request.extraArgs], {}),
  parse: (report) => recordsOf('tap', casesOf(report, 'subtest')),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
