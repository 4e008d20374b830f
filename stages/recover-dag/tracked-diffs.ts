import { EVIDENCE_ROLES, type NormalChange } from '#schema/change.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { FileDiff, Repository } from '#io/repository.ts';

/** Bytes of paths that are handed to git as arguments; beyond, it diffs everything and we choose. */
const MAX_ARGUMENTS = 256 * 1024;

/** Paths that are source or tests in any change of the range: followed through all of it, whatever they are in one change. */
export function trackedPaths(changes: readonly NormalChange[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const file of changes.flatMap((change) => change.files)) {
    if (!EVIDENCE_ROLES.has(file.role)) continue;
    paths.add(file.path);
    if (file.oldPath !== null) paths.add(file.oldPath);
  }
  return paths;
}

/** Diffs of some changes, tracked paths alone: the rest bears no evidence, and lockfiles are most of the bytes. */
export async function diffsOf(
  repository: Pick<Repository, 'diffHunks'>,
  changes: readonly NormalChange[],
  tracked: ReadonlySet<string>,
  whitespace: 'kept' | 'ignored',
): Promise<(readonly FileDiff[])[]> {
  const touched = changes.flatMap((change) => change.files.flatMap((file) => [file.path, file.oldPath ?? file.path]));
  const paths = [...new Set(touched)].filter((path) => tracked.has(path)).sort(byCodeUnit);
  if (paths.length === 0) return changes.map(() => []);
  const bytes = paths.reduce((sum, path) => sum + path.length, 0);
  const pairs = changes.map((change) => [change.before, change.after] as const);
  const diffs: (readonly FileDiff[])[] = [];
  for await (const diff of repository.diffHunks(pairs, { paths: bytes > MAX_ARGUMENTS ? [] : paths, whitespace }))
    diffs.push(diff.flatMap((file) => ofTracked(file, tracked)));
  return diffs;
}

/** What a diff limited to tracked paths would have told of a file. */
function ofTracked(file: FileDiff, tracked: ReadonlySet<string>): FileDiff[] {
  const isOld = file.oldPath !== null && file.oldPath !== file.path && tracked.has(file.oldPath);
  if (tracked.has(file.path)) return [file];
  return isOld && file.status === 'R' && file.oldPath !== null
    ? [{ ...file, status: 'D', path: file.oldPath, oldPath: null, hunks: [] }]
    : [];
}
