import type { Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import type { Recovered } from '#schema/dag.ts';
import { count, type Law, type Walked } from './law.ts';
import { candidateOf, recoveredOf } from './recovering.ts';
import { repositoryAt } from './store.ts';
import { drawn } from '../../stages/graph/arrows.ts';

export type Again = (walked: Walked) => Promise<Recovered | null>;

/** The same history once more, by a reader of its own whose answers come in another order. */
export function recoveredAgain(parser: Parser): Again {
  return async ({ store, commits, told, seed }) => {
    await using fresh = repositoryAt(store.gitDir);
    const draw = drawn(seed);
    const late = async (): Promise<void> => {
      for (let turns = draw([...Array(6).keys()]); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const repository: Repository = { ...fresh, blob: async (oid) => late().then(() => fresh.blob(oid)) };
    const slow: Parser = {
      symbols: async (language, text) => {
        await late();
        return parser.symbols(language, text);
      },
      [Symbol.asyncDispose]: async () => {},
    };
    return await recoveredOf(await candidateOf({ commits, told }, repository, slow), repository, slow);
  };
}

/** Same input, other concurrency: the same bytes. */
export function sameBytes(again: Again): Law {
  return {
    name: 'same input, same bytes',
    async check(walked, tally) {
      const [one, two] = [JSON.stringify(walked.recovered), JSON.stringify(await again(walked))];
      count(tally, 'bytes compared', one.length);
      if (one === two) return [];
      const at = [...one].findIndex((char, index) => char !== two[index]);
      return [`differs at byte ${at}: ${one.slice(at - 60, at + 60)} ‖ ${two.slice(at - 60, at + 60)}`];
    },
  };
}
