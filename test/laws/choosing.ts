import { isUtf8Path } from '#io/path-bytes.ts';
import { isDeniedName, isText, pathsOf, type Tree } from './model.ts';

export function pick<T>(items: readonly T[], index: number): T | undefined {
  return items[index % Math.max(1, items.length)];
}

/** Names and values that edits write bear a number; the base's have none. What bears one is preferred, so that changes meet. */
const RECENT = /(?:fresh|defined_|uses_|Shape|Sub|measured_|\bv)\d/;
function preferring<T>(items: readonly T[], isRecent: (item: T) => boolean, index: number): T | undefined {
  const recent = items.filter(isRecent);
  return recent.length > 0 && index % 3 > 0 ? pick(recent, Math.floor(index / 3)) : pick(items, index);
}

/** Sources that edits choose among; denied files have edits of their own. */
export function sources(files: Tree): string[] {
  const isSource = (path: string): boolean => path.startsWith('pkg/') && isUtf8Path(path) && !isDeniedName(path) && path !== 'pkg/made.py';
  return pathsOf(files, (path, entry) => isSource(path) && isText(entry));
}
export function pickSource(files: Tree, index: number): string | undefined {
  return preferring(sources(files), (path) => RECENT.test(files.get(path)?.text ?? ''), index);
}

/** Lines as git counts them, endings kept. */
export function linesOf(text: string): string[] {
  return text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}
/** Where an edit begins: often at a line that an earlier edit wrote. */
export function startOf(lines: readonly string[], at: number): number {
  return preferring([...lines.keys(), lines.length], (index) => RECENT.test(lines[index] ?? ''), at) ?? 0;
}

interface Definition {
  readonly path: string;
  readonly module: string;
  readonly name: string;
}
/** A definition in another file that can be imported by name; the pattern's first group is the name. */
export function pickDefinition(files: Tree, except: string, pattern: RegExp, index: number): Definition | undefined {
  const found = sources(files).flatMap((path): Definition[] => {
    const entry = files.get(path);
    if (path === except || entry === undefined || !/^[\w/]+\.py$/.test(path)) return [];
    const module = path.slice(0, -3).replaceAll('/', '.');
    return [...entry.text.matchAll(pattern)].map((match) => ({ path, module, name: match[1] ?? '' }));
  });
  return preferring(found, ({ name }) => RECENT.test(name), index);
}
