import type { TestStatus } from '#schema/trial.ts';
import { type Line, milliseconds, readLines, text, texts } from '../reports/lines.ts';
import type { Case } from '../reports/records.ts';

interface Open {
  readonly file: string;
  readonly names: readonly string[];
  readonly phases: Line[];
  ended: boolean;
}

function phaseStatus(phase: Line): TestStatus {
  if (phase['expired'] === true) return 'timeout';
  const [outcome, xfail, call] = [phase['outcome'], phase['xfail'] === true, phase['when'] === 'call'];
  if (outcome === 'failed') return call ? 'fail' : 'error';
  if (outcome === 'skipped') return xfail ? 'xfail' : 'skip';
  return xfail && call ? 'xpass' : 'pass';
}

/** The first phase that says something else than pass speaks for the case; a failed subtest fails it. */
function caseOf(open: Open): Case {
  const telling = open.phases.find((phase) => phaseStatus(phase) !== 'pass');
  const ran = open.phases.some((phase) => phase['when'] === 'call' || phase['outcome'] !== 'passed');
  const status: TestStatus = telling === undefined ? (open.ended && ran ? 'pass' : 'crash') : phaseStatus(telling);
  const durationMs = open.phases.reduce((sum, phase) => sum + (milliseconds(phase['ms']) ?? 0), 0);
  const message = telling === undefined ? 'the process ended while this test ran' : text(telling['message']);
  return { place: open.file, names: open.names, status, message, durationMs };
}

function collectCase(line: Line): Case {
  const failed = line['outcome'] === 'failed';
  return {
    place: text(line['file']),
    names: texts(line['names']),
    status: failed ? 'error' : 'skip',
    message: text(line['message']),
    durationMs: null,
  };
}

/**
 * Cases of a report of `PYTEST_RUNNER`. A run that ended early is told by the test that was open (`crash`); one that ended with no
 * test open and no last line is truncated, and throws.
 */
export function pytestCases(report: string): readonly Case[] {
  const { lines, finished } = readLines(report, 'pytest');
  const open = new Map<string, Open>();
  const collected: Case[] = [];
  for (const line of lines) {
    const id = text(line['id']);
    const known = open.get(id);
    if (line['kind'] === 'collect') collected.push(collectCase(line));
    else if (line['kind'] === 'start')
      open.set(id, { file: text(line['file']), names: texts(line['names']), phases: known?.phases ?? [], ended: false });
    else if (line['kind'] === 'phase') known?.phases.push(line);
    else if (line['kind'] === 'end' && known !== undefined) known.ended = true;
  }
  const runs = [...open.values()];
  if (!finished && runs.every((one) => one.ended)) throw new Error('truncated pytest report: the run did not finish');
  return [...collected, ...runs.map(caseOf)];
}
