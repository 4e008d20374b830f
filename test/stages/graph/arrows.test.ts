import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ancestors, cycles, drawn, earliest, implied, latest, layers, topological, type Arrow } from '../../../stages/graph/arrows.ts';

/** Acyclic by construction: arrows go up. */
const dag = fc.integer({ min: 2, max: 70 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    arrows: fc.uniqueArray(
      fc
        .tuple(fc.nat(size - 1), fc.nat(size - 1))
        .filter(([a, b]) => a !== b)
        .map(([a, b]): Arrow => (a < b ? [a, b] : [b, a])),
      { maxLength: 150, selector: ([a, b]) => `${a} ${b}` },
    ),
  }),
);
const any = fc.integer({ min: 2, max: 20 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    arrows: fc.array(
      fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).filter(([a, b]) => a !== b),
      { maxLength: 40 },
    ),
  }),
);

function reaches(arrows: readonly Arrow[], from: number, to: number, seen = new Set<number>()): boolean {
  return arrows.some(([a, b]) => {
    if (a !== from || seen.has(b)) return false;
    seen.add(b);
    return b === to || reaches(arrows, b, to, seen);
  });
}
const order = (size: number): number[] => Array.from({ length: size }, (_, node) => node);

describe('graph', () => {
  test('ancestors are what is reached', () => {
    fc.assert(
      fc.property(dag, ({ size, arrows }) => {
        const above = ancestors(size, arrows, order(size));
        for (let a = 0; a < size; a += 7) for (let b = 0; b < size; b += 3) expect(above.has(b, a)).toBe(reaches(arrows, a, b));
      }),
      { numRuns: 40 },
    );
  });

  test('the transitive reduction keeps reachability and is minimal', () => {
    fc.assert(
      fc.property(dag, ({ size, arrows }) => {
        const above = ancestors(size, arrows, order(size));
        const drop = implied(arrows, size, above);
        const kept = arrows.filter((arrow) => !drop.has(arrow));
        const still = ancestors(size, kept, order(size));
        for (let a = 0; a < size; a += 1) for (let b = 0; b < size; b += 1) expect(still.has(b, a)).toBe(above.has(b, a));
        for (const arrow of kept)
          expect(
            reaches(
              kept.filter((other) => other !== arrow),
              arrow[0],
              arrow[1],
            ),
          ).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('every choice gives a topological order, and layers are longest paths', () => {
    fc.assert(
      fc.property(dag, fc.nat(), ({ size, arrows }, seed) => {
        for (const choose of [earliest, latest, drawn(seed)]) {
          const sorted = topological(size, arrows, choose) ?? [];
          expect([...sorted].sort((a, b) => a - b)).toEqual(order(size));
          for (const [a, b] of arrows) expect(sorted.indexOf(a)).toBeLessThan(sorted.indexOf(b));
        }
        const layer = layers(size, arrows, order(size));
        for (const [node, depth] of layer.entries()) {
          const parents = arrows.filter(([, to]) => to === node).map(([from]) => layer[from] ?? 0);
          expect(depth).toBe(parents.length === 0 ? 0 : Math.max(...parents) + 1);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('cycles are found exactly, and an order exists when there are none', () => {
    fc.assert(
      fc.property(any, ({ size, arrows }) => {
        const found = cycles(size, arrows);
        expect(topological(size, arrows, earliest) === null).toBe(found.length > 0);
        const group = new Map(found.flatMap((members, index) => members.map((node) => [node, index] as const)));
        for (let a = 0; a < size; a += 1)
          for (let b = a + 1; b < size; b += 1) {
            const together = reaches(arrows, a, b) && reaches(arrows, b, a);
            expect(group.has(a) && group.get(a) === group.get(b)).toBe(together);
          }
      }),
      { numRuns: 100 },
    );
  });
});
