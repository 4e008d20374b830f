import { mapBounded } from '#io/bounded.ts';
import type { Progress } from '#pipeline/stage.ts';
import type { RunPlan } from '#runtime/judge/judge.ts';
import type { Recovered, Unit } from '#schema/dag.ts';
import { dropped, type Dropped } from '#schema/outcome.ts';
import type { UnitStates } from '#schema/task.ts';
import type { Admission, RunReport, StateName, TrialCount } from '#schema/trial.ts';
import { statesOf } from '../gold/states.ts';
import type { OpenTask } from '../gold/open-task.ts';
import { admit, type StateRuns } from './admission.ts';
import { keepOwnTests } from './prior.ts';
import { withoutUnits } from './restructure.ts';
import { completeByRuns, insufficientUnits } from './sufficiency.ts';
import { repetitions, type Trials } from './trials.ts';

/** A task in which every unit has a test that only its gold makes pass. */
export interface ProvenUnits {
  readonly recovered: Recovered;
  readonly states: ReadonlyMap<string, UnitStates>;
  readonly admissions: readonly Admission[];
  readonly trials: readonly TrialCount[];
}
interface Round extends Omit<ProvenUnits, 'recovered'> {
  /** Last output of a SELF run without a passing test, for the message of a broken environment. */
  readonly tail: string;
  readonly runs: ReadonlyMap<string, StateRuns>;
}
const STATES: readonly StateName[] = ['EMPTY', 'ANC', 'SELF', 'FULL'];
const NO_RUNS: StateRuns = { EMPTY: [], ANC: [], SELF: [], FULL: [] };

/**
 * Runs every unit's tests in its four states, folds or drops the units that nothing proves, and runs what that changed, until every
 * unit that is left has an admitted id. Each round takes at least one unit away, so it ends; units whose states the folding of
 * another changed are judged anew in the next.
 */
export async function proveUnits(
  task: OpenTask,
  recovered: Recovered,
  trials: Trials,
  options: { repetitions: number; concurrency: number },
  progress: Progress,
): Promise<ProvenUnits | Dropped> {
  let current = recovered;
  let completed = false;
  for (;;) {
    const round = await runRound(task, current, recovered.units, trials, options, progress);
    const broken = brokenEnvironment(round);
    if (broken !== null) return dropped('environment-broken', broken);
    if (!completed) {
      completed = true;
      const lacking = insufficientUnits(current, round.states, round.runs);
      const mended = await completeByRuns(task, current, lacking, trials, progress);
      if (mended !== current) {
        current = mended;
        continue;
      }
    }
    const unproven = current.units.filter((unit) => !round.admissions.some((each) => each.unit === unit.id && each.verdict === 'admitted'));
    if (unproven.length === 0) return { recovered: current, states: round.states, admissions: round.admissions, trials: round.trials };
    const why = unproven.map(({ id }) => [id, summaryOf(round.admissions.filter((each) => each.unit === id))] as const);
    current = withoutUnits(current, new Map(why));
  }
}

/** The gold itself passes nowhere: that is the environment, not the tests. Says what the command printed last. */
function brokenEnvironment(round: Round): string | null {
  const gold = round.trials.filter((each) => each.state === 'SELF' || each.state === 'FULL');
  return round.states.size === 0 || gold.some((each) => each.pass > 0)
    ? null
    : `no test passes with the gold in place. ${round.tail}`.slice(0, 2000);
}

