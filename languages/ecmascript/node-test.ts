import type { TestStatus } from '#schema/trial.ts';
import type { TestFramework, TestRequest, TreeView } from '../language.ts';
import { type Line, milliseconds, readLines, text, texts } from '../reports/lines.ts';
import { reasonOf } from '../reports/reasons.ts';
import { type Case, recordsOf, relativeTo } from '../reports/records.ts';
import { scriptMatches } from './binaries.ts';
import { ECMASCRIPT_REASONS } from './reasons.ts';
import { isPlacedTest } from './test-files.ts';

/**
 * A reporter of ours: node's junit and tap reporters name no file. `test:start` comes in the order declared and before the events of
 * children, so the nesting gives the chain of suites.
 */
const REPORTER = `const chain = new Map();
const stderr = new Map();
const textOf = (error) => {
  if (!error) return '';
  const cause = error.cause && typeof error.cause === 'object' ? error.cause : error;
  return [error.failureType, cause.code, cause.name, cause.message ?? String(cause), cause.stack].filter(Boolean).join('\\n');
};
export default async function* (events) {
  yield JSON.stringify({ loopsmith: 'node' }) + '\\n';
  for await (const { type, data } of events) {
    if (type === 'test:stderr') { stderr.set(data.file, ((stderr.get(data.file) ?? '') + data.message).slice(-8192)); continue; }
    if (type !== 'test:start' && type !== 'test:pass' && type !== 'test:fail') continue;
    const file = data.file ?? '';
    const names = (chain.get(file) ?? []).slice(0, data.nesting);
    names[data.nesting] = data.name;
    if (type === 'test:start') { chain.set(file, names); continue; }
    yield JSON.stringify({ kind: 'case', file, names: Array.from(names, (name) => name ?? ''), suite: data.details?.type === 'suite',
      pass: type === 'test:pass', skip: data.skip !== undefined && data.skip !== false, todo: data.todo !== undefined && data.todo !== false,
      failure: data.details?.error?.failureType ?? '', ms: data.details?.duration_ms, line: data.line ?? 0,
      message: textOf(data.details?.error), stderr: data.nesting === 0 && type === 'test:fail' ? stderr.get(file) ?? stderr.get(data.name) ?? '' : '' }) + '\\n';
  }
  yield JSON.stringify({ finished: true }) + '\\n';
}
`;

function statusOf(line: Line): TestStatus {
  if (line['skip'] === true) return 'skip';
  if (line['todo'] === true) return 'todo';
  if (line['pass'] === true) return 'pass';
  const failure = text(line['failure']);
  if (failure === 'testTimeoutFailure') return 'timeout';
  return failure === 'hookFailed' || failure === 'cancelledByParent' ? 'error' : 'fail';
}

/** Cases; a suite counts only when it failed by itself, and a file only when it failed with no failing test in it. */
export function nodeCases(report: string, root: string): readonly Case[] {
  const { lines, finished } = readLines(report, 'node');
  if (!finished) throw new Error('truncated node report: the run did not finish');
  const cases: Case[] = [];
  for (const line of lines) {
    const place = relativeTo(root, text(line['file'])) ?? '';
    const names = texts(line['names']);
    const failure = text(line['failure']);
    const isFile = names.length === 1 && (names[0] === text(line['file']) || names[0] === place);
    const own = failure !== 'subtestsFailed';
    const number = line['line'];
    const whole = {
      place: isFile && place === '' ? (names[0] ?? '') : place,
      message: text(line['message']),
      durationMs: milliseconds(line['ms']),
      line: typeof number === 'number' ? number : 0,
    };
    if (isFile) {
      const silent = !cases.some((one) => one.place === whole.place && one.status !== 'pass');
      if (line['pass'] !== true && silent)
        cases.push({ ...whole, names: [], status: 'error', message: `${text(line['stderr'])}\n${whole.message}` });
    } else if (line['suite'] !== true) cases.push({ ...whole, names, status: statusOf(line) });
    else if (line['pass'] !== true && own) cases.push({ ...whole, names, status: 'error' });
  }
  return cases;
}

function run({ files, root, scratch, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const reporter = `${scratch}/loopsmith-node-reporter.mjs`;
  const reportPath = `${scratch}/node-test.jsonl`;
  return {
    argv: [
      'node',
      '--test',
      '--test-concurrency=1',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${reportPath}`,
      ...extraArgs,
      ...files.map((file) => `${root}/${file}`),
    ],
    env: {},
    reportPath,
    stdoutIsReport: false,
    files: { [reporter]: REPORTER },
  };
}

function detect(tree: TreeView): boolean {
  return (
    scriptMatches(tree, /\bnode\b[^&|;]*--test\b/) ||
    tree.paths.some((path) => /\.test\.[mc]?[jt]s$/.test(path) && /['"]node:test['"]/.test(tree.text(path) ?? ''))
  );
}

/** node:test; each file is a process of its own, so an order among files changes nothing, and inside a file it is as declared. */
export const nodeTest: TestFramework = {
  name: 'node',
  orders: ['declared'],
  detect,
  runs: isPlacedTest,
  run,
  parse: (report, { root }) => recordsOf('node', nodeCases(report, root)),
  reason: (record) => reasonOf(record, ECMASCRIPT_REASONS),
};
