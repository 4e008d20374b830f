import { ancestorsOf } from '../gold/gold.ts';
import type { OpenTask } from '../gold/open-task.ts';
import type { Lifetime } from '#runtime/task/records.ts';
import type { Unit } from '#schema/dag.ts';
import type { UnitStates } from '#schema/task.ts';
import type { Trials } from './trials.ts';
import type { ProvenUnits } from './units.ts';

/**
 * Where each admitted or retired id holds (`dag.md`, lifetime of a test). The unit that retires an id is the first in id order whose
 * gold makes it fail, found by bisection over the states base + units up to it: the id passes at its own unit and fails at the end.
 */
export async function lifetimesOf(task: OpenTask, proven: ProvenUnits, trials: Trials): Promise<Lifetime[]> {
  const lifetimes: Lifetime[] = [];
  for (const each of proven.admissions) {
    if (each.verdict !== 'admitted' && each.verdict !== 'retired') continue;
    const states = proven.states.get(each.unit);
    const retiredBy =
      each.verdict === 'retired' && states !== undefined ? await retirerOf(task, proven.recovered.units, states, each.id, trials) : null;
    lifetimes.push({ unit: each.unit, id: each.id, validFrom: each.unit, retiredBy });
  }
  return lifetimes;
}

async function retirerOf(task: OpenTask, units: readonly Unit[], states: UnitStates, id: string, trials: Trials): Promise<string | null> {
  const own = units.findIndex((unit) => unit.id === states.unit);
  let [low, high] = [own + 1, units.length - 1];
  if (own < 0 || low > high || (await passesAt(task, units, high, states, id, trials))) return null;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (await passesAt(task, units, middle, states, id, trials)) low = middle + 1;
    else high = middle;
  }
  return units[low]?.id ?? null;
}

/** Whether an id passes on its unit, the unit's ancestors, and every unit up to `last`. */
async function passesAt(
  task: OpenTask,
  units: readonly Unit[],
  last: number,
  states: UnitStates,
  id: string,
  trials: Trials,
): Promise<boolean> {
  const own = units.filter((unit) => unit.id === states.unit);
  const wanted = new Set([...units.slice(0, last + 1), ...own, ...own.flatMap((unit) => ancestorsOf(unit, units))].map((unit) => unit.id));
  const composed = await task.gold.compose(units.filter((unit) => wanted.has(unit.id)));
  if ('conflict' in composed) return false;
  const { repository, sides } = task.gold;
  const tests = (await repository.listTree(states.self)).filter((entry) => sides.testSide(entry.path));
  const tree = await repository.writeTree([...(await task.gold.workspace(composed.tree)), ...tests]);
  const report = await trials.run({ unit: states.unit, tree, runFiles: states.runFiles, plan: { order: 'declared', seed: 1 } });
  return report.records.some((record) => record.id === id && record.status === 'pass');
}
