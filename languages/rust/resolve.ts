import type { Resolver, TreeView } from '../language.ts';
import { rustPackages, type RustPackage } from './crates.ts';
import { submodules } from './modules.ts';

/** A file in the module tree of the first target that reaches it. */
interface Place {
  readonly parent: string | null;
  readonly root: string;
}

class ModuleTree {
  readonly #tree: TreeView;
  readonly #roots: ReadonlySet<string>;
  readonly #children = new Map<string, ReadonlyMap<string, readonly string[]>>();
  readonly #places = new Map<string, Place>();

  constructor(tree: TreeView, roots: readonly string[]) {
    this.#tree = tree;
    this.#roots = new Set(roots);
    for (const root of roots) this.#enter(root);
  }

  #enter(root: string): void {
    const waiting: { path: string; parent: string | null }[] = [{ path: root, parent: null }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (this.#places.has(next.path)) continue;
      this.#places.set(next.path, { parent: next.parent, root });
      for (const child of [...this.childrenOf(next.path).values()].flat()) waiting.push({ path: child, parent: next.path });
    }
  }

  place(path: string): Place | undefined {
    return this.#places.get(path);
  }

  childrenOf(path: string): ReadonlyMap<string, readonly string[]> {
    const known = this.#children.get(path) ?? submodules(this.#tree, path, this.#roots.has(path));
    this.#children.set(path, known);
    return known;
  }

  /** The files that the module `parts` below a file's may be; none when it is not there, or lies inside one. */
  below(path: string, parts: readonly string[]): string[] {
    if (parts.length === 0) return [path];
    for (let used = 1; used <= parts.length; used += 1) {
      const children = this.childrenOf(path).get(parts.slice(0, used).join('.'));
      if (children !== undefined) return children.flatMap((child) => this.below(child, parts.slice(used)));
    }
    return [];
  }
}

/**
 * Modules as the compiler finds them: from the roots of each package's targets along `mod` lines. Besides the language's own
 * `crate`, `self`, `super` and crate names, `$crate` or `$name` means the files of a crate that define macros.
 */
export function rustResolver(tree: TreeView): Resolver {
  const packages = rustPackages(tree);
  const modules = new ModuleTree(
    tree,
    packages.flatMap((one) => one.roots),
  );
  const packageOf = (path: string): RustPackage | undefined =>
    packages.find((one) => one.folder === '' || path.startsWith(`${one.folder}/`));
  const libraries = new Map<string, string>();
  for (const one of [...packages].reverse()) if (one.library !== null && !libraries.has(one.name)) libraries.set(one.name, one.library);
  const macros = new Map<string, readonly string[]>();
  const macroFiles = (root: string): readonly string[] => {
    const known =
      macros.get(root) ??
      tree.paths.filter(
        (path) => path.endsWith('.rs') && modules.place(path)?.root === root && /\bmacro_rules!/.test(tree.text(path) ?? ''),
      );
    macros.set(root, known);
    return known;
  };

  /** A path that starts with the name of a crate or, before 2018 and for submodules of the file, of a module. */
  const named = (parts: readonly string[], fromPath: string): string[] => {
    const [first = '', ...rest] = parts;
    if (modules.childrenOf(fromPath).has(first)) return modules.below(fromPath, parts);
    const own = packageOf(fromPath);
    const library = libraries.get(own?.renamed.get(first) ?? first);
    if (library !== undefined) return modules.below(library, rest);
    const root = modules.place(fromPath)?.root;
    return own?.edition === '2015' && root !== undefined && modules.childrenOf(root).has(first) ? modules.below(root, parts) : [];
  };

  return {
    resolveModule(module, fromPath) {
      const [first = '', ...rest] = module.split('.');
      const place = modules.place(fromPath);
      const root = place?.root ?? fromPath;
      if (first === '' || first === 'self') return modules.below(fromPath, rest);
      if (first === '$crate') return macroFiles(root);
      if (first.startsWith('$')) return named([first.slice(1)], fromPath).flatMap(macroFiles);
      if (first === 'crate') return modules.below(root, rest);
      if (first !== 'super') return named([first, ...rest], fromPath);
      let at: string | null | undefined = place?.parent;
      const parts = [...rest];
      for (; parts[0] === 'super' && at !== null && at !== undefined; parts.shift()) at = modules.place(at)?.parent;
      return at === null || at === undefined ? [] : modules.below(at, parts);
    },
    samePackage: () => [],
  };
}
