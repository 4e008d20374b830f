import type { Resolver, TreeView } from '../language.ts';
import { at, listOf, stringOf, stringsOf, tableOf } from '../manifest/json.ts';
import { readIni } from '../manifest/ini.ts';
import { readToml } from '../manifest/toml.ts';
import { folderOf, joined, nameOf, upwards } from '../paths.ts';

const MANIFESTS: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);

/** Folders below a project that its manifest names as the place of its packages. */
function declaredRoots(tree: TreeView, project: string): string[] {
  const path = (name: string): string => (project === '' ? name : `${project}/${name}`);
  const pyproject = readToml(tree.text(path('pyproject.toml')));
  const config = readIni(tree.text(path('setup.cfg')));
  const declared = [
    ...stringsOf(at(pyproject, 'tool', 'setuptools', 'packages', 'find', 'where')),
    stringOf(at(pyproject, 'tool', 'setuptools', 'package-dir', '')) ?? '',
    ...listOf(at(pyproject, 'tool', 'poetry', 'packages')).map((one) => stringOf(tableOf(one)?.['from']) ?? ''),
    ...stringsOf(at(pyproject, 'tool', 'hatch', 'build', 'targets', 'wheel', 'packages')).map(folderOf),
    ...stringsOf(at(pyproject, 'tool', 'pytest', 'ini_options', 'pythonpath')),
    ...(config.get('options.packages.find')?.get('where') ?? '').split(/\s+/),
    ...(config.get('options')?.get('package_dir') ?? '').split('\n').map((line) => /^\s*=\s*(\S+)/.exec(line)?.[1] ?? ''),
    /package_dir\s*=\s*\{\s*["']["']\s*:\s*["']([\w/.-]+)["']/.exec(tree.text(path('setup.py')) ?? '')?.[1] ?? '',
    'src',
  ];
  return declared.flatMap((folder) => (folder === '' || folder === '.' ? [] : [joined(project, folder) ?? '']));
}

/** Import roots of the repository: every project's declared package folders, then `src`, then the project folder itself. */
export function pythonRoots(tree: TreeView): readonly string[] {
  const projects = new Set(['', ...tree.paths.filter((path) => MANIFESTS.has(nameOf(path))).map(folderOf)]);
  const folders = new Set(tree.paths.flatMap((path) => upwards(folderOf(path))));
  const roots = [...projects].flatMap((project) => [...declaredRoots(tree, project), project]);
  return [...new Set(roots)].filter((root) => root === '' || folders.has(root));
}

/** What the test runner or interpreter puts on the path for a file: its first folder upwards that is no package. */
function ownRoot(tree: TreeView, fromPath: string): string {
  const folders = upwards(folderOf(fromPath));
  return folders.find((folder) => !tree.has(folder === '' ? '__init__.py' : `${folder}/__init__.py`)) ?? '';
}

function candidates(tree: TreeView, base: string): string[] {
  if (base === '') return ['__init__.py'].filter((path) => tree.has(path));
  return [`${base}/__init__.py`, `${base}.py`, `${base}/__init__.pyi`, `${base}.pyi`].filter((path) => tree.has(path));
}

/** Imports as CPython resolves them; a namespace package has no file and yields none. */
export function pythonResolver(tree: TreeView): Resolver {
  const roots = pythonRoots(tree);
  return {
    resolveModule(module, fromPath) {
      const relative = /^(\.+)(.*)$/.exec(module);
      if (relative === null) {
        const inner = module.replaceAll('.', '/');
        const places = [...new Set([...roots, ownRoot(tree, fromPath)])];
        const found = places.flatMap((root) => candidates(tree, joined(root, inner) ?? ''));
        return [...new Set(found)].filter((path) => path !== fromPath);
      }
      let folder: string | null = folderOf(fromPath);
      for (let level = 1; level < (relative[1] ?? '.').length && folder !== null; level += 1)
        folder = folder === '' ? null : folderOf(folder);
      if (folder === null) return [];
      return candidates(tree, joined(folder, (relative[2] ?? '').replaceAll('.', '/')) ?? '');
    },
    samePackage: () => [],
  };
}
