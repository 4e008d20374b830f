import { join } from 'node:path';
import { linkTarget, list, readBytes } from '#io/files.ts';
import { UserError } from '#schema/errors.ts';
import type { Tree, TreeFile } from '#runtime/sandbox/sandbox.ts';

/** A directory as a tree: files, executables, links (never followed). Throws UserError on anything else in it. */
export async function readDirectory(directory: string): Promise<Tree> {
  const tree: TreeFile[] = [];
  for (const entry of await list(directory)) {
    const path = join(directory, entry.path);
    if (entry.kind === 'directory') continue;
    if (entry.kind === 'other') throw new UserError(path, 'is neither file, directory nor link', 'Remove it.');
    if (entry.kind === 'link') tree.push({ path: entry.path, mode: '120000', content: Buffer.from(await linkTarget(path)) });
    else tree.push({ path: entry.path, mode: (entry.permissions & 0o100) === 0 ? '100644' : '100755', content: await readBytes(path) });
  }
  return tree;
}
