import type { Resolver, TreeView } from '../language.ts';
import { folderOf, joined } from '../paths.ts';
import { exportTargets, importTargets, type Package, packagesOf } from './packages.ts';
import { mappedPaths, pathMappings } from './tsconfig.ts';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts', '.json'];
/** What is written in an import → what may stand in the tree for it (TypeScript's rule). */
const REWRITES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, ['.ts', '.tsx', '.d.ts']],
  [/\.jsx$/, ['.tsx']],
  [/\.mjs$/, ['.mts', '.d.mts']],
  [/\.cjs$/, ['.cts', '.d.cts']],
  [/\.d\.ts$/, ['.ts', '.tsx']],
  [/\.d\.mts$/, ['.mts', '.ts']],
  [/\.d\.cts$/, ['.cts', '.ts']],
];
/** Folders of built files, which are not in the tree: their source has the same inner path below `src` or the package. */
const BUILT = /^(?:dist|lib|build|out|esm|cjs|es|output)(?:\/(?:esm|cjs|es|types|node|browser|src))?\//;

/** The file that `base` (a path without extension rules) means, or []. */
function filesAt(tree: TreeView, base: string): string[] {
  const rewritten = REWRITES.flatMap(([written, instead]) =>
    written.test(base) ? instead.map((extension) => base.replace(written, extension)) : [],
  );
  const direct = [base, ...rewritten, ...EXTENSIONS.map((extension) => `${base}${extension}`)];
  const index = EXTENSIONS.map((extension) => (base === '' ? `index${extension}` : `${base}/index${extension}`));
  return [...direct, ...index].filter((path) => tree.has(path)).slice(0, 1);
}

/** A target of a package's manifest; for one that is built, its source by the folder convention. */
function targetFiles(tree: TreeView, folder: string, target: string): string[] {
  const exact = joined(folder, target);
  if (exact === null) return [];
  const direct = filesAt(tree, exact);
  const inner = joined(target) ?? '';
  if (direct.length > 0 || !BUILT.test(inner)) return direct;
  const bare = inner.replace(BUILT, '');
  return ['src', ''].flatMap((root) => filesAt(tree, joined(folder, root, bare) ?? '')).slice(0, 1);
}

function packageFiles(tree: TreeView, one: Package, subpath: string): string[] {
  const found = exportTargets(one, subpath).flatMap((target) => targetFiles(tree, one.folder, target));
  if (found.length > 0 || subpath !== '.') return [...new Set(found)];
  return ['src/index', 'index', 'src/main'].flatMap((entry) => filesAt(tree, joined(one.folder, entry) ?? '')).slice(0, 1);
}

/** ESM and CommonJS, TypeScript's extension rules, tsconfig paths, package `imports`/`exports`, workspace packages by name. */
export function ecmascriptResolver(tree: TreeView): Resolver {
  const packages = packagesOf(tree);
  const mappingOf = pathMappings(tree);
  const relative = (module: string, fromPath: string): string[] => {
    const base = joined(folderOf(fromPath), module);
    if (base === null) return [];
    const found = filesAt(tree, base);
    if (found.length > 0) return found;
    const folder = packages.in(base);
    return folder === null ? [] : packageFiles(tree, folder, '.');
  };
  const bare = (module: string, fromPath: string): string[] => {
    const mapped = mappedPaths(mappingOf(folderOf(fromPath)), module).flatMap((path) => filesAt(tree, path));
    if (mapped.length > 0) return mapped.slice(0, 1);
    const [first = '', second = '', ...rest] = module.split('/');
    const name = first.startsWith('@') ? `${first}/${second}` : first;
    const inner = first.startsWith('@') ? rest : [second, ...rest];
    const subpath = inner.join('/') === '' ? '.' : `./${inner.join('/')}`;
    const own = packages.of(fromPath);
    const one = own?.name === name ? own : packages.named(name);
    return one === null ? [] : packageFiles(tree, one, subpath);
  };
  return {
    resolveModule(module, fromPath) {
      if (module === '') return [fromPath];
      const plain = module.replace(/[?].*$/, '');
      if (/^\.{1,2}(?:\/|$)/.test(plain)) return relative(plain, fromPath);
      if (plain.startsWith('/') || /^[a-z]+:/.test(plain)) return [];
      const own = packages.of(fromPath);
      if (plain.startsWith('#') && own !== null) {
        const found = importTargets(own, plain).flatMap((target) =>
          target.startsWith('.') ? targetFiles(tree, own.folder, target) : bare(target, fromPath),
        );
        if (found.length > 0) return [...new Set(found)];
      }
      return bare(plain, fromPath);
    },
    samePackage: () => [],
  };
}
