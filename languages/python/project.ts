import type { TreeView } from '../language.ts';
import { at, stringOf, type Table, tableOf } from '../manifest/json.ts';
import { readIni } from '../manifest/ini.ts';
import { readToml } from '../manifest/toml.ts';

/** What an installed copy of the project would tell `importlib.metadata`. */
export interface Project {
  readonly name: string;
  readonly version: string;
  /** How the version was told. */
  readonly versionFrom: string;
  /** Group → name → object, e.g. `pytest11`. */
  readonly entryPoints: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly requiresPython: string | null;
}

function strings(table: Table | null): Record<string, string> {
  return Object.fromEntries(Object.entries(table ?? {}).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

function versionInCode(tree: TreeView): string | null {
  const files = tree.paths.filter(
    (path) => /^(?:src\/)?[^/]+\/(?:__init__|__about__|__version__|_version|version)\.py$/.test(path) && !/^tests?\//.test(path),
  );
  for (const path of files) {
    const found = /^(?:__version__|version|VERSION)\s*(?::\s*\w+\s*)?=\s*["'](\d[^"']*)["']/m.exec(tree.text(path) ?? '')?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/** Read from pyproject.toml, then setup.cfg, then setup.py. Null when no name is declared. */
export function projectOf(tree: TreeView): Project | null {
  const toml = readToml(tree.text('pyproject.toml'));
  const config = readIni(tree.text('setup.cfg'));
  const setup = tree.text('setup.py') ?? '';
  const inSetup = (field: string): string | null => new RegExp(`\\b${field}\\s*=\\s*["']([^"']+)["']`).exec(setup)?.[1] ?? null;
  const name =
    stringOf(at(toml, 'project', 'name')) ??
    stringOf(at(toml, 'tool', 'poetry', 'name')) ??
    config.get('metadata')?.get('name') ??
    inSetup('name');
  if (name === null || !/^[A-Za-z0-9][\w.-]*$/.test(name)) return null;
  const declared =
    stringOf(at(toml, 'project', 'version')) ??
    stringOf(at(toml, 'tool', 'poetry', 'version')) ??
    config.get('metadata')?.get('version') ??
    inSetup('version');
  const literal = declared !== null && /^\d[\w.+!-]*$/.test(declared) ? declared : null;
  const inCode = literal === null ? versionInCode(tree) : null;
  const entryPoints: Record<string, Record<string, string>> = {};
  const scripts = { ...strings(tableOf(at(toml, 'tool', 'poetry', 'scripts'))), ...strings(tableOf(at(toml, 'project', 'scripts'))) };
  if (Object.keys(scripts).length > 0) entryPoints['console_scripts'] = scripts;
  for (const [group, table] of Object.entries(tableOf(at(toml, 'project', 'entry-points')) ?? {}))
    entryPoints[group] = strings(tableOf(table));
  return {
    name,
    version: literal ?? inCode ?? '0.0.0',
    versionFrom:
      literal !== null
        ? 'declared in the manifest'
        : inCode !== null
          ? 'assigned in the package'
          : 'not told without running the build backend: 0.0.0',
    entryPoints,
    requiresPython:
      stringOf(at(toml, 'project', 'requires-python')) ?? config.get('options')?.get('python_requires') ?? inSetup('python_requires'),
  };
}
