import type { Resolver, TreeView } from '../language.ts';
import { at, readJson, stringsOf, stringOf, tableOf } from '../manifest/json.ts';
import { folderOf, joined, nameOf } from '../paths.ts';
import { dotted, GLOBAL } from './imports.ts';

const NAMESPACE = /^\s*(?:<\?php\s+)?namespace\s+([\p{L}_][\p{L}\p{N}_\\]*)\s*[;{]/gimu;
const FILES = /\.(?:php|phtml|inc)$/;

/** Namespaces of a file, with dots; `''` where it names none. */
export function phpNamespaces(text: string): string[] {
  const names = [...text.matchAll(NAMESPACE)].map(([, name = '']) => dotted(name));
  return names.length === 0 ? [''] : [...new Set(names)];
}

/** What packages are installed without. */
function isTestSide(path: string): boolean {
  return /(?:^|\/)(?:tests?|Tests?|specs?)\//.test(path) || /(?:Test|TestCase)\.php$/.test(nameOf(path));
}

/** Namespace → folders that a manifest says its classes lie in, the longest namespace first. */
function declaredRoots(tree: TreeView): { readonly prefix: string; readonly folder: string }[] {
  const manifests = tree.paths.filter((path) => nameOf(path) === 'composer.json');
  const roots = manifests.flatMap((path) => {
    const manifest = readJson(tree.text(path));
    return ['autoload', 'autoload-dev'].flatMap((key) =>
      Object.entries(tableOf(at(manifest, key, 'psr-4')) ?? {}).flatMap(([prefix, value]) =>
        [...stringsOf(value), stringOf(value) ?? ''].flatMap((folder) => {
          const whole = joined(folderOf(path), folder);
          return folder === '' || whole === null ? [] : [{ prefix: dotted(prefix.replace(/\\$/, '')), folder: whole }];
        }),
      ),
    );
  });
  return roots.sort((a, b) => b.prefix.length - a.prefix.length);
}

/**
 * A namespace is the files that name it; of several, those come first that lie where the manifest's PSR-4 rule puts its classes. Code
 * sees its own namespace, and functions and constants of none; packages do not see their tests.
 */
export function phpResolver(tree: TreeView): Resolver {
  const roots = declaredRoots(tree);
  const files = new Map<string, string[]>();
  const namespacesOf = new Map<string, readonly string[]>();
  for (const path of tree.paths) {
    const text = FILES.test(path) ? tree.text(path) : null;
    if (text === null) continue;
    namespacesOf.set(path, phpNamespaces(text));
    for (const name of namespacesOf.get(path) ?? []) files.set(name, [...(files.get(name) ?? []), path]);
  }
  const placed = (namespace: string): string[] =>
    roots.flatMap(({ prefix, folder }) =>
      namespace === prefix || namespace.startsWith(`${prefix}.`)
        ? [joined(folder, namespace.slice(prefix.length).replaceAll('.', '/')) ?? '']
        : [],
    );
  const visible = (namespace: string, fromPath: string): string[] => {
    const all = (files.get(namespace) ?? []).filter((path) => isTestSide(fromPath) || !isTestSide(path));
    const folders = placed(namespace);
    const isPlaced = (path: string): boolean => folders.includes(folderOf(path));
    return [...all.filter(isPlaced), ...all.filter((path) => !isPlaced(path))];
  };
  return {
    resolveModule(module, fromPath) {
      if (/^\.\.?\//.test(module) || FILES.test(module)) {
        const near = [joined(folderOf(fromPath), module), joined(module)];
        return near.filter((path, index) => path !== null && tree.has(path) && near.indexOf(path) === index).flatMap((path) => path ?? []);
      }
      if (module === '') return [];
      if (module === GLOBAL) return visible('', fromPath);
      const relative = (namespacesOf.get(fromPath) ?? []).filter((name) => name !== '').map((name) => `${name}.${module}`);
      for (const name of [module, ...relative]) {
        const found = visible(name, fromPath);
        if (found.length > 0) return found;
      }
      return [];
    },
    samePackage(fromPath) {
      const own = namespacesOf.get(fromPath);
      if (own === undefined) return [];
      return [...new Set([...own, ''].flatMap((name) => visible(name, fromPath)))].filter((path) => path !== fromPath);
    },
  };
}
