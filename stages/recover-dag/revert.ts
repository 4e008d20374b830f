import { SET_ASIDE_ROLES, type NormalChange, type NormalFile } from '#schema/change.ts';
import type { FileDiff, Hunk } from '#io/repository.ts';
import { byCodeUnit } from '#schema/primitives.ts';

interface Half {
  readonly change: NormalChange;
  readonly diffs: readonly FileDiff[];
}

/** True when the second half takes back every composed file's hunks of the first, and nothing else. Line numbers may differ. */
export function isInverse(first: Half, second: Half): boolean {
  const forth = composed(first.change);
  const back = new Map(composed(second.change).map((file) => [file.path, file]));
  if (forth.length === 0 || forth.length !== back.size) return false;
  return forth.every((file) => {
    const undo = back.get(file.oldPath ?? file.path);
    if (undo === undefined || (undo.oldPath ?? undo.path) !== file.path) return false;
    if (file.oldOid === undo.newOid && file.newOid === undo.oldOid) return true;
    const hunks = hunksOf(first.diffs, file.path).map(text);
    const undone = hunksOf(second.diffs, undo.path).map(swapped);
    return hunks.length > 0 && hunks.length === undone.length && hunks.sort(byCodeUnit).join('\0') === undone.sort(byCodeUnit).join('\0');
  });
}

function composed(change: NormalChange): NormalFile[] {
  return change.files.filter((file) => !SET_ASIDE_ROLES.has(file.role));
}

function hunksOf(diffs: readonly FileDiff[], path: string): readonly Hunk[] {
  return diffs.find((diff) => diff.path === path)?.hunks ?? [];
}

function text(hunk: Hunk): string {
  return JSON.stringify([hunk.deleted, hunk.added]);
}

function swapped(hunk: Hunk): string {
  return JSON.stringify([hunk.added, hunk.deleted]);
}
