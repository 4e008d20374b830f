import type { Progress } from '#pipeline/stage.ts';
import type { Evidence, Recovered, Unit } from '#schema/dag.ts';
import type { UnitStates } from '#schema/task.ts';
import type { RunReport } from '#schema/trial.ts';
import { ancestorsOf } from '../gold/gold.ts';
import type { OpenTask } from '../gold/open-task.ts';
import type { StateRuns } from './admission.ts';
import { relayered } from './restructure.ts';
import type { Trials } from './trials.ts';

/** A unit whose tests pass at the end of the range and not on its ancestors and itself: an edge is missing. */
export interface Insufficient {
  readonly unit: Unit;
  readonly states: UnitStates;
  /** Ids that must pass. */
  readonly ids: readonly string[];
}

/**
 * Finds what an insufficient unit lacks (`dag.md`, sufficiency): the smallest set of earlier units, added one at a time, that makes
 * its tests pass. Each is the last unit of the shortest passing prefix of candidates, so a search costs the logarithm of their
 * number in runs. Null when even all earlier units do not help.
 */
export async function missingParents(
  task: OpenTask,
  recovered: Recovered,
  lacking: Insufficient,
  trials: Trials,
): Promise<readonly Unit[] | null> {
  const { unit } = lacking;
  const above = new Set(ancestorsOf(unit, recovered.units).map((each) => each.id));
  const earlier = recovered.units.filter((each) => each.id < unit.id && !above.has(each.id));
  const found: Unit[] = [];
  const passes = async (extra: readonly Unit[]) => passesWith(task, recovered, lacking, [...found, ...extra], trials);
  if (earlier.length === 0 || !(await passes(earlier))) return null;
  while (!(await passes([]))) {
    let [low, high] = [1, earlier.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (await passes(earlier.slice(0, middle))) high = middle;
      else low = middle + 1;
    }
    const needed = earlier[low - 1];
    if (needed === undefined || found.includes(needed)) return null;
    found.push(needed);
  }
  return found;
}

async function passesWith(
  task: OpenTask,
  recovered: Recovered,
  { unit, states, ids }: Insufficient,
  extra: readonly Unit[],
  trials: Trials,
): Promise<boolean> {
  const wanted = new Set([unit, ...extra].flatMap((each) => [each, ...ancestorsOf(each, recovered.units)]).map((each) => each.id));
  const composed = await task.gold.compose(recovered.units.filter((each) => wanted.has(each.id)));
  if ('conflict' in composed) return false;
  const { repository, sides } = task.gold;
  const tests = (await repository.listTree(states.self)).filter((entry) => sides.testSide(entry.path));
  const tree = await repository.writeTree([...(await task.gold.workspace(composed.tree)), ...tests]);
  const report = await trials.run({ unit: unit.id, tree, runFiles: states.runFiles, plan: { order: 'declared', seed: 1 } });
  return allPass(report, ids);
}

function allPass(report: RunReport, ids: readonly string[]): boolean {
  const passed = new Set(report.records.filter((record) => record.status === 'pass').map((record) => record.id));
  return ids.every((id) => passed.has(id));
}

/** The DAG with executed edges `parent → unit`, each witnessed by a test id that fails without it. */
export function withExecutedEdges(recovered: Recovered, unit: Unit, parents: readonly Unit[], witness: string, path: string): Recovered {
  const step = unit.steps.at(-1);
  const pieces: Evidence[] = parents.map((parent, index) => ({
    id: `e${String(recovered.evidence.length + index + 1).padStart(4, '0')}`,
    kind: 'fails-without',
    from: parent.id,
    to: unit.id,
    change: step?.change ?? parent.id,
    introducedBy: parent.steps.at(-1)?.change ?? parent.id,
    path,
    lines: [],
    symbol: null,
    definedIn: null,
    how: witness,
    hot: false,
  }));
  const edges = pieces.map((piece) => ({
    from: piece.from,
    to: piece.to,
    patterns: ['functional-producer-consumer' as const],
    evidence: [piece.id],
    proof: 'proven' as const,
    implied: false,
  }));
  return relayered({ ...recovered, evidence: [...recovered.evidence, ...pieces], edges: [...recovered.edges, ...edges] });
}

/** Units of a round that pass at the end and not on their ancestors, in id order. */
export function insufficientUnits(
  recovered: Recovered,
  states: ReadonlyMap<string, UnitStates>,
  runs: ReadonlyMap<string, StateRuns>,
): Insufficient[] {
  const lacking: Insufficient[] = [];
  for (const unit of recovered.units) {
    const own = states.get(unit.id);
    const { SELF: atUnit, FULL: atEnd } = runs.get(unit.id) ?? { SELF: [], FULL: [] };
    if (own === undefined || atUnit.length === 0) continue;
    const always = passingIds(atEnd);
    const ids = always.filter((id) => atUnit.every((report) => !allPass(report, [id])));
    if (ids.length > 0) lacking.push({ unit, states: own, ids });
  }
  return lacking;
}

function passingIds(reports: readonly RunReport[]): string[] {
  const [first, ...rest] = reports;
  const ids = first?.records.filter((record) => record.status === 'pass').map((record) => record.id) ?? [];
  return ids.filter((id) => rest.every((report) => allPass(report, [id])));
}

export async function completeByRuns(
  task: OpenTask,
  recovered: Recovered,
  lacking: readonly Insufficient[],
  trials: Trials,
  progress: Progress,
): Promise<Recovered> {
  let current = recovered;
  for (const [index, each] of lacking.entries()) {
    progress.step('looking for missing edges', index, lacking.length);
    const unit = current.units.find((candidate) => candidate.id === each.unit.id);
    if (unit === undefined) continue;
    const parents = await missingParents(task, current, { ...each, unit }, trials);
    if (parents !== null && parents.length > 0)
      current = withExecutedEdges(current, unit, parents, each.ids[0] ?? '', each.states.runFiles[0] ?? '');
  }
  return current;
}
