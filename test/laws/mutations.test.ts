import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { FileDiff } from '#io/repository.ts';
import type { Edge } from '#schema/dag.ts';
import { type ChangeEdits, Ownership } from '../../stages/recover-dag/ownership.ts';
import { patches } from './composition.ts';
import { sameBytes } from './determinism.ts';
import { historyOfSeed, played } from './history.ts';
import type { Law, Walked } from './law.ts';
import { settled, withEdge, withoutEdge } from './mutation.ts';
import { MUTATIONS } from './mutations.ts';
import { equalsBlame, keepsOwners } from './ownership.ts';
import { recoveredOf } from './recovering.ts';
import { openStore } from './store.ts';
import { lawsOf, walkedOf } from './walk.ts';

const parser = createParser({ workers: 1 });
const store = openStore();
const rights: Walked[] = [];
beforeAll(async () => {
  for (let seed = 1; seed <= 24; seed += 1) {
    const walked = await walkedOf(seed, played(historyOfSeed(seed)), store, parser);
    if (walked !== null) rights.push(walked);
  }
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await parser[Symbol.asyncDispose]();
});

/** Laws that read a result. The others rest on the history alone, or compare the whole result: each has mutations of its own. */
const READING = lawsOf(parser).filter(({ name }) => !/ownership|no new owner|same bytes/.test(name));

/** Names of the laws that see something wrong. */
async function seenBy(walked: Walked, laws: readonly Law[] = READING): Promise<string[]> {
  const seen: string[] = [];
  for (const law of laws) if ((await law.check(walked, {})).length > 0) seen.push(law.name);
  return seen;
}

test('no law sees anything wrong in a right result, and settling one changes nothing', async () => {
  for (const right of rights) {
    expect(await seenBy(right), `seed ${right.seed}`).toEqual([]);
    expect(settled(right.recovered)).toEqual(right.recovered);
  }
  expect(rights.length).toBeGreaterThan(15);
});

describe('exactly one law sees', () => {
  test.each(MUTATIONS.map(([law, what, mutate]) => ({ law, what, mutate })))('$what: $law', async ({ law, mutate }) => {
    let broken = 0;
    for (const right of rights) {
      const recovered = mutate(right.recovered);
      if (recovered === null) continue;
      broken += 1;
      expect(await seenBy({ ...right, recovered }), `seed ${right.seed}`).toEqual([law]);
      if (broken === 4) break;
    }
    expect(broken).toBeGreaterThan(0);
  });

  test('an edge dropped that a conflict needs, or turned round: linear extensions', async () => {
    const seen = { dropped: 0, turned: 0 };
    for (const right of rights) {
      for (const edge of right.recovered.edges.filter(isNeeded)) {
        const without = withoutEdge(right.recovered, edge);
        const dropped = await seenBy({ ...right, recovered: without });
        if (dropped.length === 0) continue;
        expect(dropped, `seed ${right.seed}: ${edge.from} → ${edge.to}`).toEqual(['linear extensions']);
        seen.dropped += 1;
        const [from, to] = [without.units.find((unit) => unit.id === edge.to), without.units.find((unit) => unit.id === edge.from)];
        if (from === undefined || to === undefined) continue;
        const turned = await seenBy({ ...right, recovered: withEdge(without, from, to) });
        // Turned round, its ids descend; where another way leads from the one to the other, it closes a cycle besides.
        expect([['acyclic', 'linear extensions'], ['acyclic']], `seed ${right.seed}: ${edge.to} → ${edge.from}`).toContainEqual(turned);
        seen.turned += turned.length - 1;
      }
      if (seen.dropped > 8) break;
    }
    expect(seen.dropped).toBeGreaterThan(4);
    expect(seen.turned).toBeGreaterThan(2);
  });

  test('lines off by one, unless the next line is of the same change: evidence is really there', async () => {
    let broken = 0;
    for (const right of rights) {
      const shifted = right.recovered.evidence.map((piece) =>
        piece.kind === 'edits-lines-of' ? { ...piece, lines: piece.lines.map((line) => line + 1) } : piece,
      );
      const seen = await seenBy({ ...right, recovered: { ...right.recovered, evidence: shifted } });
      expect([[], ['evidence is really there']], `seed ${right.seed}`).toContainEqual(seen);
      broken += seen.length;
    }
    expect(broken).toBeGreaterThan(5);
  });

  test('a unit lost that another does not apply without: patches', async () => {
    let broken = 0;
    for (const right of rights) {
      const lost = new Set(right.recovered.edges.filter(isNeeded).map((edge) => edge.from));
      for (const id of lost) {
        const units = right.recovered.units.filter((unit) => unit.id !== id);
        broken += (await seenBy({ ...right, seed: 0, recovered: { ...right.recovered, units } }, [patches])).length;
      }
      if (broken > 2) break;
    }
    expect(broken).toBeGreaterThan(2);
  });

  test('a unit whose step changes nothing: its place, and what is composed', async () => {
    let broken = 0;
    for (const right of rights.slice(0, 6)) {
      const { units } = right.recovered;
      const last = units.at(-1);
      const step = last?.steps.at(-1);
      if (last === undefined || step === undefined || !last.files.some((file) => file.role === 'source')) continue;
      const steps = [...last.steps.slice(0, -1), { ...step, after: step.before }];
      const recovered = { ...right.recovered, units: [...units.slice(0, -1), { ...last, steps }] };
      const seen = await seenBy({ ...right, recovered });
      expect(seen).toContain('one place for every change');
      broken += seen.includes('recomposition') || seen.includes('linear extensions') ? 1 : 0;
    }
    expect(broken).toBeGreaterThan(1);
  });

  test.each(['poetry.lock', 'pkg/made.py'])('evidence of %s where its denial is off: denied files', async (path) => {
    let broken = 0;
    const laws = READING.filter(({ name }) => name === 'denied files bear no evidence' || name === 'evidence is really there');
    for (const right of rights) {
      const { candidate } = right.recovered;
      const changes = candidate.changes.map((change) => ({
        ...change,
        files: change.files.map((file) => (file.path === path ? { ...file, role: 'source' as const } : file)),
      }));
      const recovered = await recoveredOf({ ...candidate, changes }, store.repository, parser);
      if (recovered === null || !recovered.evidence.some((piece) => piece.path === path && piece.kind.startsWith('edits'))) continue;
      expect(await seenBy({ ...right, recovered: { ...recovered, denied: right.recovered.denied } }, laws)).toEqual([
        'denied files bear no evidence',
      ]);
      broken += 1;
    }
    expect(broken).toBeGreaterThan(0);
  });
});

