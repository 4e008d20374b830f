import { diffArrays } from 'diff';

/** Beyond this many edits two sides have little in common; pairing them would cost more than it tells. */
const MAX_EDITS = 1500;

/**
 * Pairs added with deleted lines of one hunk that differ by whitespace alone, in order (longest common subsequence).
 * Returns added index → deleted index, both 0-based.
 */
export function pairIgnoringWhitespace(deleted: readonly string[], added: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  if (deleted.length === 0 || added.length === 0) return pairs;
  const parts = diffArrays(deleted.map(squeeze), added.map(squeeze), { maxEditLength: MAX_EDITS });
  let oldIndex = 0;
  let newIndex = 0;
  for (const part of parts ?? []) {
    const count = part.value.length;
    if (!part.added && !part.removed) for (let step = 0; step < count; step += 1) pairs.set(newIndex + step, oldIndex + step);
    if (!part.added) oldIndex += count;
    if (!part.removed) newIndex += count;
  }
  return pairs;
}

function squeeze(line: string): string {
  return line.replace(/\s+/gu, '');
}
