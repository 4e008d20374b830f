import type { Resolver, TreeView } from '../language.ts';

const PACKAGE = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|#![^\n]*\n|@file:[^\n]*\n)*package\s+([\p{L}_`][\p{L}\p{N}_.`]*)/u;

/** The package of a file; `''` where it names none. */
export function kotlinPackage(text: string): string {
  return (PACKAGE.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '').replaceAll('`', '');
}

/** Source sets that others are compiled without. */
function isTestSide(path: string): boolean {
  return /(?:^|\/)(?:src\/(?!main\/)\w*(?:[tT]est|[fF]ixture)\w*|tests?)\//.test(path);
}

/**
 * By package, wherever the file lies, those of Java included: the two see each other. Code sees its own package without import;
 * programs do not see their tests.
 */
export function kotlinResolver(tree: TreeView): Resolver {
  const packages = new Map<string, string[]>();
  const packageOf = new Map<string, string>();
  for (const path of tree.paths) {
    const text = /\.(?:kt|java)$/.test(path) ? tree.text(path) : null;
    if (text === null) continue;
    const name = kotlinPackage(text);
    packageOf.set(path, name);
    packages.set(name, [...(packages.get(name) ?? []), path]);
  }
  const visible = (name: string, fromPath: string): string[] =>
    (packages.get(name) ?? []).filter((path) => isTestSide(fromPath) || !isTestSide(path));
  return {
    resolveModule: (module, fromPath) => (module === '' ? [] : visible(module, fromPath)),
    samePackage(fromPath) {
      const name = packageOf.get(fromPath);
      return name === undefined ? [] : visible(name, fromPath).filter((path) => path !== fromPath);
    },
  };
}
