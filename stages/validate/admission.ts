import type { TestFramework } from '#languages/language.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Admission, FailureReason, RunReport, StateName, TestRecord, TrialCount } from '#schema/trial.ts';

export type StateRuns = Readonly<Record<StateName, readonly RunReport[]>>;

/** Reasons for which a unit's own test may fail before the unit is there (`dag.md`: "for the right reason"). */
const RIGHT_REASONS: ReadonlySet<FailureReason> = new Set(['assertion', 'missing-symbol', 'compile-error', 'error', 'collection']);
/** How the judge tells that a build step refused the tree (runtime/judge/run-battery.ts). */
const BUILD_FAILED = 'build failed: ';
const STATES: readonly StateName[] = ['EMPTY', 'ANC', 'SELF', 'FULL'];

/** How the counts name a run that was cut short before it came to the case: it says nothing about it. */
const NOT_REACHED = 'not-reached';

interface Tally {
  /** Runs that came to the case, or told why they could not. */
  readonly runs: number;
  /** Runs that were cut short before, or not made. */
  readonly cut: number;
  readonly pass: number;
  readonly statuses: Record<string, number>;
  readonly reason: FailureReason | null;
}

/**
 * Fail-to-pass admission of one unit's tests from its runs in the four states (`dag.md`, "Fail-to-pass admission"; paper,
 * section 2.5). Per test id, never per exit code; ids come from SELF and FULL, where the gold is. `repetitions` are what each state
 * was to be run: a run that was not made counts as one that did not come to the case.
 */
export function admit(
  unit: string,
  runs: StateRuns,
  framework: TestFramework,
  repetitions: number,
): { admissions: Admission[]; trials: TrialCount[] } {
  const ids = new Set([...runs.SELF, ...runs.FULL].flatMap((run) => run.records.map((record) => record.id)));
  const admissions: Admission[] = [];
  const trials: TrialCount[] = [];
  for (const id of [...ids].sort(byCodeUnit)) {
    const tallies = new Map(STATES.map((state) => [state, tally(id, runs[state], framework, repetitions)] as const));
    const of = (state: StateName): Tally => tallies.get(state) ?? { runs: 0, cut: 0, pass: 0, statuses: {}, reason: null };
    for (const state of STATES) {
      const { cut: _, ...counts } = of(state);
      trials.push({ unit: unit as TrialCount['unit'], id, state, ...counts });
    }
    admissions.push({ unit: unit as Admission['unit'], id, ...verdictOf(of) });
  }
  return { admissions, trials };
}

function verdictOf(of: (state: StateName) => Tally): Pick<Admission, 'verdict' | 'detail' | 'flakeBound'> {
  const clean = STATES.reduce((sum, state) => sum + of(state).runs, 0);
  const none = { flakeBound: null };
  const mixed = STATES.filter((state) => of(state).pass > 0 && of(state).pass < of(state).runs);
  if (mixed.length > 0)
    return { verdict: 'flaky', detail: mixed.map((state) => `${state} ${of(state).pass}/${of(state).runs}`).join(', '), ...none };
  const unreached = STATES.filter((state) => of(state).cut > 0);
  if (unreached.length > 0) {
    const told = unreached.map((state) => `${state} reached it in ${of(state).runs} of ${of(state).runs + of(state).cut} runs`);
    return { verdict: 'not-run', detail: `a run was cut short: ${told.join(', ')}`, ...none };
  }
  const passes = (state: StateName) => of(state).pass === of(state).runs;
  if (!passes('SELF'))
    return { verdict: 'not-sufficient', detail: `fails on its ancestors and itself: ${of('SELF').reason ?? 'no reason'}`, ...none };
  if (!passes('FULL'))
    return { verdict: 'retired', detail: `passes at its unit, fails at the end: ${of('FULL').reason ?? 'no reason'}`, ...none };
  const flakeBound = Math.round((1 - 0.05 ** (1 / of('SELF').runs)) * 1e4) / 1e4;
  if (passes('ANC')) return { verdict: 'pass-to-pass', detail: 'passes without the unit', flakeBound };
  if (passes('EMPTY')) return { verdict: 'does-not-discriminate', detail: 'passes in the empty state', ...none };
  for (const state of ['ANC', 'EMPTY'] as const) {
    const reason = of(state).reason;
    if (reason === null || !RIGHT_REASONS.has(reason))
      return { verdict: 'environment', detail: `${state} fails by ${reason ?? 'no reason'}`, ...none };
  }
  return { verdict: 'admitted', detail: `${of('ANC').reason} without it; ${clean} runs agree`, flakeBound };
}

function tally(id: string, runs: readonly RunReport[], framework: TestFramework, repetitions: number): Tally {
  const unmade = Math.max(0, repetitions - runs.length);
  const statuses: Record<string, number> = unmade === 0 ? {} : { [NOT_REACHED]: unmade };
  let pass = 0;
  let cut = unmade;
  let reason: FailureReason | null = null;
  for (const run of runs) {
    const record = run.records.find((candidate) => candidate.id === id);
    const reached = record !== undefined || !cutShort(run, id);
    const status = record?.status ?? (reached ? 'missing' : NOT_REACHED);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (!reached) cut += 1;
    else if (status === 'pass') pass += 1;
    else reason = worse(reason, record === undefined ? absence(id, run, framework) : framework.reason(record));
  }
  return { runs: runs.length + unmade - cut, cut, pass, statuses: sorted(statuses), reason };
}

/** Whether a run ended in another case, by its time limit or by a crash of that case's process, before it could come to this one. */
function cutShort(run: RunReport, id: string): boolean {
  if (run.records.length === 0) return false;
  if (run.timedOut) return true;
  const crashed = new Set(run.records.filter((record) => record.status === 'crash').map((record) => placeOf(record.id)));
  return crashed.has(placeOf(id)) || (crashed.size > 0 && run.records.every((record) => placeOf(record.id) !== placeOf(id)));
}

/** Why an expected id has no record: its file or package failed before its cases, or the run itself broke. */
function absence(id: string, run: RunReport, framework: TestFramework): FailureReason {
  if (run.timedOut) return 'timeout';
  if (!run.oom && run.noReport?.startsWith(BUILD_FAILED) === true) return 'compile-error';
  if (run.oom || run.noReport !== null) return 'no-record';
  const place = placeOf(id);
  const broken = run.records.find((record) => placeOf(record.id) === place && isBroken(record));
  if (broken !== undefined) return framework.reason(broken);
  const anyBroken = run.records.find(isBroken);
  if (anyBroken !== undefined && run.records.every((record) => record.status !== 'pass')) return framework.reason(anyBroken);
  return run.records.length > 0 ? 'missing-symbol' : 'no-record';
}

function isBroken(record: TestRecord): boolean {
  return record.status === 'error' || record.status === 'crash' || record.status === 'fail';
}

/** `<runner>|<file or package>` of an id. */
function placeOf(id: string): string {
  return id.split('|').slice(0, 2).join('|');
}

/** A wrong reason in any run outweighs right ones: the id must fail for a right reason every time. */
function worse(a: FailureReason | null, b: FailureReason): FailureReason {
  return a !== null && !RIGHT_REASONS.has(a) ? a : b;
}

function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => byCodeUnit(a, b)));
}
