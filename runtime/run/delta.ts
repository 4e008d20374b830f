import { sha256 } from '#io/digest.ts';
import type { Digest } from '#schema/primitives.ts';
import type { WorkspaceDelta } from '#runtime/judge/judge.ts';
import type { Tree, TreeFile } from '#runtime/sandbox/sandbox.ts';
import { treeDigest } from '#runtime/task/bundle.ts';
import { RUN_DIRECTORIES } from './workspace.ts';

function isOfRun(path: string): boolean {
  return RUN_DIRECTORIES.some((name) => path === name || path.startsWith(`${name}/`));
}
function same(a: TreeFile, b: TreeFile): boolean {
  return a.mode === b.mode && a.content.equals(b.content);
}

/** What a workspace differs in from the task's base, the run's own directories left out. `skip`: names that the snapshot left out. */
export function workspaceDelta(base: Tree, snapshot: Tree, skip: readonly string[]): WorkspaceDelta {
  const before = new Map(base.map((file) => [file.path, file]));
  const code = snapshot.filter((file) => !isOfRun(file.path));
  const after = new Set(code.map((file) => file.path));
  const skipped = (path: string): boolean => path.split('/').some((part) => skip.includes(part));
  return {
    put: code.filter((file) => {
      const old = before.get(file.path);
      return old === undefined || !same(old, file);
    }),
    remove: base.map((file) => file.path).filter((path) => !after.has(path) && !skipped(path)),
  };
}

/** Digest of a tree in memory; see `treeDigest`. */
export function digestOf(tree: Tree): Digest {
  return treeDigest(tree.map((file) => ({ path: file.path, mode: file.mode, sha256: sha256(file.content), size: file.content.length })));
}
