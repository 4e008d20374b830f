import type { Resolver, TreeView } from '../language.ts';
import { folderOf } from '../paths.ts';

const BLANK = String.raw`(?:\s|//[^\n]*(?:\n|$)|/\*[\s\S]*?\*/)*`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const CLAUSE = new RegExp(
  String.raw`^${BLANK}(?:@${NAME}(?:\s*\.\s*${NAME})*(?:\s*\([^)]*\))?${BLANK})*package\s+(${NAME}(?:\s*\.\s*${NAME})*)\s*;`,
  'u',
);
const MODULE = /(?:^|\n)\s*(?:open\s+)?module\s+([\w.]+)\s*\{/;

/** The package clause of a file; `''` where there is none: then its package has no name. */
export function javaPackage(text: string): string {
  return (CLAUSE.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '').replace(/\s+/g, '');
}

/** Source sets that others are compiled without: their names are in view of themselves alone. */
function isTestSide(path: string): boolean {
  return /(?:^|\/)(?:src\/(?!main\/)\w*(?:[tT]est|it|IT|[fF]ixture|jmh)\w*|tests?)\//.test(path);
}

/** Length in parts of what two folders share. */
function shared(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at === -1 ? left.length : at;
}

/** By package clause, wherever the file lies. Of a package in several source sets, the files nearest to the one that imports come first. */
export function javaResolver(tree: TreeView): Resolver {
  const packages = new Map<string, string[]>();
  const packageOf = new Map<string, string>();
  const modules = new Map<string, string>();
  for (const path of tree.paths) {
    if (!path.endsWith('.java')) continue;
    const text = tree.text(path);
    if (text === null) continue;
    if (path.endsWith('module-info.java')) {
      const name = MODULE.exec(text)?.[1];
      if (name !== undefined && !modules.has(name)) modules.set(name, path);
      continue;
    }
    const name = javaPackage(text);
    packageOf.set(path, name);
    const files = packages.get(name);
    if (files === undefined) packages.set(name, [path]);
    else files.push(path);
  }
  const nearest = (files: readonly string[], fromPath: string): string[] => {
    const folders = [...new Set(files.map(folderOf))];
    if (folders.length < 2) return [...files];
    const from = folderOf(fromPath);
    const rank = new Map(folders.map((folder) => [folder, shared(folder, from)]));
    return [...files].sort((a, b) => (rank.get(folderOf(b)) ?? 0) - (rank.get(folderOf(a)) ?? 0));
  };
  const visible = (files: readonly string[], fromPath: string): string[] =>
    isTestSide(fromPath) ? [...files] : files.filter((path) => !isTestSide(path));
  return {
    resolveModule(module, fromPath) {
      if (module.startsWith('module ')) {
        const path = modules.get(module.slice('module '.length));
        return path === undefined ? [] : [path];
      }
      return module === '' ? [] : nearest(visible(packages.get(module) ?? [], fromPath), fromPath);
    },
    samePackage(fromPath) {
      const name = packageOf.get(fromPath);
      if (name === undefined) return [];
      return nearest(visible(packages.get(name) ?? [], fromPath), fromPath).filter((path) => path !== fromPath);
    },
  };
}
