import type { RunReport, TestRecord, TestStatus, UnitVerdict } from '#schema/trial.ts';
import type { JudgeUnit } from './judge.ts';
import { ENVIRONMENT } from './no-report.ts';

/** An id told twice has passed only when it passed each time: a forged second record cannot mend a failed one. */
function statuses(records: readonly TestRecord[]): ReadonlyMap<string, TestStatus> {
  const byId = new Map<string, TestStatus>();
  for (const { id, status } of records) {
    if ((byId.get(id) ?? 'pass') === 'pass') byId.set(id, status);
  }
  return byId;
}

function disagreement(report: RunReport, passed: boolean): string {
  const clean = report.exit === 0 && !report.timedOut && !report.oom;
  if (passed && !clean)
    return `; the command ended with ${report.timedOut ? 'a time-out' : report.oom ? 'memory used up' : `exit ${report.exit}`} all the same`;
  return !passed && clean && report.records.length > 0 ? '; the command exited 0 all the same' : '';
}

function counted(tests: UnitVerdict['tests']): string {
  const count = new Map<TestStatus, number>();
  for (const { status } of tests) count.set(status, (count.get(status) ?? 0) + 1);
  return [...count].map(([status, many]) => `${many} ${status}`).join(', ');
}

/**
 * A unit passes if and only if every expected id has a record and passed. Records that nobody expects count for nothing; no text
 * that the judged code printed is looked at. Without an expected id there is nothing to pass.
 */
export const judgeUnit: JudgeUnit = (unit, report, expected) => {
  const known = statuses(report.records);
  const tests = expected.map((id) => ({ id, status: known.get(id) ?? ('missing' as const) }));
  const passed = tests.filter(({ status }) => status === 'pass').length;
  const told = { unit, passed, expected: expected.length, tests };
  if (expected.length === 0) return { ...told, verdict: 'not-judged', why: 'no test is expected of this unit' };
  if (report.noReport !== null) {
    return { ...told, verdict: report.noReport.startsWith(ENVIRONMENT) ? 'not-judged' : 'fail', why: report.noReport };
  }
  const all = passed === expected.length;
  return { ...told, verdict: all ? 'pass' : 'fail', why: `${counted(tests)} of ${expected.length} expected${disagreement(report, all)}` };
};
