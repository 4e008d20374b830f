import { join } from 'node:path';
import type { Oid } from '#schema/primitives.ts';
import { readTextIfThere, writeAtomic } from './files.ts';

/** What a source says its HEAD is: a branch, a bare commit, or nothing to go by. */
export interface SourceHead {
  readonly branch: string | null;
  readonly oid: Oid | null;
}

/** The HEAD file of a local repository, whether or not what it names is there. */
export async function readHeadFile(gitDir: string): Promise<SourceHead> {
  const text = ((await readTextIfThere(join(gitDir, 'HEAD'))) ?? '').trim();
  return { branch: text.startsWith('ref: ') ? text.slice(5).trim() : null, oid: /^[0-9a-f]{40}$/.test(text) ? text : null };
}

/**
 * What our clone's HEAD is to be. A branch the source has is taken as one; else its commit; else, where a copy keeps branches
 * only as those of its own remote, the remote's branch of that name, then the remote's HEAD.
 */
export function pickHead(told: SourceHead, refs: ReadonlyMap<string, Oid>): SourceHead {
  if (told.branch !== null && refs.has(told.branch)) return { branch: told.branch, oid: refs.get(told.branch) ?? null };
  const origin =
    told.branch?.startsWith('refs/heads/') === true ? refs.get(told.branch.replace('refs/heads/', 'refs/remotes/origin/')) : undefined;
  return { branch: null, oid: told.oid ?? origin ?? refs.get('refs/remotes/origin/HEAD') ?? null };
}

export async function writeHead(gitDir: string, head: SourceHead): Promise<void> {
  const text = head.branch !== null ? `ref: ${head.branch}` : (head.oid ?? 'ref: refs/heads/main');
  await writeAtomic(join(gitDir, 'HEAD'), `${text}\n`);
}
