import type { Resolver, TreeView } from '../language.ts';
import { folderOf, joined } from '../paths.ts';
import { goModules } from './modules.ts';

/** The package clause of a Go file, comments before it passed over. */
export function packageClause(text: string): string | null {
  return /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*package\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? null;
}

function isTest(path: string): boolean {
  return path.endsWith('_test.go');
}

/** Packages by go.mod, nested modules first. A package is all non-test files of its folder. */
export function goResolver(tree: TreeView): Resolver {
  const modules = goModules(tree);
  const owners = new Set(modules.map((module) => module.folder));
  const byFolder = new Map<string, string[]>();
  for (const path of tree.paths.filter((one) => one.endsWith('.go'))) {
    const files = byFolder.get(folderOf(path));
    if (files === undefined) byFolder.set(folderOf(path), [path]);
    else files.push(path);
  }
  const clauses = new Map<string, string | null>();
  const clauseOf = (path: string): string | null => {
    const known = clauses.get(path);
    if (known !== undefined) return known;
    const clause = packageClause(tree.text(path) ?? '');
    clauses.set(path, clause);
    return clause;
  };
  /** True when no nested module stands between the module's folder and the package. */
  const belongs = (folder: string, module: string): boolean => {
    for (let at = folder; at !== module; at = folderOf(at)) if (owners.has(at) || at === '') return false;
    return true;
  };
  return {
    resolveModule(module) {
      for (const { path, folder } of modules) {
        if (module !== path && !module.startsWith(`${path}/`)) continue;
        const target = joined(folder, module.slice(path.length)) ?? '';
        const files = (byFolder.get(target) ?? []).filter((file) => !isTest(file));
        if (files.length > 0 && belongs(target, folder)) return files;
      }
      return [];
    },
    samePackage(fromPath) {
      const clause = clauseOf(fromPath);
      if (clause === null) return [];
      const files = byFolder.get(folderOf(fromPath)) ?? [];
      return files.filter((path) => path !== fromPath && (isTest(fromPath) || !isTest(path)) && clauseOf(path) === clause);
    },
  };
}
