import type { Recovered } from '#schema/dag.ts';
import type { Told } from './model.ts';
import type { Store } from './store.ts';

/** A history in its store, and what was recovered from it. */
export interface Walked {
  readonly seed: number;
  readonly store: Store;
  readonly told: readonly Told[];
  readonly commits: readonly string[];
  readonly recovered: Recovered;
}
/** What a law looked at, by name: a law that looked at nothing proves nothing. */
export type Tally = Record<string, number>;
/** Each broken instance in words; none when the law holds. */
export interface Law {
  readonly name: string;
  check(walked: Walked, tally: Tally): Promise<readonly string[]> | readonly string[];
}

export function count(tally: Tally, what: string, by = 1): void {
  tally[what] = (tally[what] ?? 0) + by;
}
