import fc from 'fast-check';
import { createParser } from '#io/parser.ts';
import { played, scriptedHistory } from './history.ts';
import { openStore } from './store.ts';
import { lawsOf, walkedOf } from './walk.ts';

/** The smallest history found that breaks a law as this seed's does, and how, in words to print. */
export async function smallest(seed: number, law: string): Promise<string> {
  await using parser = createParser({ workers: 1 });
  await using store = openStore();
  const asked = lawsOf(parser).filter(({ name }) => name === law);
  const property = fc.asyncProperty(scriptedHistory, async (script) => {
    const walked = await walkedOf(seed, played(script), store, parser);
    if (walked === null) return;
    for (const each of asked) {
      const wrong = await each.check(walked, {});
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
    }
  });
  const found = await fc.check(property, { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: 180_000 });
  return `${law}, seed ${seed}, ${found.numShrinks} shrinks: ${JSON.stringify(found.counterexample?.[0])}\n${String(found.errorInstance)}`;
}
