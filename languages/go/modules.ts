import type { TreeView } from '../language.ts';
import { folderOf, joined, nameOf } from '../paths.ts';

export interface GoModule {
  /** Import path, `github.com/a/b`. */
  readonly path: string;
  /** Folder of its go.mod. */
  readonly folder: string;
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*/g, '');
}

export function moduleLine(goMod: string): string | null {
  return /^\s*module\s+"?([^\s"]+)"?/m.exec(withoutComments(goMod))?.[1] ?? null;
}

/** `go 1.21` or `go 1.21.3` → `1.21.3`; null when there is no line: then 1.16 semantics hold. */
export function goVersionLine(goMod: string): string | null {
  return /^\s*go\s+(\d+\.\d+(?:\.\d+|rc\d+)?)/m.exec(withoutComments(goMod))?.[1] ?? null;
}

/** `replace a => ./b` → [a, folder of b]. */
function localReplaces(goMod: string, folder: string): GoModule[] {
  const found = withoutComments(goMod).matchAll(/^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.\.?\/\S*|\.)\s*$/gm);
  return [...found].flatMap(([, path = '', target = '']) => {
    const at = joined(folder, target);
    return at === null ? [] : [{ path, folder: at }];
  });
}

/** Modules of the repository, longest import path first. */
export function goModules(tree: TreeView): readonly GoModule[] {
  const modules = tree.paths
    .filter((path) => nameOf(path) === 'go.mod' && !/(?:^|\/)(?:vendor|testdata)\//.test(path))
    .flatMap((path) => {
      const text = tree.text(path) ?? '';
      const name = moduleLine(text);
      return [...(name === null ? [] : [{ path: name, folder: folderOf(path) }]), ...localReplaces(text, folderOf(path))];
    });
  return modules.sort((a, b) => b.path.length - a.path.length);
}
