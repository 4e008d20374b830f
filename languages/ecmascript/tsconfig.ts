import type { TreeView } from '../language.ts';
import { at, readJson, stringOf, stringsOf, type Table, tableOf } from '../manifest/json.ts';
import { folderOf, joined, upwards } from '../paths.ts';

/** `compilerOptions.paths` and `baseUrl` that hold for a file, targets relative to the repository. */
export interface PathMapping {
  readonly baseUrl: string | null;
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

const NONE: PathMapping = { baseUrl: null, paths: [] };

function read(tree: TreeView, path: string, depth: number): PathMapping {
  const config: Table | null = readJson(tree.text(path));
  if (config === null || depth > 8) return NONE;
  const folder = folderOf(path);
  const extended = [...stringsOf(config['extends']), stringOf(config['extends']) ?? ''].filter((one) => one.startsWith('.'));
  let mapping = NONE;
  for (const base of extended) {
    const target = joined(folder, base);
    const file = [target, `${target}.json`, `${target}/tsconfig.json`].find((one) => one !== null && tree.has(one));
    if (file !== undefined && file !== null) mapping = { ...mapping, ...read(tree, file, depth + 1) };
  }
  const baseText = stringOf(at(config, 'compilerOptions', 'baseUrl'));
  const baseUrl = baseText === null ? mapping.baseUrl : joined(folder, baseText);
  const paths = tableOf(at(config, 'compilerOptions', 'paths'));
  if (paths === null) return { ...mapping, baseUrl };
  const root = baseText === null ? (mapping.baseUrl ?? folder) : (baseUrl ?? folder);
  const entries = Object.keys(paths).map((pattern) => ({
    pattern,
    targets: stringsOf(paths[pattern]).flatMap((target) => joined(root, target) ?? []),
  }));
  return { baseUrl, paths: entries };
}

/** The mapping of the nearest tsconfig.json or jsconfig.json upwards of a folder, `extends` by relative path followed. */
export function pathMappings(tree: TreeView): (folder: string) => PathMapping {
  const known = new Map<string, PathMapping>();
  return (folder) => {
    const cached = known.get(folder);
    if (cached !== undefined) return cached;
    const files = upwards(folder).flatMap((one) =>
      ['tsconfig.json', 'jsconfig.json'].map((name) => (one === '' ? name : `${one}/${name}`)),
    );
    const file = files.find((one) => tree.has(one));
    const mapping = file === undefined ? NONE : read(tree, file, 0);
    known.set(folder, mapping);
    return mapping;
  };
}

/** Repository paths, without extension rules, that the mapping gives for a bare module; exact patterns first, then longest prefix. */
export function mappedPaths(mapping: PathMapping, module: string): string[] {
  const scored = mapping.paths.flatMap(({ pattern, targets }) => {
    const star = pattern.indexOf('*');
    if (star === -1) return pattern === module ? [{ score: Number.MAX_SAFE_INTEGER, found: targets }] : [];
    const [prefix, suffix] = [pattern.slice(0, star), pattern.slice(star + 1)];
    if (!module.startsWith(prefix) || !module.endsWith(suffix) || module.length < prefix.length + suffix.length) return [];
    const middle = module.slice(prefix.length, module.length - suffix.length);
    return [{ score: prefix.length, found: targets.map((target) => target.replace('*', middle)) }];
  });
  const best = scored.sort((a, b) => b.score - a.score)[0]?.found ?? [];
  const base = mapping.baseUrl === null ? null : joined(mapping.baseUrl, module);
  return base === null ? [...best] : [...best, base];
}
