import type { TestStatus } from '#schema/trial.ts';
import type { TestFramework, TestRequest } from '../language.ts';
import { milliseconds, readLines, text, texts } from '../reports/lines.ts';
import { reasonOf } from '../reports/reasons.ts';
import { type Case, recordsOf } from '../reports/records.ts';
import { dependsOn } from './binaries.ts';
import { type FileRun, fileRuns, perFileRun } from './per-file.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';
import { isPlacedTest } from './test-files.ts';

/** Mocha's own JSON reporter writes only at the end, so a crash leaves nothing of it. Works with mocha 5 and later. */
const REPORTER = `'use strict';
const fs = require('fs');
module.exports = function (runner) {
  const out = fs.openSync(process.env.LOOPSMITH_REPORT, 'w');
  const write = (line) => fs.writeSync(out, JSON.stringify(line) + '\\n');
  const chain = (one) => (one.titlePath ? one.titlePath() : [one.fullTitle()]);
  const told = (one, status, error) => write({ kind: 'case', names: chain(one), status, ms: one.duration,
    message: error ? String(error.message || error) + '\\n' + String(error.stack || '') : '' });
  write({ loopsmith: 'mocha' });
  runner.on('test', (test) => write({ kind: 'start', names: chain(test) }));
  runner.on('pass', (test) => told(test, 'pass'));
  runner.on('pending', (test) => told(test, 'skip'));
  runner.on('fail', (test, error) => told(test, test.type === 'hook' ? 'hook' : error && error.code === 'ERR_MOCHA_TIMEOUT' ? 'timeout' : 'fail', error));
  runner.once('end', () => { write({ finished: true }); });
};
`;

const STATUSES: Readonly<Record<string, TestStatus>> = { pass: 'pass', fail: 'fail', hook: 'error', skip: 'skip', timeout: 'timeout' };

/** Cases of one file. A test that starts and has no word before the report ends was running when the process died. */
function casesOf({ file, failed, stdout, stderr, lines: written }: FileRun): readonly Case[] {
  const { lines, finished } = written === '' ? { lines: [], finished: false } : readLines(written, 'mocha');
  const cases: Case[] = [];
  let open: Case | null = null;
  for (const line of lines) {
    const names = texts(line['names']);
    if (line['kind'] === 'start')
      open = { place: file, names, status: 'crash', message: `the process ended while this test ran\n${stderr}`, durationMs: null };
    else {
      const status = STATUSES[text(line['status'])];
      if (status === undefined) throw new Error(`a mocha case has the unknown status "${text(line['status'])}"`);
      cases.push({ place: file, names, status, message: text(line['message']), durationMs: milliseconds(line['ms']) });
      open = null;
    }
  }
  if (open !== null && !finished) return [...cases, open];
  const silent = failed && cases.every((one) => one.status === 'pass' || one.status === 'skip');
  return silent || !finished
    ? [...cases, { place: file, names: [], status: 'error', message: `${stderr}\n${stdout}`, durationMs: null }]
    : cases;
}

function inOrder({ files, order, seed }: TestRequest): readonly string[] {
  if (order === 'declared') return files;
  if (order === 'reversed') return [...files].reverse();
  const rank = (file: string): number =>
    [...file].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 2_654_435_761) >>> 0, seed >>> 0);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

function run(request: TestRequest): ReturnType<TestFramework['run']> {
  const reporter = `${request.scratch}/loopsmith-mocha-reporter.cjs`;
  const command = ['--bin', 'mocha', '--reporter', reporter, '--no-color', '--timeout', '30000', '--exit'];
  return perFileRun(request, inOrder(request), [...command, ...request.extraArgs], { [reporter]: REPORTER });
}

/** mocha, one file at a time: of several it reports nothing at all when one cannot be loaded. Orders hold for files. */
export const mocha: TestFramework = {
  name: 'mocha',
  orders: ['declared', 'reversed', 'shuffled'],
  detect: (tree) => dependsOn(tree, 'mocha'),
  runs: isPlacedTest,
  run,
  parse: (report) => recordsOf('mocha', fileRuns(report).flatMap(casesOf)),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
