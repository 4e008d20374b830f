import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NameIndex } from '../../../stages/scan/names.ts';

function pairsOf(changes: readonly (readonly string[])[]): string[] {
  const index = new NameIndex();
  for (const [position, lines] of changes.entries()) index.take(position, lines);
  return index.pairs().map(([from, to]) => `${from}→${to}`);
}

describe('names that tie changes', () => {
  test('the first change that holds a name, and each later one', () => {
    expect(pairsOf([['def parse_all(x):'], ['other()'], ['y = parse_all(x)', 'parse_all(y)'], ['é_größe = 1'], ['é_größe + 2']])).toEqual([
      '0→2',
      '3→4',
    ]);
  });
  test('short names, numbers and what follows a digit are none', () => {
    expect(pairsOf([['abc 1234 0xDEADBEEF 9lives'], ['abc 1234 0xDEADBEEF 9lives']])).toEqual([]);
  });
  test('a name that eleven later changes use is everybody’s', () => {
    const uses = (count: number) => Array.from({ length: count }, () => ['common_name']);
    expect(pairsOf([['common_name'], ...uses(10)]).length).toBe(10);
    expect(pairsOf([['common_name'], ...uses(11)])).toEqual([]);
  });
  test('are those that a regular expression finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '_', '$', '1', ' ', '(', 'é'), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 12 }), (changes) => {
        const first = new Map<string, number>();
        const users = new Map<string, Set<number>>();
        for (const [position, lines] of changes.entries()) {
          for (const name of lines.flatMap((line) => line.match(/(?<![A-Za-z0-9_$é])[A-Za-z_$é][A-Za-z0-9_$é]{3,}/g) ?? [])) {
            if (!first.has(name)) first.set(name, position);
            else if (first.get(name) !== position) users.set(name, (users.get(name) ?? new Set()).add(position));
          }
        }
        const expected = new Set(
          [...users].flatMap(([name, tos]) => (tos.size > 10 ? [] : [...tos].map((to) => `${first.get(name)}→${to}`))),
        );
        expect(new Set(pairsOf(changes))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
