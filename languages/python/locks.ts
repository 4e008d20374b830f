import type { TreeView } from '../language.ts';
import { at, listOf, stringOf, type Table, tableOf } from '../manifest/json.ts';
import { readToml } from '../manifest/toml.ts';
import { requirementName } from './requirements.ts';

const LOCKFILES = ['uv.lock', 'poetry.lock', 'pdm.lock'];

export interface Locked {
  readonly file: string;
  /** Normalised name → exact version; a name locked at several versions (forks by platform) has none. */
  readonly versions: ReadonlyMap<string, string>;
  /** Names that a locked package needs. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
}

function needsOf(entry: Table): string[] {
  const dependencies = entry['dependencies'];
  const listed = listOf(dependencies).flatMap((one) => stringOf(tableOf(one)?.['name']) ?? stringOf(one) ?? []);
  return [...listed, ...Object.keys(tableOf(dependencies) ?? {})].map(requirementName);
}

/** The repository's lockfile, read; null when it has none that we know. */
export function lockOf(tree: TreeView): Locked | null {
  const file = LOCKFILES.find((path) => tree.has(path));
  const packages =
    file === undefined
      ? []
      : listOf(at(readToml(tree.text(file)), 'package'))
          .map(tableOf)
          .filter((one) => one !== null);
  if (file === undefined || packages.length === 0) return null;
  const versions = new Map<string, string>();
  const needs = new Map<string, readonly string[]>();
  const several = new Set<string>();
  for (const entry of packages) {
    const name = requirementName(stringOf(entry['name']) ?? '');
    const version = stringOf(entry['version']);
    if (name === '' || version === null) continue;
    if (versions.has(name) && versions.get(name) !== version) several.add(name);
    versions.set(name, version);
    needs.set(name, needsOf(entry));
  }
  for (const name of several) versions.delete(name);
  return { file, versions, needs };
}

/** Requirements with what they need in turn, at the locked versions; what is not locked stays as it was asked. */
export function pinned(requirements: readonly string[], lock: Locked): string[] {
  const asked = new Map(requirements.map((one) => [requirementName(one), one]));
  const queue = [...asked.keys()];
  const seen = new Set(queue);
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    for (const needed of lock.needs.get(name) ?? []) {
      if (!seen.has(needed)) queue.push(needed);
      seen.add(needed);
    }
  }
  return [...seen].flatMap((name) => {
    const version = lock.versions.get(name);
    const original = asked.get(name);
    if (version === undefined) return original === undefined ? [] : [original];
    const extras = /^[^[;<>=!~ ]+(\[[^\]]*\])/.exec(original ?? '')?.[1] ?? '';
    const marker = /;.*$/.exec(original ?? '')?.[0] ?? (PLATFORM_ONLY.has(name) ? '; sys_platform == "win32"' : '');
    return [`${name}${extras}==${version}${marker === '' ? '' : ` ${marker}`}`];
  });
}

/** Packages that exist for one platform only: a lock names them for all. */
const PLATFORM_ONLY: ReadonlySet<string> = new Set([
  'pywin32',
  'pywin32-ctypes',
  'win-unicode-console',
  'pyreadline3',
  'pywinpty',
  'colorama-win',
]);
