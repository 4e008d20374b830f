import type { TreeView } from '../language.ts';
import { at, listOf, stringOf, tableOf, type Table } from '../manifest/json.ts';
import { readToml } from '../manifest/toml.ts';
import { folderOf, joined, nameOf, upwards } from '../paths.ts';

/** A package with its targets. */
export interface RustPackage {
  /** As code names it: `-` is `_`. */
  readonly name: string;
  readonly folder: string;
  /** Root file of the library, or null. */
  readonly library: string | null;
  /** Root files of all targets, the library first. */
  readonly roots: readonly string[];
  /** Crates that its code calls otherwise than their packages: alias → package. */
  readonly renamed: ReadonlyMap<string, string>;
  /** In 2015 a path without a root starts at the crate. */
  readonly edition: string;
}

function underscored(name: string): string {
  return name.replaceAll('-', '_');
}

function renamedIn(manifest: Table, workspace: Table | null): Map<string, string> {
  const renamed = new Map<string, string>();
  const tables = ['dependencies', 'dev-dependencies', 'build-dependencies'].flatMap((key) => [
    at(manifest, key),
    ...Object.values(tableOf(manifest['target']) ?? {}).map((target) => at(tableOf(target), key)),
  ]);
  for (const [alias, value] of tables.flatMap((table) => Object.entries(tableOf(table) ?? {}))) {
    const own = tableOf(value);
    const shared = own?.['workspace'] === true ? tableOf(at(workspace, 'workspace', 'dependencies', alias)) : null;
    const name = stringOf(own?.['package']) ?? stringOf(shared?.['package']);
    if (name !== null && name !== undefined) renamed.set(underscored(alias), underscored(name));
  }
  return renamed;
}

/** Targets that are found by their place, as cargo finds them. */
function placedTargets(paths: readonly string[], folder: string): string[] {
  const base = folder === '' ? '' : `${folder}/`;
  const target =
    /^(?:src\/main\.rs|src\/bin\/(?:[^/]+\.rs|[^/]+\/main\.rs)|(?:tests|examples|benches)\/(?:[^/]+\.rs|[^/]+\/main\.rs)|build\.rs)$/;
  return paths.filter((path) => path.startsWith(base) && target.test(path.slice(base.length)));
}

function packageOf(
  tree: TreeView,
  rustPaths: readonly string[],
  path: string,
  manifest: Table,
  workspace: Table | null,
): RustPackage | null {
  const name = stringOf(at(manifest, 'package', 'name'));
  if (name === null) return null;
  const folder = folderOf(path);
  const inside = (file: string): string => joined(folder, file) ?? '';
  const library = inside(stringOf(at(manifest, 'lib', 'path')) ?? 'src/lib.rs');
  const declared = ['bin', 'test', 'example', 'bench']
    .flatMap((kind) => listOf(manifest[kind]))
    .flatMap((target) => stringOf(tableOf(target)?.['path']) ?? [])
    .map(inside);
  const edition = at(manifest, 'package', 'edition');
  const inherited = tableOf(edition)?.['workspace'] === true ? at(workspace, 'workspace', 'package', 'edition') : edition;
  const roots = [library, ...declared, ...placedTargets(rustPaths, folder)].filter((root) => tree.has(root));
  return {
    name: stringOf(at(manifest, 'lib', 'name')) ?? underscored(name),
    folder,
    library: tree.has(library) ? library : null,
    roots: [...new Set(roots)],
    renamed: renamedIn(manifest, workspace),
    edition: stringOf(inherited) ?? '2015',
  };
}

/** Packages of the repository, those in deeper folders first. */
export function rustPackages(tree: TreeView): readonly RustPackage[] {
  const paths = tree.paths.filter((path) => nameOf(path) === 'Cargo.toml' && !/(?:^|\/)(?:target|vendor)\//.test(path));
  const manifests = new Map(paths.map((path) => [path, readToml(tree.text(path))]));
  const rustPaths = tree.paths.filter((path) => path.endsWith('.rs'));
  const workspaceOf = (path: string): Table | null => {
    const holders = upwards(folderOf(path)).map((folder) => manifests.get(folder === '' ? 'Cargo.toml' : `${folder}/Cargo.toml`));
    return holders.find((manifest) => tableOf(manifest?.['workspace']) !== null) ?? null;
  };
  return [...manifests]
    .flatMap(([path, manifest]) => (manifest === null ? [] : (packageOf(tree, rustPaths, path, manifest, workspaceOf(path)) ?? [])))
    .sort((a, b) => b.folder.length - a.folder.length);
}
