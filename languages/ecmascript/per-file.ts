import type { TestRequest, TestRun } from '../language.ts';
import { type Line, readLines, text } from '../reports/lines.ts';

/**
 * Runs a command once for each file. Two kinds of runner need it: one whose output names no file (TAP), and one that says nothing
 * at all when one of several files cannot be loaded. Each file ends with one line: its exit, its output, the end of its stderr.
 * A command `--bin <package>` is that package's own program in node_modules; where it is missing there is no report at all.
 */
const PER_FILE = `import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
const [report, root, count, ...rest] = process.argv.slice(2);
let command = rest.slice(0, Number(count));
if (command[0] === '--bin') {
  const folder = path.join(root, 'node_modules', command[1]);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  command = [process.execPath, path.join(folder, typeof bin === 'string' ? bin : bin[command[1]]), ...command.slice(2)];
}
const part = report + '.part';
writeFileSync(report, JSON.stringify({ loopsmith: 'per-file' }) + '\\n');
for (const file of rest.slice(Number(count))) {
  rmSync(part, { force: true });
  const env = { ...process.env, LOOPSMITH_REPORT: part };
  const run = spawnSync(command[0], [...command.slice(1), file], { cwd: root, env, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = existsSync(part) ? readFileSync(part, 'utf8') : '';
  appendFileSync(report, JSON.stringify({ file, exit: run.status, signal: run.signal, stdout: run.stdout ?? '', stderr: (run.stderr ?? '').slice(-8192), lines }) + '\\n');
}
appendFileSync(report, JSON.stringify({ finished: true }) + '\\n');
`;

export function perFileRun(
  { root, scratch }: TestRequest,
  files: readonly string[],
  command: readonly string[],
  own: Readonly<Record<string, string>>,
): TestRun {
  const script = `${scratch}/loopsmith-per-file.mjs`;
  const reportPath = `${scratch}/per-file.jsonl`;
  return {
    argv: ['node', script, reportPath, root, String(command.length), ...command, ...files],
    env: { TAP: '1', FORCE_COLOR: '0' },
    reportPath,
    stdoutIsReport: false,
    files: { [script]: PER_FILE, ...own },
  };
}

export interface FileRun {
  readonly file: string;
  readonly failed: boolean;
  readonly killed: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** What a reporter of ours wrote for this file. */
  readonly lines: string;
}

/** Throws when the run did not reach its end. */
export function fileRuns(report: string): readonly FileRun[] {
  const { lines, finished } = readLines(report, 'per-file');
  if (!finished) throw new Error('truncated report: not every file was run');
  return lines.map((line: Line) => ({
    file: text(line['file']),
    failed: line['exit'] !== 0,
    killed: text(line['signal']) !== '',
    stdout: text(line['stdout']),
    stderr: text(line['stderr']),
    lines: text(line['lines']),
  }));
}
