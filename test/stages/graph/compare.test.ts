import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare } from '../../../stages/graph/compare.ts';
import { shapeOf } from '../../../stages/graph/shape.ts';
import { spearman } from '../../../stages/graph/spearman.ts';
import { dags, shaped } from './arbitrary.ts';

describe('a comparison', () => {
  test('worked by hand', () => {
    // a: 1→2→3, 4;  b: 1→2, 1→3, 2→5.
    const a = shaped(
      ['1', '2', '3', '4'],
      [
        ['1', '2'],
        ['2', '3'],
      ],
    );
    const b = shaped(
      ['1', '2', '3', '5'],
      [
        ['1', '2'],
        ['1', '3'],
        ['2', '5'],
      ],
    );
    const found = compare(a, b);
    expect(found.edges).toEqual({ a: 2, b: 3, common: 1, precision: 1 / 2, recall: 1 / 3, f1: 2 / 5 });
    // Closures: {12, 23, 13} and {12, 13, 25, 15}.
    expect(found.closure).toEqual({ a: 3, b: 4, common: 2, precision: 2 / 3, recall: 1 / 2, f1: 4 / 7 });
    expect([found.unitsInBoth, found.onlyInA, found.onlyInB]).toEqual([3, ['4'], ['5']]);
    // Layers of 1, 2, 3: (0, 1, 2) and (0, 1, 1): ranks (1, 2, 3) and (1, 2.5, 2.5).
    expect(found.layerRho).toBeCloseTo(1.5 / Math.sqrt(2 * 1.5), 12);
    expect(found.criticalPathRatio).toEqual({ a: 3 / 4, b: 3 / 4 });
    expect(found.widthRatio).toBe(2 / 2);
  });

  test('of a graph with itself is 1 wherever there is something to score', () => {
    fc.assert(
      fc.property(dags(), ({ ids, edges }) => {
        const shape = shaped(ids, edges);
        const { edges: e, closure: c, layerRho, rhoUnscored, onlyInA, onlyInB, widthRatio } = compare(shape, shape);
        const one = edges.length === 0 ? null : 1;
        expect([e.precision, e.recall, e.f1, c.precision, c.recall, c.f1]).toEqual([one, one, one, one, one, one]);
        if (edges.length === 0) expect([layerRho, rhoUnscored === null]).toEqual([null, false]);
        else expect(layerRho).toBeCloseTo(1, 12);
        expect([onlyInA, onlyInB, widthRatio]).toEqual([[], [], 1]);
      }),
    );
  });

  test('turned around swaps precision and recall and keeps the rest', () => {
    fc.assert(
      fc.property(dags(), dags(), (left, right) => {
        const [a, b] = [shaped(left.ids, left.edges), shaped(right.ids, right.edges)];
        const [ab, ba] = [compare(a, b), compare(b, a)];
        for (const key of ['edges', 'closure'] as const) {
          expect(ab[key]).toEqual({
            a: ba[key].b,
            b: ba[key].a,
            common: ba[key].common,
            precision: ba[key].recall,
            recall: ba[key].precision,
            f1: ba[key].f1,
          });
        }
        expect([ab.layerRho, ab.onlyInA, ab.unitsInBoth]).toEqual([ba.layerRho, ba.onlyInB, ba.unitsInBoth]);
      }),
    );
  });

  test('does not depend on names, nor on the order in which things are told', () => {
    fc.assert(
      fc.property(dags(), dags(), fc.shuffledSubarray([...'abcdefghi'], { minLength: 9 }), (left, right, names) => {
        const renamed = (id: string): string => `unit ${names[id.charCodeAt(0) - 97]}`;
        const told = ({ ids, edges }: typeof left, name: (id: string) => string, backwards: boolean) => {
          const nodes = ids.map(name);
          const arrows = edges.map(([from, to]) => [name(from), name(to)] as const);
          return backwards ? shaped([...nodes].reverse(), [...arrows].reverse()) : shaped(nodes, arrows);
        };
        const plain = compare(
          told(left, (id) => id, false),
          told(right, (id) => id, false),
        );
        const other = compare(told(left, renamed, true), told(right, renamed, true));
        expect({ ...other, onlyInA: other.onlyInA.length, onlyInB: other.onlyInB.length }).toEqual({
          ...plain,
          layerRho: plain.layerRho === null ? null : expect.closeTo(plain.layerRho, 12),
          onlyInA: plain.onlyInA.length,
          onlyInB: plain.onlyInB.length,
        });
      }),
    );
  });

  test('the closure counts what a walk along the edges reaches', () => {
    fc.assert(
      fc.property(dags(), ({ ids, edges }) => {
        const reach = (id: string): Set<string> => {
          const found = new Set<string>();
          const open = [id];
          for (let node = open.pop(); node !== undefined; node = open.pop())
            for (const [from, to] of edges)
              if (from === node && !found.has(to)) {
                open.push(to);
                found.add(to);
              }
          return found;
        };
        const shape = shaped(ids, edges);
        expect(compare(shape, shape).closure.common).toBe(ids.reduce((sum, id) => sum + reach(id).size, 0));
        // Edges marked implied are those whose ends a longer way joins; without them nothing else is reached.
        const kept = shape.edges.filter((edge) => !edge.implied).map(({ from, to }) => [from, to] as const);
        expect(compare(shaped(ids, kept), shape).closure.f1).toBe(edges.length === 0 ? null : 1);
      }),
    );
  });
});

describe('Spearman’s rho', () => {
  test('of values worked by hand, with ties', () => {
    expect(spearman([1, 2, 3, 4], [10, 20, 30, 40])).toEqual({ value: 1 });
    expect(spearman([1, 2, 3, 4], [4, 3, 2, 1])).toEqual({ value: -1 });
    // No ties: 1 - 6 Σd² / (n (n² - 1)) = 1 - 6·4 / 60.
    const [plain] = [spearman([1, 2, 3, 4], [2, 1, 4, 3])];
    expect('value' in plain ? plain.value : Number.NaN).toBeCloseTo(1 - 24 / 60, 12);
    // Ranks (1.5, 1.5, 3) and (1, 2, 3).
    const tied = spearman([5, 5, 9], [1, 2, 3]);
    expect('value' in tied ? tied.value : Number.NaN).toBeCloseTo(1.5 / Math.sqrt(1.5 * 2), 12);
  });
  test('is not told where there is nothing to rank', () => {
    expect(spearman([1], [1])).toEqual({ unscored: 'fewer than two units are in both' });
    expect(spearman([1, 1], [1, 2])).toEqual({ unscored: 'the units in both lie in one layer' });
    expect(() => spearman([1], [1, 2])).toThrow();
  });
  test('looks at order alone', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 2, maxLength: 12 }), (pairs) => {
        const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
        const plain = spearman(x, y);
        expect(
          spearman(
            x.map((a) => a ** 3 + 1),
            y.map((b) => 2 ** b),
          ),
        ).toEqual(plain);
        if ('value' in plain) expect(Math.abs(plain.value)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('a graph with a cycle is told by it', () => {
  const edge = (from: string, to: string) => ({ from, to, kinds: [], patterns: [] });
  const nodes = ['a', 'b', 'c'].map((id) => ({ id, title: '', change: null }));
  expect(shapeOf('x', nodes, [edge('a', 'b'), edge('b', 'c'), edge('c', 'b')])).toEqual({ cycle: ['b', 'c'] });
  expect(shapeOf('x', nodes, [edge('a', 'a')])).toEqual({ cycle: ['a'] });
});
