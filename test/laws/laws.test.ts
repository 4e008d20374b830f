import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import { recoveredElsewhere } from './elsewhere.ts';
import { historyOfSeed, played } from './history.ts';
import { openStore } from './store.ts';
import { lawsOf, type Outcome, told, walkedOf, walkSeeds } from './walk.ts';

const parser = createParser({ workers: 1 });
afterAll(() => parser[Symbol.asyncDispose]());
const LAWS = lawsOf(parser).map((law) => law.name);
const SEEDS = Array.from({ length: 36 }, (_, index) => index + 1);

describe('laws of the DAG on random histories', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await walkSeeds(SEEDS);
  });

  test('every history recovers, or makes no unit', () => {
    expect(outcome.broken.get('recovers') ?? []).toEqual([]);
    expect(outcome.histories).toBeGreaterThan(0.8 * SEEDS.length);
  });

  test.each(LAWS)('%s', (law) => {
    expect(outcome.broken.get(law) ?? []).toEqual([]);
    // A law that met nothing it speaks of proves nothing.
    expect(Object.keys(outcome.seen.get(law) ?? {}), told(outcome)).not.toEqual([]);
  });

  test('the histories hold what the laws speak of', () => {
    const seen = (law: string): Readonly<Record<string, number>> => outcome.seen.get(law) ?? {};
    expect(seen('transitive reduction'), told(outcome)).toMatchObject({ 'implied edges': expect.any(Number) });
    for (const kind of ['edits-lines-of', 'edits-inside', 'does-not-apply-without', 'imports', 'calls', 'test-exercises'])
      expect(seen('evidence is really there')[kind], kind).toBeGreaterThan(0);
    for (const what of ['renames', 'rewrites of whitespace'])
      expect(seen('no new owner by whitespace or rename')[what], what).toBeGreaterThan(5);
    expect(seen('one place for every change')['changes outside']).toBeGreaterThan(5);
    expect(seen('linear extensions')['orders']).toBeGreaterThan(SEEDS.length);
  });
});

test('another time zone, locale and number of parsers give the same bytes', async () => {
  await using store = openStore();
  const walked = [];
  for (const seed of [2, 5, 10, 12]) walked.push(await walkedOf(seed, played(historyOfSeed(seed)), store, parser));
  const lines = walked.flatMap((each) =>
    each === null ? [] : [{ commits: each.commits, told: each.told.map(({ subject, pr }) => ({ subject, pr })) }],
  );
  const here = walked.flatMap((each) => (each === null ? [] : [JSON.stringify(each.recovered)]));
  expect(here.length).toBeGreaterThan(2);
  for (const abroad of [
    { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    { TZ: 'America/St_Johns', LC_ALL: 'C', LANG: 'C' },
  ])
    expect(await recoveredElsewhere(store.gitDir, lines, abroad)).toEqual(here);
});