async function runRound(
  task: OpenTask,
  recovered: Recovered,
  all: readonly Unit[],
  trials: Trials,
  options: { repetitions: number; concurrency: number },
  progress: Progress,
): Promise<Round> {
  const states = new Map<string, UnitStates>();
  for (const unit of recovered.units) {
    const made = await statesOf(task.gold, unit, recovered.units, all, (path) => task.framework.runs(path));
    if ('conflict' in made) throw new Error(`a folded unit no longer composes: ${made.conflict}`);
    states.set(unit.id, made);
  }
  const { runs, repeated } = await runStates([...states.values()], recovered, task, trials, options, progress);
  const admissions: Admission[] = [];
  const counts: TrialCount[] = [];
  for (const unit of states.values()) {
    const asked = repeated.has(unit.unit) ? options.repetitions : 1;
    const result = admit(unit.unit, runs.get(unit.unit) ?? NO_RUNS, task.framework, asked);
    const own = recovered.units.find((each) => each.id === unit.unit);
    admissions.push(...(own === undefined ? result.admissions : await keepOwnTests(task, own, recovered.units, unit, result, trials)));
    counts.push(...result.trials);
  }
  const silent = [...runs.values()]
    .flatMap((each) => each.SELF)
    .find((report) => !report.records.some((record) => record.status === 'pass'));
  const tail =
    silent === undefined
      ? ''
      : `${silent.noReport ?? ''} ${silent.records.find((record) => record.message !== '')?.message ?? ''} ${silent.tail}`.trim();
  return { states, admissions, trials: counts, tail, runs };
}

/**
 * Every state of every unit once, then the other repetitions of the units that may still come to something: an id that one run
 * speaks against is admitted by no number of further ones.
 */
async function runStates(
  all: readonly UnitStates[],
  recovered: Recovered,
  task: OpenTask,
  trials: Trials,
  options: { repetitions: number; concurrency: number },
  progress: Progress,
): Promise<{ runs: ReadonlyMap<string, StateRuns>; repeated: ReadonlySet<string> }> {
  const runs = new Map(
    all.map(({ unit }) => [unit as string, { EMPTY: [], ANC: [], SELF: [], FULL: [] } as Record<StateName, RunReport[]>]),
  );
  const repeat = async (units: readonly UnitStates[], plans: readonly RunPlan[], about: string) => {
    const jobs = units.flatMap((unit) => STATES.map((state) => ({ unit, state })));
    let done = 0;
    await mapBounded(jobs, options.concurrency, async ({ unit, state }) => {
      const made = runs.get(unit.unit)?.[state] ?? [];
      for (const plan of plans) {
        // With a run that used up its time no case of this state is admitted: what it would cost again is not spent.
        if (made.some((report) => report.timedOut)) break;
        made.push(await trials.run({ unit: unit.unit, tree: treeOf(unit, state), runFiles: unit.runFiles, plan }));
      }
      done += plans.length;
      progress.step(about, done, jobs.length * plans.length);
    });
  };
  const [first, ...others] = repetitions(options.repetitions);
  if (first !== undefined) await repeat(all, [first], 'running trials');
  const lacking = insufficientUnits(recovered, new Map(all.map((each) => [each.unit, each])), runs);
  const open = all.filter(
    ({ unit }) =>
      lacking.some((each) => each.unit.id === unit) ||
      admit(unit, runs.get(unit) ?? NO_RUNS, task.framework, 1).admissions.some((each) => each.verdict === 'admitted'),
  );
  await repeat(open, others, 'repeating trials');
  return { runs, repeated: new Set(open.map(({ unit }) => unit)) };
}

function treeOf(unit: UnitStates, state: StateName): string {
  return { EMPTY: unit.empty, ANC: unit.anc, SELF: unit.self, FULL: unit.full }[state];
}

/** `3 pass-to-pass, 1 not-sufficient (assertion)`: why a unit has nothing admitted. */
function summaryOf(admissions: readonly Admission[]): string {
  if (admissions.length === 0) return 'its tests gave no record';
  const counts = new Map<string, number>();
  for (const each of admissions) counts.set(each.verdict, (counts.get(each.verdict) ?? 0) + 1);
  const example = admissions.find((each) => each.verdict !== 'pass-to-pass')?.detail;
  return `${[...counts]
    .sort()
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ')}${example === undefined ? '' : ` (${example})`}`;
}
