import type { TreeView } from '#languages/language.ts';
import type { Oid } from '#schema/primitives.ts';
import type { Repository, TreeEntry } from './repository.ts';

const MAX_TEXT = 1024 * 1024;

/**
 * A tree read whole, so that languages can look at it without io. Files over 1 MiB, binary or not UTF-8 have no text;
 * `wanted` bounds what is read.
 */
export async function treeView(repository: Repository, tree: Oid, wanted: (path: string) => boolean = () => true): Promise<TreeView> {
  return entriesView(repository, await repository.listTree(tree), wanted);
}

/** The same over entries that need not be a tree in the store. */
export async function entriesView(
  repository: Repository,
  entries: readonly TreeEntry[],
  wanted: (path: string) => boolean = () => true,
): Promise<TreeView> {
  const texts = new Map<string, string>();
  for (const entry of entries) {
    if (entry.mode === '160000' || entry.mode === '120000' || !wanted(entry.path)) continue;
    const text = decode(await repository.blob(entry.oid));
    if (text !== null) texts.set(entry.path, text);
  }
  const paths = entries.map((entry) => entry.path);
  const present = new Set(paths);
  return { paths, has: (path) => present.has(path), text: (path) => texts.get(path) ?? null };
}

function decode(content: Buffer | null): string | null {
  if (content === null || content.length > MAX_TEXT || content.includes(0)) return null;
  const text = content.toString('utf8');
  return text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(content) ? null : text;
}
