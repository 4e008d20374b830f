import type { TestFramework, TestRequest } from '../language.ts';
import { reasonOf } from '../reports/reasons.ts';
import { recordsOf } from '../reports/records.ts';
import { dependsOn, toolEntry } from './binaries.ts';
import { jestCases } from './jest-json.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';
import { isNamedTest, isPlacedTest } from './test-files.ts';

/** jest asks this class for the order of files; the order of tests inside a file is not for others to choose in every version. */
function sequencer(order: TestRequest['order'], seed: number): string {
  return `'use strict';
const rank = (text) => { let h = ${seed >>> 0}; for (const c of text) h = Math.imul(h ^ c.codePointAt(0), 2654435761) >>> 0; return h; };
module.exports = class {
  sort(tests) {
    const list = Array.from(tests).sort((a, b) => (a.path < b.path ? -1 : 1));
    if ('${order}' === 'reversed') list.reverse();
    if ('${order}' === 'shuffled') list.sort((a, b) => rank(a.path) - rank(b.path));
    return list;
  }
  shard(tests) { return tests; }
  allFailedTests(tests) { return tests; }
  cacheResults() {}
};
`;
}

function run({ files, root, scratch, order, seed, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const reportPath = `${scratch}/jest.json`;
  const sequencerPath = `${scratch}/loopsmith-jest-sequencer.cjs`;
  const own = [
    '--ci',
    '--runInBand',
    '--json',
    `--outputFile=${reportPath}`,
    '--testLocationInResults',
    '--coverage=false',
    '--colors=false',
  ];
  const places = [`--cacheDirectory=${scratch}/jest-cache`, `--testSequencer=${sequencerPath}`];
  return {
    argv: [
      'node',
      toolEntry(root, 'jest/bin/jest.js'),
      ...own,
      ...places,
      ...extraArgs,
      '--runTestsByPath',
      ...files.map((file) => `${root}/${file}`),
    ],
    env: {},
    reportPath,
    stdoutIsReport: false,
    files: { [sequencerPath]: sequencer(order, seed) },
  };
}

/** jest; reversed and shuffled hold for files. */
export const jest: TestFramework = {
  name: 'jest',
  orders: ['declared', 'reversed', 'shuffled'],
  detect: (tree) => dependsOn(tree, 'jest'),
  runs: (path) => isNamedTest(path) || (path.includes('__tests__/') && isPlacedTest(path)),
  run,
  parse: (report, { root, files }) => recordsOf('jest', jestCases(report, root, files)),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
