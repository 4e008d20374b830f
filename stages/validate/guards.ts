import { mapBounded } from '#io/bounded.ts';
import type { Progress } from '#pipeline/stage.ts';
import type { Oid } from '#schema/primitives.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { SelectedTests } from '#schema/task.ts';
import type { OpenTask } from '../gold/open-task.ts';
import { repetitions, type Trials } from './trials.ts';

/**
 * Pass-to-pass guards of the base (`dag.md`): ids of the base's own suite that pass in every repetition both at the empty workspace
 * and with every unit in place. An id that the gold itself breaks or removes is retired, and no guard.
 */
export async function baseGuards(
  task: OpenTask,
  trees: { readonly start: Oid; readonly end: Oid },
  trials: Trials,
  options: { repetitions: number; concurrency: number },
  progress: Progress,
): Promise<SelectedTests | null> {
  const { repository } = task.gold;
  const composed = await task.gold.compose([]);
  if ('conflict' in composed) throw new Error('the empty state composes by definition');
  const tests = await task.gold.tests(composed.tree);
  const files = tests
    .map((entry) => entry.path)
    .filter((path) => task.framework.runs(path))
    .sort(byCodeUnit);
  if (files.length === 0) return null;
  const whole = await Promise.all(
    [trees.start, trees.end].map(async (tree) => repository.writeTree([...(await repository.listTree(tree)), ...tests])),
  );
  const jobs = whole.flatMap((tree) => repetitions(options.repetitions).map((plan) => ({ tree, plan })));
  let done = 0;
  const reports = await mapBounded(jobs, options.concurrency, async ({ tree, plan }) => {
    const report = await trials.run({ unit: '_base', tree, runFiles: files, plan });
    progress.step('running the base suite', ++done, jobs.length);
    return report;
  });
  const passing = reports.map((report) => new Set(report.records.filter((record) => record.status === 'pass').map((record) => record.id)));
  const guards = [...(passing[0] ?? [])].filter((id) => passing.every((set) => set.has(id))).sort(byCodeUnit);
  return { framework: task.framework.name, files, fail_to_pass: [], pass_to_pass: guards };
}
