import { mapBounded } from '#io/bounded.ts';
import { judgeUnit } from '#runtime/judge/judge-unit.ts';
import { dropped, type Dropped } from '#schema/outcome.ts';
import type { Oid } from '#schema/primitives.ts';
import type { SelectedTests, UnitStates } from '#schema/task.ts';
import type { OpenTask } from '../gold/open-task.ts';
import type { Trials } from './trials.ts';

export interface GateInput {
  readonly states: ReadonlyMap<string, UnitStates>;
  readonly selected: ReadonlyMap<string, SelectedTests>;
  /** Base workspace, and base workspace + every shard. */
  readonly start: Oid;
  readonly end: Oid;
}

export interface GateResult {
  readonly dropped: Dropped | null;
  /** `<unit> <id>` of admitted ids that do not pass with every shard in place. */
  readonly unsolved: readonly string[];
}

/**
 * The last gate (`design.md`, agents): gold resolves every unit and doing nothing resolves none, each unit in a fresh sandbox, by the
 * judge that evaluation uses.
 */
export async function gates(task: OpenTask, trials: Trials, input: GateInput, concurrency: number): Promise<GateResult> {
  const { repository, sides } = task.gold;
  const jobs = [...input.states.values()].flatMap((unit) => (['oracle', 'noop'] as const).map((agent) => ({ unit, agent })));
  const verdicts = await mapBounded(jobs, concurrency, async ({ unit, agent }) => {
    const tests = (await repository.listTree(unit.self)).filter((entry) => sides.testSide(entry.path));
    const workspace = await repository.listTree(agent === 'oracle' ? input.end : input.start);
    const tree = await repository.writeTree([...workspace, ...tests]);
    const report = await trials.runFresh({ unit: unit.unit, tree, runFiles: unit.runFiles, plan: { order: 'declared', seed: 0 } });
    const tested = input.selected.get(unit.unit);
    return { agent, verdict: judgeUnit(unit.unit, report, [...(tested?.fail_to_pass ?? []), ...(tested?.pass_to_pass ?? [])]) };
  });
  const scoring = verdicts.filter((each) => each.agent === 'noop' && each.verdict.verdict === 'pass');
  if (scoring.length > 0) return { dropped: dropped('noop-scores', scoring.map(({ verdict }) => verdict.unit).join(', ')), unsolved: [] };
  const oracle = verdicts.filter((each) => each.agent === 'oracle').map((each) => each.verdict);
  const unsolved = oracle.flatMap((verdict) =>
    verdict.tests.filter((test) => test.status !== 'pass').map((test) => `${verdict.unit} ${test.id}`),
  );
  const unjudged = oracle.filter(
    (verdict) => verdict.verdict === 'not-judged' || (verdict.verdict === 'fail' && verdict.tests.every((test) => test.status === 'pass')),
  );
  if (unjudged.length > 0)
    return {
      dropped: dropped('oracle-not-resolved', unjudged.map((verdict) => `${verdict.unit}: ${verdict.why}`).join('; ')),
      unsolved: [],
    };
  return { dropped: null, unsolved };
}
