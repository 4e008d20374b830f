import { commonItems } from './common-lines.ts';

/** Beyond this many edits two sides have little in common; pairing them would cost more than it tells. */
const MAX_EDITS = 1500;

/**
 * Pairs added with deleted lines of one hunk that differ by whitespace alone, in order (longest common subsequence).
 * Returns added index → deleted index, both 0-based.
 */
export function pairIgnoringWhitespace(deleted: readonly string[], added: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  if (deleted.length === 0 || added.length === 0) return pairs;
  const sides = numbered(deleted, added);
  // Lines that one side alone holds are edits, whatever is paired: what must exceed the limit need not be tried.
  if (sides.common === 0 || deleted.length + added.length - 2 * sides.common > MAX_EDITS) return pairs;
  for (const [old, fresh] of commonItems(sides.deleted, sides.added, MAX_EDITS) ?? []) pairs.set(fresh, old);
  return pairs;
}

interface Numbered {
  readonly deleted: number[];
  readonly added: number[];
  /** Lines that both sides hold, as multisets: no pairing has more. */
  readonly common: number;
}

/** Lines as numbers, equal where they differ by whitespace alone: compared many times, and read once. */
function numbered(deleted: readonly string[], added: readonly string[]): Numbered {
  const numbers = new Map<string, number>();
  const left: number[] = [];
  const ofDeleted = deleted.map((line) => {
    const squeezed = squeeze(line);
    const number = numbers.get(squeezed) ?? numbers.size;
    numbers.set(squeezed, number);
    left[number] = (left[number] ?? 0) + 1;
    return number;
  });
  let common = 0;
  const ofAdded = added.map((line) => {
    // What only the added side holds equals nothing.
    const number = numbers.get(squeeze(line));
    if (number === undefined) return -1;
    const count = left[number] ?? 0;
    if (count > 0) common += 1;
    left[number] = count - 1;
    return number;
  });
  return { deleted: ofDeleted, added: ofAdded, common };
}

function squeeze(line: string): string {
  return line.replace(/\s+/gu, '');
}
