import type { TreeView } from '../language.ts';
import { readJson, stringOf, type Table, tableOf, type Value } from '../manifest/json.ts';
import { folderOf, nameOf, upwards } from '../paths.ts';

export interface Package {
  readonly folder: string;
  readonly name: string | null;
  readonly json: Table;
}

export interface Packages {
  /** Nearest package.json upwards of a file. */
  of(path: string): Package | null;
  /** The package of the repository with this name. */
  named(name: string): Package | null;
  in(folder: string): Package | null;
}

export function packagesOf(tree: TreeView): Packages {
  const byFolder = new Map<string, Package>();
  const byName = new Map<string, Package>();
  for (const path of tree.paths) {
    if (nameOf(path) !== 'package.json' || /(?:^|\/)(?:node_modules|fixtures|__fixtures__)\//.test(path)) continue;
    const json = readJson(tree.text(path));
    if (json === null) continue;
    const found = { folder: folderOf(path), name: stringOf(json['name']), json };
    byFolder.set(found.folder, found);
    if (found.name !== null && !byName.has(found.name)) byName.set(found.name, found);
  }
  return {
    of: (path) =>
      upwards(folderOf(path))
        .map((folder) => byFolder.get(folder))
        .find((one) => one !== undefined) ?? null,
    named: (name) => byName.get(name) ?? null,
    in: (folder) => byFolder.get(folder) ?? null,
  };
}

const DEPTH = 8;
/** Every target of a conditional export, in the order written: a source condition first, since built files are not in the tree. */
function targetsOf(value: Value | undefined, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (depth > DEPTH || value === undefined) return [];
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap((one) => targetsOf(one, depth + 1));
  const table = tableOf(value);
  if (table === null) return [];
  const conditions: readonly string[] = Object.keys(table);
  const first: readonly string[] = conditions.filter((name) => name === 'source' || name === 'development');
  return [...first, ...conditions.filter((name) => !first.includes(name))].flatMap((name) => targetsOf(table[name], depth + 1));
}

/** Targets of `key` in an `exports` or `imports` map, `*` patterns by longest prefix. */
function mapped(map: Table, key: string): string[] {
  if (Object.hasOwn(map, key)) return targetsOf(map[key]);
  const patterns = Object.keys(map)
    .filter((pattern) => pattern.includes('*'))
    .map((pattern) => ({ pattern, prefix: pattern.slice(0, pattern.indexOf('*')), suffix: pattern.slice(pattern.indexOf('*') + 1) }))
    .filter(({ prefix, suffix }) => key.length >= prefix.length + suffix.length && key.startsWith(prefix) && key.endsWith(suffix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  const best = patterns[0];
  if (best === undefined) return [];
  const middle = key.slice(best.prefix.length, key.length - best.suffix.length);
  return targetsOf(map[best.pattern]).map((target) => target.replaceAll('*', middle));
}

/** Targets, relative to the package's folder, of a subpath (`.`, `./x`) of a package. */
export function exportTargets(one: Package, subpath: string): string[] {
  const exports = one.json['exports'];
  const table = tableOf(exports);
  const isMap = table !== null && Object.keys(table).some((key) => key.startsWith('.'));
  if (exports !== undefined && exports !== null) {
    if (isMap) return mapped(table, subpath);
    return subpath === '.' ? targetsOf(exports) : [];
  }
  if (subpath !== '.') return [subpath];
  const fields = ['source', 'types', 'typings', 'module', 'main'].flatMap((field) => stringOf(one.json[field]) ?? []);
  return [...fields, './index'];
}

/** Targets of a `#name` import of a package. */
export function importTargets(one: Package, name: string): string[] {
  const imports = tableOf(one.json['imports']);
  return imports === null ? [] : mapped(imports, name);
}
