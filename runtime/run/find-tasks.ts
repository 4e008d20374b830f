import { basename, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { exists, list } from '#io/files.ts';
import { UserError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';

export interface FoundTask {
  readonly id: string;
  readonly directory: string;
}

/** Task directories at, below, or one pool deeper than a path: a task, a pool of tasks, a folder of pools. Sorted by id. */
export async function findTasks(path: string): Promise<readonly FoundTask[]> {
  const root = resolve(path);
  if (!(await exists(root))) throw new UserError(path, 'does not exist', 'Name a task, a pool or a folder of pools.');
  if (await exists(join(root, 'task.yaml'))) return [{ id: basename(root), directory: root }];
  const isTask = (name: string): boolean => basename(name).startsWith('task_');
  const below = await list(
    root,
    (entry) => entry.split('/').length > 2 || (entry.includes('/') && isTask(entry.slice(0, entry.indexOf('/')))),
  );
  return below
    .filter((entry) => entry.kind === 'directory' && isTask(entry.path) && !entry.path.includes('.tmp-'))
    .map((entry) => ({ id: basename(entry.path), directory: join(root, entry.path) }))
    .sort((a, b) => byCodeUnit(a.id, b.id) || byCodeUnit(a.directory, b.directory));
}

/** Tasks that match an inclusion and no exclusion, at most `limit`. Throws UserError on a glob that matches nothing, and on two of one id. */
export function selectTasks(
  tasks: readonly FoundTask[],
  include: readonly string[],
  exclude: readonly string[],
  limit: number | null,
): readonly FoundTask[] {
  for (const glob of include) {
    if (!tasks.some(({ id }) => picomatch.isMatch(id, glob)))
      throw new UserError('task_ids', `"${glob}" matches no task`, 'See `lhb tasks list`.');
  }
  const chosen = tasks.filter(
    ({ id }) => picomatch.isMatch(id, [...include]) && (exclude.length === 0 || !picomatch.isMatch(id, [...exclude])),
  );
  const twice = chosen.find(({ id }, index) => chosen[index + 1]?.id === id);
  if (twice !== undefined)
    throw new UserError(twice.directory, `another chosen task is called ${twice.id} too`, 'Point dataset_path at one pool.');
  return limit === null ? chosen : chosen.slice(0, limit);
}
