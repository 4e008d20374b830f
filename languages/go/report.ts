import type { TestStatus } from '#schema/trial.ts';
import { milliseconds, text } from '../reports/lines.ts';
import type { Case } from '../reports/records.ts';

interface Draft {
  readonly pkg: string;
  readonly test: string;
  action: string;
  output: string;
  elapsedMs: number | null;
}
interface Gathered {
  readonly drafts: readonly Draft[];
  /** What the compiler said: go prints it apart from the package that it breaks. */
  readonly build: string;
}

const FINAL: Readonly<Record<string, TestStatus>> = { pass: 'pass', fail: 'fail', skip: 'skip' };
/** What our script prints when every package was run. */
const LAST_LINE = '{"loopsmith":"finished"}\n';
/** Go before 1.24 names a package that does not build in plain text, also with `-json`. */
const UNBUILT = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/;
const KEPT_OUTPUT = 16_384;

/** Events of `go test -json` with stderr mixed in: lines that are no JSON come from the compiler. */
function gather(report: string): Gathered {
  const drafts = new Map<string, Draft>();
  let build = '';
  if (!report.endsWith(LAST_LINE)) throw new Error('truncated go test report: not every package was run');
  for (const line of report.slice(0, -LAST_LINE.length).split('\n')) {
    const unbuilt = UNBUILT.exec(line)?.[1];
    if (unbuilt !== undefined) {
      drafts.set(JSON.stringify([unbuilt, '']), { pkg: unbuilt, test: '', action: 'fail', output: `${line}\n`, elapsedMs: null });
      continue;
    }
    const value = line.startsWith('{"') ? (JSON.parse(line) as Record<string, unknown>) : null;
    const action = text(value?.['Action']);
    const output = value === null ? `${line}\n` : text(value['Output']);
    if (value === null || action.startsWith('build-')) {
      build = (build + output).slice(0, KEPT_OUTPUT);
      continue;
    }
    const [pkg, test] = [text(value['Package']), text(value['Test'])];
    if (action === '' || pkg === '') throw new Error('no go test report: an event without action or package');
    const key = JSON.stringify([pkg, test]);
    const draft = drafts.get(key) ?? { pkg, test, action: 'run', output: '', elapsedMs: null };
    drafts.set(key, draft);
    draft.output = (draft.output + output).slice(0, KEPT_OUTPUT);
    if (FINAL[action] !== undefined) draft.action = action;
    const elapsed = milliseconds(value['Elapsed']);
    if (elapsed !== null && output === '') draft.elapsedMs = elapsed * 1000;
  }
  return { drafts: [...drafts.values()], build: build.trim() };
}

/** A test without a last word was running when its package ended: by a panic, a time-out or a kill. */
function statusOf(draft: Draft, packageOutput: string): TestStatus {
  const output = draft.output + packageOutput;
  const told = FINAL[draft.action];
  if (told === 'pass' || told === 'skip') return told;
  if (/^panic: test timed out after/m.test(output)) return told === 'fail' && !/^panic: /m.test(draft.output) ? 'fail' : 'timeout';
  if (told === 'fail' && !/^(?:panic: |fatal error: )/m.test(draft.output)) return 'fail';
  return 'crash';
}

/** Without what every test prints about itself. */
function telling(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^(?:=== (?:RUN|PAUSE|CONT|NAME)|FAIL$|exit status \d+)/.test(line))
    .join('\n')
    .trim();
}

/**
 * The place is the import path of the package; `TestA/sub/x` becomes suites. A package that fails with no failing test of its own
 * (build failure, TestMain, init panic) is one record without a name. Throws when a package has no last word: the run was cut.
 */
export function goCases(report: string): readonly Case[] {
  const { drafts, build } = gather(report);
  const packages = drafts.filter((one) => one.test === '');
  if (packages.length === 0) throw new Error('no go test report: it names no package');
  const cut = packages.find((one) => FINAL[one.action] === undefined);
  if (cut !== undefined) throw new Error(`truncated go test report: ${cut.pkg} has no last word`);
  const outputs = new Map(packages.map((one) => [one.pkg, one.output]));
  const cases = drafts
    .filter((one) => one.test !== '')
    .map((one): Case => {
      const output = outputs.get(one.pkg) ?? '';
      const message = telling(one.output) === '' ? telling(output) : telling(one.output);
      return { place: one.pkg, names: one.test.split('/'), status: statusOf(one, output), message, durationMs: one.elapsedMs };
    });
  const failing = new Set(cases.filter((one) => one.status !== 'pass' && one.status !== 'skip').map((one) => one.place));
  const whole = packages
    .filter((one) => one.action === 'fail' && !failing.has(one.pkg))
    .map(
      (one): Case => ({
        place: one.pkg,
        names: [],
        status: 'error',
        message: /\[(?:build|setup) failed\]/.test(one.output) ? `${telling(one.output)}\n${build}` : telling(one.output),
        durationMs: null,
      }),
    );
  return [...whole, ...cases];
}
