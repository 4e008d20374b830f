import { diffArrays } from 'diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonItems } from '../../../stages/recover-dag/common-lines.ts';
import { pairIgnoringWhitespace } from '../../../stages/recover-dag/whitespace.ts';

/** The same question asked of the package. */
function byPackage(old: readonly number[], fresh: readonly number[], maxEditLength: number): [number, number][] | null {
  const parts = diffArrays([...old], [...fresh], { maxEditLength });
  if (parts === undefined) return null;
  const pairs: [number, number][] = [];
  let [a, b] = [0, 0];
  for (const { added, removed, value } of parts) {
    if (!added && !removed) for (let step = 0; step < value.length; step += 1) pairs.push([a + step, b + step]);
    if (!added) a += value.length;
    if (!removed) b += value.length;
  }
  return pairs;
}

const few = fc.array(fc.nat(4), { maxLength: 40 });

describe('the common items of two lists', () => {
  test('are those that the package diff chooses, ties included', () => {
    fc.assert(
      fc.property(few, few, fc.nat(30), (old, fresh, limit) => {
        expect(commonItems(old, fresh, limit)).toEqual(byPackage(old, fresh, limit));
        expect(commonItems(old, fresh, 1000)).toEqual(byPackage(old, fresh, 1000));
      }),
      { numRuns: 3000 },
    );
  });

  test('of lists that share long runs', () => {
    const edited = fc.tuple(
      fc.array(fc.nat(30), { minLength: 20, maxLength: 120 }),
      fc.array(fc.tuple(fc.nat(120), fc.nat(9), fc.nat(30)), { maxLength: 12 }),
    );
    fc.assert(
      fc.property(edited, ([old, edits]) => {
        const fresh = [...old];
        for (const [at, gone, value] of edits) fresh.splice(Math.min(at, fresh.length), gone, value);
        expect(commonItems(old, fresh, 300)).toEqual(byPackage(old, fresh, 300));
      }),
      { numRuns: 500 },
    );
  });

  test('are as many as a table of all prefixes finds', () => {
    fc.assert(
      fc.property(few, few, (old, fresh) => {
        const table = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
        for (const [i, a] of old.entries())
          for (const [j, b] of fresh.entries())
            (table[i + 1] ?? [])[j + 1] = a === b ? (table[i]?.[j] ?? 0) + 1 : Math.max(table[i]?.[j + 1] ?? 0, table[i + 1]?.[j] ?? 0);
        expect(commonItems(old, fresh, 1000)?.length).toBe(table[old.length]?.[fresh.length]);
      }),
    );
  });
});

describe('lines paired though their whitespace differs', () => {
  test('nothing is paired where nothing is common, or too little to stay below the limit', () => {
    expect(pairIgnoringWhitespace(['a', 'b'], ['c'])).toEqual(new Map());
    const many = (letter: string) => Array.from({ length: 800 }, (_, index) => `${letter}${index}`);
    expect(pairIgnoringWhitespace([...many('a'), 'same'], [...many('b'), 'same'])).toEqual(new Map());
    expect(pairIgnoringWhitespace([...many('a').slice(0, 700), 'same'], [...many('b').slice(0, 700), '  same '])).toEqual(
      new Map([[700, 700]]),
    );
  });
  test('re-indented lines keep their order', () => {
    expect(pairIgnoringWhitespace(['if x:', '  y', ''], ['', ' if x:', '    y'])).toEqual(
      new Map([
        [1, 0],
        [2, 1],
      ]),
    );
  });
});
