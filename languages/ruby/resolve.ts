import type { Resolver, TreeView } from '../language.ts';
import { folderOf, joined, nameOf, upwards } from '../paths.ts';

function isRuby(path: string): boolean {
  return /\.(?:rb|rake|ru)$/.test(path);
}

/** What programs are shipped without, and what only tests load. */
function isTestSide(path: string): boolean {
  return /(?:^|\/)(?:tests?|specs?|features)\//.test(path) || /(?:_test|_spec|^test_)\.?\w*\.rb$/.test(nameOf(path));
}

/** Folders whose files are required by their path below: `lib` of each gem, and of a file the `lib`, `test` and `spec` above it. */
function loadPath(gems: readonly string[], fromPath: string): string[] {
  const above = upwards(folderOf(fromPath));
  const near = above.flatMap((folder) => ['lib', 'test', 'spec', ''].map((name) => joined(folder, name) ?? ''));
  return [...new Set([...near, ...gems.map((folder) => joined(folder, 'lib') ?? ''), ...gems])];
}

/**
 * `require` by the load path, what starts with a dot from the file's own folder. A constant is in view of everything that is loaded,
 * by require, autoload or the naming rule of Rails and Zeitwerk alike, whatever file defines it; programs do not load their tests.
 */
export function rubyResolver(tree: TreeView): Resolver {
  const all = tree.paths.filter(isRuby);
  const shipped = all.filter((path) => !isTestSide(path));
  const gems = [...new Set(tree.paths.filter((path) => path.endsWith('.gemspec')).map(folderOf))];
  const file = (base: string | null): string[] => {
    if (base === null || base === '') return [];
    return [`${base}.rb`, base].filter((path) => tree.has(path) && isRuby(path)).slice(0, 1);
  };
  return {
    resolveModule(module, fromPath) {
      if (/^\.\.?(?:\/|$)/.test(module)) return file(joined(folderOf(fromPath), module));
      for (const folder of loadPath(gems, fromPath)) {
        const found = file(joined(folder, module));
        if (found.length > 0) return found;
      }
      return [];
    },
    samePackage(fromPath) {
      if (!isRuby(fromPath)) return [];
      return (isTestSide(fromPath) ? all : shipped).filter((path) => path !== fromPath);
    },
  };
}
