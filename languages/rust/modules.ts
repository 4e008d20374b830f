import type { TreeView } from '../language.ts';
import { folderOf, joined, nameOf } from '../paths.ts';

/** `mod x;` or `mod x { … }` as its lines tell. `inside` are the modules of the same file around it, outermost first. */
interface ModuleLine {
  readonly name: string;
  readonly inside: readonly string[];
  readonly path: string | null;
  readonly hasBody: boolean;
}

const LINE = /^([ \t]*)(?:(#!?\[.*)|(?:pub(?:\s*\([^)]*\))?\s+)?(?:unsafe\s+)?mod\s+(?:r#)?(\w+)\s*([;{])(.*)|(\}).*)$/gm;
const PATH = /#\[\s*path\s*=\s*"([^"]+)"\s*\]/;
const FOLLOWING = /((?:pub(?:\s*\([^)]*\))?\s+)?mod\s+(?:r#)?(\w+)\s*;)\s*$/;

/** Read by lines and indentation, as formatted code has them: no parse, since every file of a tree is read. */
export function moduleLines(text: string): ModuleLine[] {
  if (!/\bmod\s/.test(text)) return [];
  const found: ModuleLine[] = [];
  let open: { readonly name: string; readonly indent: number }[] = [];
  let path: string | null = null;
  for (const [, space = '', attribute, name, opening, rest = '', closing] of text.matchAll(LINE)) {
    const indent = space.length;
    if (attribute !== undefined) {
      path = PATH.exec(attribute)?.[1] ?? path;
      const sameLine = FOLLOWING.exec(attribute)?.[2];
      if (sameLine === undefined) continue;
      found.push({ name: sameLine, inside: open.map((one) => one.name), path, hasBody: false });
      path = null;
      continue;
    }
    if (closing !== undefined) open = open.filter((one) => one.indent < indent);
    if (name === undefined) continue;
    open = open.filter((one) => one.indent < indent);
    found.push({ name, inside: open.map((one) => one.name), path, hasBody: opening === '{' });
    if (opening === '{' && !rest.trim().endsWith('}')) open.push({ name, indent });
    path = null;
  }
  return found;
}

/** Where the files of a module's own submodules lie: beside a root or `mod.rs`, else in a folder of its name. */
function homeOf(path: string, isRoot: boolean): string {
  const isFolder = isRoot || nameOf(path) === 'mod.rs';
  return isFolder ? folderOf(path) : path.slice(0, -'.rs'.length);
}

/**
 * Submodules of one file that are files, by `a.b` for `b` inside the file's own module `a`. Several files where conditions of the
 * build choose between them.
 */
export function submodules(tree: TreeView, path: string, isRoot: boolean): ReadonlyMap<string, readonly string[]> {
  const children = new Map<string, readonly string[]>();
  for (const { name, inside, path: given, hasBody } of moduleLines(tree.text(path) ?? '')) {
    if (hasBody) continue;
    const home = joined(inside.length === 0 && given !== null ? folderOf(path) : homeOf(path, isRoot), ...inside) ?? '';
    const places = given === null ? [`${name}.rs`, `${name}/mod.rs`] : [given];
    const file = places.flatMap((place) => joined(home, place) ?? []).find((place) => tree.has(place));
    const key = [...inside, name].join('.');
    const known = children.get(key) ?? [];
    if (file !== undefined && !known.includes(file)) children.set(key, [...known, file]);
  }
  return children;
}
