import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import { extensions, patches, recomposition } from './composition.ts';
import { recoveredAgain, sameBytes } from './determinism.ts';
import { historyOfSeed, played } from './history.ts';
import type { Law, Tally, Walked } from './law.ts';
import type { Told } from './model.ts';
import { equalsBlame, keepsOwners } from './ownership.ts';
import { denial, presence } from './pieces.ts';
import { candidateOf, recoveredOf } from './recovering.ts';
import { openStore, type Store } from './store.ts';
import { acyclic, evidenced, layering, placement, reduction } from './structure.ts';

/** Every law of the DAG (`dag.md`, laws) that speaks of one recovered history. */
export function lawsOf(parser: Parser): readonly Law[] {
  return [
    acyclic,
    evidenced,
    reduction,
    layering,
    placement,
    recomposition,
    patches,
    extensions,
    sameBytes(recoveredAgain(parser)),
    equalsBlame(),
    keepsOwners(),
    denial,
    presence,
  ];
}

/** Writes a history and recovers its DAG. Null when it makes no unit. */
export async function walkedOf(seed: number, told: readonly Told[], store: Store, parser: Parser): Promise<Walked | null> {
  const commits = store.write(told);
  const candidate = await candidateOf({ commits, told }, store.repository, parser);
  const recovered = await recoveredOf(candidate, store.repository, parser);
  return recovered === null ? null : { seed, store, told, commits, recovered };
}

/** A store grows slow with its packs, so each holds so many histories. */
const HISTORIES_A_STORE = 25;

export interface Outcome {
  /** Histories that made units. */
  histories: number;
  readonly seen: Map<string, Tally>;
  /** Per law: `seed N: …`. */
  readonly broken: Map<string, string[]>;
}

/** Walks seeds and asks every law of each history. A fault of the product's own is a broken law `recovers`. */
export async function walkSeeds(seeds: readonly number[], laws: (parser: Parser) => readonly Law[] = lawsOf): Promise<Outcome> {
  await using parser = createParser({ workers: 1 });
  const asked = laws(parser);
  const outcome: Outcome = { histories: 0, seen: new Map(asked.map(({ name }) => [name, {}])), broken: new Map() };
  const tell = (law: string, seed: number, words: readonly string[]): void => {
    if (words.length > 0) outcome.broken.set(law, [...(outcome.broken.get(law) ?? []), ...words.map((each) => `seed ${seed}: ${each}`)]);
  };
  for (let start = 0; start < seeds.length; start += HISTORIES_A_STORE) {
    await using store = openStore();
    for (const seed of seeds.slice(start, start + HISTORIES_A_STORE)) {
      const walked = await walkedOf(seed, played(historyOfSeed(seed)), store, parser).catch((error: unknown) => String(error));
      if (walked === null) continue;
      if (typeof walked === 'string') {
        tell('recovers', seed, [walked]);
        continue;
      }
      outcome.histories += 1;
      for (const law of asked) tell(law.name, seed, await law.check(walked, outcome.seen.get(law.name) ?? {}));
    }
  }
  return outcome;
}

/** What a walk met, in lines to print. */
export function told({ histories, seen, broken }: Outcome): string {
  const laws = [...seen].map(([law, tally]) => {
    const met = Object.entries(tally).map(([what, times]) => `${times} ${what}`);
    return `${law}: ${broken.get(law)?.length ?? 0} broken; ${met.join(', ')}`;
  });
  return [`${histories} histories`, ...laws].join('\n');
}
