import type { Unit } from '#schema/dag.ts';
import type { UnitStates } from '#schema/task.ts';
import type { Admission, TrialCount } from '#schema/trial.ts';
import { ancestorsOf } from '../gold/gold.ts';
import type { OpenTask } from '../gold/open-task.ts';
import type { Trials } from './trials.ts';

/**
 * Tests that were there before. When a unit's test file does not load without the unit, every case in it fails in ANC, also those
 * that the unit did not touch. A case that passes on the ancestors with the ancestors' own test files is none of the unit's tests:
 * it stays as a guard. Costs one run for each unit with such a file.
 */
export async function keepOwnTests(
  task: OpenTask,
  unit: Unit,
  units: readonly Unit[],
  states: UnitStates,
  result: { readonly admissions: Admission[]; readonly trials: readonly TrialCount[] },
  trials: Trials,
): Promise<Admission[]> {
  const unloaded = new Set(
    result.trials.filter((each) => each.state === 'ANC' && (each.statuses['missing'] ?? 0) > 0).map((each) => each.id),
  );
  if (!result.admissions.some((each) => each.verdict === 'admitted' && unloaded.has(each.id))) return result.admissions;
  const composed = await task.gold.compose(ancestorsOf(unit, units));
  if ('conflict' in composed) throw new Error(`${unit.id}: its ancestors no longer compose: ${composed.conflict.path}`);
  const tests = await task.gold.tests(composed.tree);
  const present = new Set(tests.map((entry) => entry.path));
  const runFiles = states.runFiles.filter((path) => present.has(path));
  if (runFiles.length === 0) return result.admissions;
  const tree = await task.gold.repository.writeTree([...(await task.gold.workspace(composed.tree)), ...tests]);
  const report = await trials.run({ unit: unit.id, tree, runFiles, plan: { order: 'declared', seed: 1 } });
  const passed = new Set(report.records.filter((record) => record.status === 'pass').map((record) => record.id));
  return result.admissions.map((each) =>
    each.verdict === 'admitted' && unloaded.has(each.id) && passed.has(each.id)
      ? {
          ...each,
          verdict: 'pass-to-pass',
          detail: 'passes before the unit with the test files of then; only its file does not load without the unit',
        }
      : each,
  );
}
