import type { TreeView } from '../language.ts';
import { folderOf, joined, nameOf, upwards } from '../paths.ts';

/** Globs of the files whose text tells where a compiler looks for headers. */
export const BUILD_FILES: readonly string[] = [
  '**/{CMakeLists.txt,meson.build,Makefile,makefile,GNUmakefile,Makefile.am,Makefile.in,configure.ac,BUILD,BUILD.bazel}',
  '**/*.{cmake,mk}',
];

const NAMED =
  /^(?:CMakeLists\.txt|meson\.build|[Mm]akefile|GNUmakefile|Makefile\.(?:am|in)|configure\.ac|BUILD(?:\.bazel)?)$|\.(?:cmake|mk)$/;

/** Variables that stand for the folder of the file they are in, or for the repository's. */
const HERE = /\$[{(](?:CMAKE_CURRENT_(?:SOURCE|LIST)_DIR|srcdir|abs_srcdir|CURDIR|builddir)[})]/g;
const TOP = /\$[{(](?:CMAKE_SOURCE_DIR|PROJECT_SOURCE_DIR|\w+_SOURCE_DIR|top_srcdir|abs_top_srcdir|TOPDIR|ROOT\w*)[})]/g;

function written(text: string, name: string): string[] {
  if (/^CMakeLists\.txt$|\.cmake$/.test(name))
    return [...text.matchAll(/\b(?:target_include_directories|include_directories)\s*\(([^)]*)\)/gi)].flatMap(([, list = '']) =>
      list.split(/[\s;]+/).map((word) => word.replace(/^"|"$/g, '').replace(/^\$<(?:BUILD_INTERFACE):(.*)>$/, '$1')),
    );
  if (name === 'meson.build')
    return [...text.matchAll(/\b(?:include_directories\s*\(([^)]*)\)|include_directories\s*:\s*(\[[^\]]*\]|'[^']*'))/g)].flatMap(
      ([, call, keyword]) => [...(call ?? keyword ?? '').matchAll(/'([^']*)'/g)].map(([, word = '']) => word),
    );
  if (/^BUILD/.test(name))
    return [...text.matchAll(/\b(?:includes|strip_include_prefix)\s*=\s*(\[[^\]]*\]|"[^"]*")/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word),
    );
  return [...text.matchAll(/(?:^|[\s="'])-I\s*([^\s"']+)/g)].map(([, word = '']) => word);
}

/** A folder as a build file writes it → from the repository's root; null when it cannot be told, or lies outside. */
function folderAt(word: string, at: string): string | null {
  const top = word.replace(TOP, '\0');
  if (top.startsWith('\0')) return joined(top.slice(1));
  const here = top.replace(HERE, '.');
  if (/[$<>]/.test(here) || here.startsWith('/') || here === '' || /^[A-Z_]+$/.test(here)) return null;
  return joined(at, here);
}

export interface IncludeRoots {
  /** Folders that the build files at or above a file name, nearest first; then those of the whole repository. */
  of(path: string): readonly string[];
}

/** Include folders by CMake, Make, Autotools, Meson and Bazel files, then by convention: `include`, `src`, `lib`, the root, and the like above the file. */
export function includeRoots(tree: TreeView): IncludeRoots {
  const folders = new Set(tree.paths.flatMap((path) => upwards(folderOf(path))));
  const told = new Map<string, string[]>();
  for (const path of tree.paths.filter((one) => NAMED.test(nameOf(one)))) {
    const at = folderOf(path);
    const roots = written(tree.text(path) ?? '', nameOf(path)).flatMap((word) => folderAt(word, at) ?? []);
    told.set(at, [...(told.get(at) ?? []), ...roots.filter((root) => folders.has(root))]);
  }
  const everywhere = [...new Set([...told.values()].flat())];
  const usual = (at: string): string[] =>
    ['include', 'src', 'lib', 'source', 'inc'].flatMap((name) => joined(at, name) ?? []).filter((root) => folders.has(root));
  const known = new Map<string, readonly string[]>();
  return {
    of(path) {
      const at = folderOf(path);
      const found = known.get(at) ?? [
        ...new Set([
          ...upwards(at).flatMap((folder) => told.get(folder) ?? []),
          ...usual(''),
          '',
          ...upwards(at).flatMap(usual),
          ...everywhere,
        ]),
      ];
      known.set(at, found);
      return found;
    },
  };
}
