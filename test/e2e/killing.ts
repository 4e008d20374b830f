import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { digests, killGroup, run, start, writePool } from './example-pool.ts';

/** Draws that are the same in every run of the test: a failing moment can be tried again. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Builds the pool once whole; then `times` times kills a build with SIGKILL at a moment of the whole build's length, and goes on from
 * what is left. A pool that was killed over and over must be the whole one to the byte, and hold nothing unfinished.
 */
export async function killOverAndOver(folder: string, times: number, seed: number): Promise<void> {
  const whole = join(folder, 'whole');
  const start0 = performance.now();
  await run('stages', ['pool:build', '--pool', await writePool(whole, { upTo: 'balances' })]);
  const length = performance.now() - start0;
  const expected = digests(join(whole, 'out'));

  const broken = join(folder, 'broken');
  const pool = await writePool(broken, { upTo: 'balances' });
  const draw = draws(seed);
  let killed = 0;
  for (let time = 0; time < times; time += 1) {
    const { child, ended } = start('stages', ['pool:build', '--pool', pool]);
    const moment = setTimeout(() => killGroup(child), 500 + draw() * length * 0.6);
    const { exit } = await ended;
    clearTimeout(moment);
    if (exit === null) killed += 1;
    // Once it is whole there is nothing left to interrupt: begin anew.
    else if (exit === 0 && time < times - 1)
      for (const part of ['.pool', 'out']) rmSync(join(broken, part), { recursive: true, force: true });
    else if (exit !== 0) expect.fail(`the build after a kill ended with ${exit}: ${(await ended).stderr}`);
  }
  await run('stages', ['pool:build', '--pool', pool]);
  expect(killed).toBeGreaterThan(0);
  expect(digests(join(broken, 'out'))).toEqual(expected);
}
