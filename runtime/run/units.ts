import type { LoadedTask, LoadedUnit } from '#runtime/task/load.ts';
import { BASE_TESTS } from '#runtime/task/emit-tests.ts';
import type { ScoredUnit } from '#schema/results.ts';

/** Ids that the whole gold no longer passes: no obligation at the end (`dag.md`, lifetime of a test). */
function retiredIds(task: LoadedTask, unit: string): ReadonlySet<string> {
  return new Set(task.lifetimes.filter((life) => life.unit === unit && life.retiredBy !== null).map((life) => life.id));
}

export function scoredUnits(task: LoadedTask): readonly ScoredUnit[] {
  return task.units.map((unit) => {
    const retired = retiredIds(task, unit.id);
    const expected = (unit.selected?.fail_to_pass ?? []).filter((id) => !retired.has(id));
    return { id: unit.id, layer: unit.layer, parents: [...unit.parents], expected };
  });
}

/** Pass-to-pass ids of a unit that still hold at the end. */
export function guardIds(task: LoadedTask, unit: LoadedUnit): readonly string[] {
  const retired = retiredIds(task, unit.id);
  return (unit.selected?.pass_to_pass ?? []).filter((id) => !retired.has(id));
}
export function baseGuardIds(task: LoadedTask): readonly string[] {
  const retired = retiredIds(task, BASE_TESTS);
  return (task.baseSelected?.pass_to_pass ?? []).filter((id) => !retired.has(id));
}
