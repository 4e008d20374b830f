import type { TestFramework } from '#languages/language.ts';
import type { TestRecord } from '#schema/trial.ts';

/** A reporter of node:test events, one JSON line a finished leaf, and a last line that tells the report is whole. */
const REPORTER = `
import { relative } from 'node:path';
export default async function* report(source) {
  const seen = [];
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const file = relative(process.cwd(), data.file ?? '');
    if (data.name === data.file || data.name === file) continue;
    const status = data.skip !== undefined ? 'skip' : data.todo !== undefined ? 'todo' : type === 'test:pass' ? 'pass' : 'fail';
    const error = data.details?.error;
    seen.push({ file, name: data.name, status, message: String(error?.cause?.message ?? error?.message ?? '') });
  }
  for (const one of seen) yield JSON.stringify(one) + '\\n';
  yield JSON.stringify({ end: seen.length }) + '\\n';
}
`;

/** The toy language's only framework: enough of a real one to prove the runtime on this very Node. */
export const nodeTest: TestFramework = {
  name: 'toy-node-test',
  orders: ['declared'],
  detect: (tree) => tree.has('package.json'),
  runs: (path) => path.endsWith('.test.js'),
  run: (request) => ({
    argv: ['node', '--test', `--test-reporter=${request.scratch}/reporter.mjs`, `--test-reporter-destination=${request.scratch}/report.jsonl`, ...request.extraArgs, ...request.files],
    env: {},
    reportPath: `${request.scratch}/report.jsonl`,
    stdoutIsReport: false,
    files: { [`${request.scratch}/reporter.mjs`]: REPORTER },
  }),
  parse: (report) => {
    const lines = report.trim().split('\n').map((line): { end?: number; file: string; name: string; status: TestRecord['status']; message: string } => JSON.parse(line));
    const last = lines.pop();
    if (last?.end !== lines.length) throw new Error('the report is cut off');
    return lines.map(({ file, name, status, message }) => ({ id: `toy-node-test|${file}|${name}`, status, message, durationMs: null }));
  },
  reason: (record) => (/does not provide an export|Cannot find module/.test(record.message) ? 'missing-symbol' : 'assertion'),
};
