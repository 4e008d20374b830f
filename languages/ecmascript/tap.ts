import { Parser } from 'tap-parser';
import type { TestStatus } from '#schema/trial.ts';
import type { TestFramework, TestRequest } from '../language.ts';
import { readLines, text } from '../reports/lines.ts';
import { reasonOf } from '../reports/reasons.ts';
import { type Case, recordsOf } from '../reports/records.ts';
import { dependsOn, toolEntry } from './binaries.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';

/** Runs one file after the other, since TAP names no file: each line of the report is one file's output. */
const PER_FILE = `import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
const [report, count, ...rest] = process.argv.slice(2);
const command = rest.slice(0, Number(count));
const write = (line) => appendFileSync(report, JSON.stringify(line) + '\\n');
writeFileSync(report, JSON.stringify({ loopsmith: 'tap' }) + '\\n');
for (const file of rest.slice(Number(count))) {
  const run = spawnSync(command[0], [...command.slice(1), file], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
  write({ kind: 'file', file, exit: run.status, signal: run.signal, tap: run.stdout ?? '', tail: (run.stderr ?? '').slice(-8192) });
}
write({ finished: true });
`;

interface Point {
  readonly ok: boolean;
  readonly name: string;
  readonly skip?: unknown;
  readonly todo?: unknown;
  readonly time?: number | null;
  readonly diag?: unknown;
}

function pointCase(point: Point, place: string, suites: readonly string[], index: number): Case {
  const status: TestStatus = point.skip ? 'skip' : point.todo ? 'todo' : point.ok ? 'pass' : 'fail';
  const diagnosis = point.ok ? '' : `${point.name}\n${JSON.stringify(point.diag ?? null)}`;
  return { place, names: [...suites, point.name.replace(/^- /, '').trim()], status, message: diagnosis, durationMs: point.time ?? null, line: index };
}

/**
 * Cases of one TAP stream. `depth` levels of subtests are cases: an assertion inside a test is no test. A subtest's own test point
 * closes it, so a parent with children is not repeated as a case.
 */
export function tapCases(tap: string, place: string, leaf: 'point' | 'subtest'): { readonly cases: readonly Case[]; readonly planned: boolean } {
  const cases: Case[] = [];
  let planned = false;
  const watch = (parser: Parser, suites: readonly string[]): void => {
    const withChildren = new Set<string>();
    parser.on('plan', () => {
      if (suites.length === 0) planned = true;
    });
    parser.on('child', (child: Parser) => {
      const name = child.name.replace(/^# Subtest: /, '');
      child.on('child', () => withChildren.add(name));
      watch(child, [...suites, name]);
    });
    parser.on('assert', (point: Point) => {
      const name = point.name.replace(/^- /, '').trim();
      if (leaf === 'subtest' && (withChildren.has(name) ? point.ok : suites.length > 0 && !isSubtest(parser, name))) return;
      cases.push(pointCase(point, place, suites, cases.length));
    });
  };
  const subtests = new WeakMap<Parser, Set<string>>();
  const isSubtest = (parser: Parser, name: string): boolean => subtests.get(parser)?.has(name) ?? false;
  const root = new Parser({ bail: false });
  const track = (parser: Parser): void => {
    const names = new Set<string>();
    subtests.set(parser, names);
    parser.on('child', (child: Parser) => {
      names.add(child.name.replace(/^# Subtest: /, ''));
      track(child);
    });
  };
  track(root);
  watch(root, []);
  root.end(tap);
  return { cases, planned };
}

function fileCases(report: string, leaf: 'point' | 'subtest'): readonly Case[] {
  const { lines, finished } = readLines(report, 'tap');
  if (!finished) throw new Error('truncated tap report: the run did not finish');
  return lines.flatMap((line): readonly Case[] => {
    const place = text(line['file']);
    const { cases, planned } = tapCases(text(line['tap']), place, leaf);
    const failed = line['exit'] !== 0 && cases.every((one) => one.status === 'pass' || one.status === 'skip' || one.status === 'todo');
    const status: TestStatus = text(line['signal']) !== '' ? 'crash' : 'error';
    const message = `${text(line['tail'])}\n${planned ? '' : 'the file printed no plan'}`;
    return failed ? [...cases, { place, names: [], status, message, durationMs: null }] : cases;
  });
}

function perFile(request: TestRequest, command: readonly string[]): ReturnType<TestFramework['run']> {
  const script = `${request.scratch}/loopsmith-per-file.mjs`;
  const reportPath = `${request.scratch}/tap.jsonl`;
  return {
    argv: ['node', script, reportPath, String(command.length), ...command, ...request.files],
    env: { TAP: '1', FORCE_COLOR: '0' },
    reportPath,
    stdoutIsReport: false,
    files: { [script]: PER_FILE },
  };
}

/** ava, whose `--tap` prefixes a test with its file only when there are several: one file at a time. */
export const ava: TestFramework = {
  name: 'ava',
  orders: ['declared'],
  detect: (tree) => dependsOn(tree, 'ava'),
  run: (request) => perFile(request, ['node', toolEntry(request.root, 'ava/entrypoints/cli.mjs'), '--tap', '--serial', '--timeout=60s', ...request.extraArgs]),
  parse: (report) => recordsOf('ava', fileCases(report, 'point')),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};

/** node-tap and other files that print TAP themselves when node runs them; a case is a subtest, an assertion is none. */
export const tap: TestFramework = {
  name: 'tap',
  orders: ['declared'],
  detect: (tree) => dependsOn(tree, 'tap') || dependsOn(tree, 'tape'),
  run: (request) => perFile(request, ['node', ...request.extraArgs]),
  parse: (report) => recordsOf('tap', fileCases(report, 'subtest')),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
