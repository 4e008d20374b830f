import type { Problem } from '#schema/check.ts';
import { problem } from './check-view.ts';
import type { Composer } from './composer.ts';
import type { TaskFiles } from './files.ts';
import { loadTask } from './load.ts';

/**
 * The shards, in the order that solution.sh applies them, and gold-patch.diff lead from base/ to the same tree, byte for byte.
 * Run on a task that has no other problem: it loads the task.
 */
export async function checkComposition(files: TaskFiles, composer: Composer): Promise<readonly Problem[]> {
  const task = loadTask(files.id, files.all);
  const whole = await composer.apply(task.base, task.goldPatch.length === 0 ? [] : [task.goldPatch]);
  if ('refused' in whole)
    return [problem('gold-refused', files.place('gold-patch.diff'), `does not apply to base/: ${whole.refused}`, 'Cut it again.')];
  const sharded = task.units.filter((unit) => unit.shard !== null && unit.shard.length > 0);
  if (task.units.every((unit) => unit.shard === null)) return [];
  const composed = await composer.apply(
    task.base,
    sharded.flatMap((unit) => unit.shard ?? []),
  );
  if ('refused' in composed) {
    const unit = sharded[composed.at];
    return [
      problem(
        'shard-refused',
        files.place(`gold_patches/${unit?.slug ?? ''}.diff`),
        `does not apply after the shards before it: ${composed.refused}`,
        'Cut it again.',
      ),
    ];
  }
  if (composed.tree === whole.tree) return [];
  return [
    problem(
      'gold-mismatch',
      files.place('gold-patch.diff'),
      'gives another tree than the shards',
      'Cut the shards and the whole from the same trees.',
    ),
  ];
}
