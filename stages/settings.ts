import { sha256 } from '#io/digest.ts';
import type { Denylists } from '#schema/denylist.ts';
import type { Pool } from '#schema/pool.ts';

/** What stages may take as options: each stage's own schema picks from these by name, and only what it picks is fingerprinted. */
export function settingsOf(pool: Pool, denylists: Denylists, concurrency: number): Readonly<Record<string, unknown>> {
  return {
    ...pool.thresholds,
    poolName: pool.name,
    repetitions: pool.repetitions,
    memoryMb: pool.memoryMb,
    author: pool.author,
    canary: pool.canary ?? canaryOf(pool.name),
    denylists,
    concurrency,
  };
}

/** A line that stands in nothing else: a digest of the pool's name in the shape of a GUID. */
function canaryOf(name: string): string {
  const hex = sha256(`loopsmith canary ${name}`);
  const guid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return `BENCHMARK DATA: keep out of training corpora. loopsmith canary GUID ${guid}`;
}
