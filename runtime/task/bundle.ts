import { sha256 } from '#io/digest.ts';
import { byCodeUnit, type Digest } from '#schema/primitives.ts';
import { writeTar } from '#runtime/sandbox/tar-writer.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';

/** A task directory as one uncompressed tar: sorted, owner 0:0, all times 0, modes kept. The same tree gives the same bytes. */
export function bundle(taskId: string, tree: Tree): Buffer {
  return writeTar(
    [...tree].sort((a, b) => byCodeUnit(a.path, b.path)),
    taskId,
    '',
    { uid: 0, gid: 0 },
    0,
  );
}

/**
 * Digest of a tree: SHA-256 over one line `mode sha256 size path` a file, in code-unit order of path. Anyone can recompute it
 * from the directory alone.
 */
export function treeDigest(
  files: readonly { readonly path: string; readonly mode: string; readonly sha256: string; readonly size: number }[],
): Digest {
  return sha256(files.map((file) => `${file.mode} ${file.sha256} ${file.size} ${file.path}\n`).join(''));
}
