import type { Resolver, TreeView } from '../language.ts';
import { folderOf, joined, nameOf, upwards } from '../paths.ts';
import { includeRoots } from './build-files.ts';

/**
 * Headers as a compiler finds them: a quoted one beside the file first, then in the include folders; `<x.h>` in the include folders alone.
 * Where no folder that the build names holds it, the one path of the repository that ends in it, for a quoted name or one with a folder.
 */
export function cResolver(tree: TreeView): Resolver {
  const roots = includeRoots(tree);
  const byName = new Map<string, string[]>();
  for (const path of tree.paths) {
    const paths = byName.get(nameOf(path));
    if (paths === undefined) byName.set(nameOf(path), [path]);
    else paths.push(path);
  }
  const known = new Map<string, readonly string[]>();
  const find = (module: string, fromPath: string): readonly string[] => {
    const isAngled = module.startsWith('<');
    const header = isAngled ? module.slice(1, -1).trim() : module;
    const beside = isAngled ? null : joined(folderOf(fromPath), header);
    if (beside !== null && beside !== fromPath && tree.has(beside)) return [beside];
    const above = isAngled && !header.includes('/') ? [] : upwards(folderOf(fromPath)).slice(1);
    const inRoots = [...roots.of(fromPath), ...above].flatMap((root) => joined(root, header) ?? []);
    const first = inRoots.find((path) => path !== fromPath && tree.has(path));
    if (first !== undefined) return [first];
    if (isAngled && !header.includes('/')) return [];
    const suffix = `/${header.replace(/^(?:\.\.?\/)+/, '')}`;
    const ending = (byName.get(nameOf(header)) ?? []).filter((path) => path !== fromPath && `/${path}`.endsWith(suffix));
    return ending.length === 1 ? ending : [];
  };
  return {
    resolveModule(module, fromPath) {
      if (module === '') return [fromPath];
      const key = `${folderOf(fromPath)}\0${module}`;
      const found = known.get(key) ?? find(module, fromPath);
      if (!found.includes(fromPath)) known.set(key, found);
      return found.filter((path) => path !== fromPath);
    },
    samePackage: () => [],
  };
}
