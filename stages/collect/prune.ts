import type { Repository } from '#io/repository.ts';
import type { Oid } from '#schema/primitives.ts';

/** Gives trees without the ignored paths (a file, or a folder with all in it); each tree is rewritten once. */
export function pruner(repository: Pick<Repository, 'listTree' | 'writeTree'>, ignored: readonly string[]): (tree: Oid) => Promise<Oid> {
  if (ignored.length === 0) return async (tree) => tree;
  const done = new Map<Oid, Oid>();
  return async (tree) => {
    const known = done.get(tree);
    if (known !== undefined) return known;
    const entries = await repository.listTree(tree);
    const kept = entries.filter(({ path }) => !ignored.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
    const pruned = kept.length === entries.length ? tree : await repository.writeTree(kept);
    done.set(tree, pruned);
    return pruned;
  };
}
