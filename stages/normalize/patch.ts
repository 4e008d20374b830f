import { sha256 } from '#io/digest.ts';
import type { FileDiff } from '#io/repository.ts';
import { SET_ASIDE_ROLES, type NormalFile } from '#schema/change.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Patched } from './reverts.ts';

/**
 * Digest of what a change does to the files that units are made of, without line numbers and context (as `git patch-id`), and
 * of its opposite. Null when it touches no such file.
 */
export function patchDigests(files: readonly NormalFile[], diffs: readonly FileDiff[]): Pick<Patched, 'patch' | 'inverse' | 'patchLines'> {
  const byPath = new Map(diffs.map((diff) => [diff.path, diff]));
  const composed = files.filter((file) => !SET_ASIDE_ROLES.has(file.role));
  if (composed.length === 0) return { patch: null, inverse: null, patchLines: 0 };
  const forward = composed.map((file) => entry(file, byPath.get(file.path), false));
  const backward = composed.map((file) => entry(file, byPath.get(file.path), true));
  const patchLines = composed.reduce((sum, file) => sum + (file.added ?? 0) + (file.deleted ?? 0), 0);
  return { patch: digest(forward), inverse: digest(backward), patchLines };
}

function entry(file: NormalFile, diff: FileDiff | undefined, opposite: boolean): string {
  const from = file.oldPath ?? file.path;
  const names = opposite ? [file.path, from, file.newMode, file.oldMode] : [from, file.path, file.oldMode, file.newMode];
  if (diff === undefined || diff.binary) {
    const oids = opposite ? [file.newOid, file.oldOid] : [file.oldOid, file.newOid];
    return JSON.stringify([...names, ...oids]);
  }
  const hunks = diff.hunks.map((hunk) => {
    const [gone, come] = opposite ? [hunk.added, hunk.deleted] : [hunk.deleted, hunk.added];
    return [gone, come];
  });
  return JSON.stringify([...names, hunks]);
}

function digest(entries: readonly string[]): string {
  return sha256([...entries].sort(byCodeUnit).join('\n'));
}
