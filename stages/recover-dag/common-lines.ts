/** A run of equal items: where it starts on either side, how long it is, and the run before it. */
interface Run {
  readonly old: number;
  readonly fresh: number;
  readonly count: number;
  readonly before: Run | null;
}

/** No path ends on this diagonal. */
const NONE = -2;

/**
 * A longest common subsequence of two lists of numbers by Myers' greedy algorithm ("An O(ND) difference algorithm", 1986), as pairs
 * `[index in old, index in fresh]`, ascending. Null when it takes more than `maxEdits` insertions and deletions: the cost is the square
 * of these. Among equals it chooses as the package `diff` does, by a test.
 */
export function commonItems(
  old: readonly number[],
  fresh: readonly number[],
  maxEdits: number,
): (readonly [old: number, fresh: number])[] | null {
  const limit = Math.min(maxEdits, old.length + fresh.length);
  const search = new Search(old, fresh, limit);
  for (let edits = 0; edits <= limit; edits += 1) {
    const end = search.extend(edits);
    if (end !== null) return pairsOf(end.run);
  }
  return null;
}

class Search {
  readonly #old: readonly number[];
  readonly #fresh: readonly number[];
  readonly #zero: number;
  /** By diagonal: the last old index of the farthest path, and its runs. */
  readonly #ends: Int32Array;
  readonly #runs: (Run | null)[];
  /** Past the edge of either side there is nothing to find. */
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;
  constructor(old: readonly number[], fresh: readonly number[], limit: number) {
    this.#old = old;
    this.#fresh = fresh;
    this.#zero = limit + 1;
    this.#ends = new Int32Array(2 * limit + 3).fill(NONE);
    this.#runs = [];
  }

  /** All paths of so many edits. The one that reaches both ends, or null. */
  extend(edits: number): { readonly run: Run | null } | null {
    if (edits === 0) return this.#follow(0, -1, null);
    for (let diagonal = Math.max(this.#lowest, -edits); diagonal <= Math.min(this.#highest, edits); diagonal += 2) {
      const below = this.#zero + diagonal - 1;
      const above = this.#zero + diagonal + 1;
      const [deleting, inserting] = [this.#ends[below] ?? NONE, this.#ends[above] ?? NONE];
      // Nobody else branches from there: a second visit must not find it.
      this.#ends[below] = NONE;
      const reached = inserting - diagonal;
      const canInsert = inserting !== NONE && reached >= 0 && reached < this.#fresh.length;
      const canDelete = deleting !== NONE && deleting + 1 < this.#old.length;
      let end: { readonly run: Run | null } | null = null;
      if (!canInsert && !canDelete) this.#ends[this.#zero + diagonal] = NONE;
      else if (!canDelete || (canInsert && deleting < inserting)) end = this.#follow(diagonal, inserting, this.#runs[above] ?? null);
      else end = this.#follow(diagonal, deleting + 1, this.#runs[below] ?? null);
      if (end !== null) return end;
    }
    return null;
  }

  /** Goes on along equal items. */
  #follow(diagonal: number, from: number, runs: Run | null): { readonly run: Run | null } | null {
    let end = from;
    while (end + 1 < this.#old.length && end - diagonal + 1 < this.#fresh.length && this.#old[end + 1] === this.#fresh[end - diagonal + 1])
      end += 1;
    const run = end === from ? runs : { old: from + 1, fresh: from - diagonal + 1, count: end - from, before: runs };
    const [atOldEnd, atFreshEnd] = [end + 1 >= this.#old.length, end - diagonal + 1 >= this.#fresh.length];
    if (atOldEnd && atFreshEnd) return { run };
    this.#ends[this.#zero + diagonal] = end;
    this.#runs[this.#zero + diagonal] = run;
    if (atOldEnd) this.#highest = Math.min(this.#highest, diagonal - 1);
    if (atFreshEnd) this.#lowest = Math.max(this.#lowest, diagonal + 1);
    return null;
  }
}

function pairsOf(last: Run | null): (readonly [old: number, fresh: number])[] {
  const runs: Run[] = [];
  for (let run = last; run !== null; run = run.before) runs.unshift(run);
  return runs.flatMap(({ old, fresh, count }) => Array.from({ length: count }, (_, step) => [old + step, fresh + step] as const));
}
