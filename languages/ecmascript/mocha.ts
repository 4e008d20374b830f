import type { TestStatus } from '#schema/trial.ts';
import type { TestFramework, TestRequest } from '../language.ts';
import { milliseconds, readLines, text, texts } from '../reports/lines.ts';
import { reasonOf } from '../reports/reasons.ts';
import { type Case, recordsOf, relativeTo } from '../reports/records.ts';
import { dependsOn, toolEntry } from './binaries.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';

/** Mocha's own JSON reporter names a file only for what ran; this one also knows the hook that failed. Works with mocha 5 and later. */
const REPORTER = `'use strict';
const fs = require('fs');
module.exports = function (runner) {
  const out = fs.openSync(process.env.LOOPSMITH_REPORT, 'w');
  const write = (line) => fs.writeSync(out, JSON.stringify(line) + '\\n');
  const chain = (one) => (one.titlePath ? one.titlePath() : [one.fullTitle()]);
  const fileOf = (one) => { for (let at = one; at; at = at.parent) if (at.file) return at.file; return ''; };
  const told = (one, status, error) => write({ kind: 'case', file: fileOf(one), names: chain(one), status, ms: one.duration,
    message: error ? String(error.message || error) + '\\n' + String(error.stack || '') : '' });
  write({ loopsmith: 'mocha' });
  runner.on('test', (test) => write({ kind: 'start', file: fileOf(test), names: chain(test) }));
  runner.on('pass', (test) => told(test, 'pass'));
  runner.on('pending', (test) => told(test, test.fn ? 'skip' : test._skipped || test.parent.pending || test.body ? 'skip' : 'todo'));
  runner.on('fail', (test, error) => told(test, test.type === 'hook' ? 'hook' : error && error.code === 'ERR_MOCHA_TIMEOUT' ? 'timeout' : 'fail', error));
  runner.once('end', () => { write({ finished: true }); });
};
`;

const STATUSES: Readonly<Record<string, TestStatus>> = { pass: 'pass', fail: 'fail', hook: 'error', skip: 'skip', todo: 'todo', timeout: 'timeout' };

/** A test that starts and has no word before the report ends was running when the process died. */
export function mochaCases(report: string, root: string): readonly Case[] {
  const { lines, finished } = readLines(report, 'mocha');
  const cases: Case[] = [];
  let open: Case | null = null;
  for (const line of lines) {
    const place = relativeTo(root, text(line['file'])) ?? '';
    const names = texts(line['names']);
    if (line['kind'] === 'start') open = { place, names, status: 'crash', message: 'the process ended while this test ran', durationMs: null };
    else {
      const status = STATUSES[text(line['status'])];
      if (status === undefined) throw new Error(`a mocha case has the unknown status "${text(line['status'])}"`);
      cases.push({ place, names, status, message: text(line['message']), durationMs: milliseconds(line['ms']) });
      open = null;
    }
  }
  if (finished) return cases;
  if (open === null) throw new Error('truncated mocha report: the run did not finish');
  return [...cases, open];
}

function inOrder({ files, order, seed }: TestRequest): readonly string[] {
  if (order === 'declared') return files;
  if (order === 'reversed') return [...files].reverse();
  const rank = (file: string): number => [...file].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 2_654_435_761) >>> 0, seed >>> 0);
  return [...files].sort((a, b) => rank(a) - rank(b));
}

function run(request: TestRequest): ReturnType<TestFramework['run']> {
  const { root, scratch, extraArgs } = request;
  const reporter = `${scratch}/loopsmith-mocha-reporter.cjs`;
  const reportPath = `${scratch}/mocha.jsonl`;
  const own = ['--reporter', reporter, '--no-color', '--timeout', '30000', '--exit'];
  return {
    argv: ['node', toolEntry(root, 'mocha/bin/mocha.js'), ...own, ...extraArgs, ...inOrder(request).map((file) => `${root}/${file}`)],
    env: { LOOPSMITH_REPORT: reportPath },
    reportPath,
    stdoutIsReport: false,
    files: { [reporter]: REPORTER },
  };
}

/** mocha; reversed and shuffled hold for files, which it loads as given. */
export const mocha: TestFramework = {
  name: 'mocha',
  orders: ['declared', 'reversed', 'shuffled'],
  detect: (tree) => dependsOn(tree, 'mocha'),
  run,
  parse: (report, { root }) => recordsOf('mocha', mochaCases(report, root)),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
