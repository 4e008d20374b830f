import { expect } from 'vitest';
import { smallest } from './shrink.ts';
import { told, walkSeeds } from './walk.ts';

/** Of the 1040 seeds about one in fifty makes no unit. `LAW_SEEDS` asks for fewer or more. */
const SEEDS = Number(process.env['LAW_SEEDS'] ?? 1040);

/** Walks every second seed, prints what it met, and shrinks the first history that breaks each law. */
export async function walkHalf(half: 0 | 1): Promise<void> {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1).filter((seed) => seed % 2 === half);
  const outcome = await walkSeeds(seeds);
  console.log(`seeds ${seeds[0]}, ${seeds[1]}, … ${seeds.at(-1)}: ${told(outcome)}`);
  const broken = [...outcome.broken];
  const shrunk: string[] = [];
  for (const [law, [first]] of broken) shrunk.push(await smallest(Number(/\d+/.exec(first ?? '')?.[0] ?? 0), law));
  expect(broken, shrunk.join('\n\n')).toEqual([]);
  expect(outcome.histories).toBeGreaterThanOrEqual(Math.floor((seeds.length * 1000) / 1040));
}