/** Only such an edge may be what keeps a conflict away: another way round it would keep it away as well. */
function isNeeded(edge: Edge): boolean {
  return edge.proof === 'proven' && !edge.implied;
}

describe('ownership that is wrong is seen', () => {
  class Bent extends Ownership {
    readonly #bend: (diff: FileDiff) => FileDiff;
    constructor(bend: (diff: FileDiff) => FileDiff) {
      super();
      this.#bend = bend;
    }
    override apply(owner: number, diffs: readonly FileDiff[]): ChangeEdits {
      return super.apply(owner, diffs.map(this.#bend));
    }
  }
  /** As if a renamed file came whole, which is what a binary file does. */
  const forgetful = (): Ownership =>
    new Bent((diff) => (diff.status === 'R' ? { ...diff, status: 'A', oldPath: null, binary: true } : diff));
  const shifted = (): Ownership =>
    new Bent((diff) => ({
      ...diff,
      hunks: diff.hunks.map((hunk) => (hunk.oldCount === 0 ? { ...hunk, oldStart: hunk.oldStart + 1 } : hunk)),
    }));
  const idle = (): Ownership => new Bent((diff) => (diff.status === 'M' ? { ...diff, hunks: [] } : diff));

  test.each([
    { what: 'renames ignored: blame', law: equalsBlame(forgetful) },
    { what: 'insertions off by one: blame', law: equalsBlame(shifted) },
    { what: 'changes in place ignored: blame', law: equalsBlame(idle) },
    { what: 'renames ignored: no new owner', law: keepsOwners(forgetful) },
    { what: 'whitespace that counts: no new owner', law: keepsOwners(undefined, 'kept') },
  ])('$what', async ({ law }) => {
    const seen = [];
    for (const right of rights.slice(0, 12)) if ((await law.check(right, {})).length > 0) seen.push(right.seed);
    expect(seen.length).toBeGreaterThan(0);
  });
});

test('a result that depends on where it is made is seen', async () => {
  const [right] = rights.filter(({ recovered }) => recovered.evidence.length > 1);
  if (right === undefined) throw new Error('no history has evidence');
  const { recovered } = right;
  const law = (again: typeof recovered | null): Law => sameBytes(() => Promise.resolve(again));
  expect(await law(recovered).check(right, {})).toEqual([]);
  expect(await law({ ...recovered, evidence: [...recovered.evidence].reverse() }).check(right, {})).not.toEqual([]);
  expect(await law(null).check(right, {})).not.toEqual([]);
});
