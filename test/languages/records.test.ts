import fc from 'fast-check';
import { expect, it } from 'vitest';
import { languages } from '#languages/index.ts';
import { type Case, placeOfId, recordsOf, shortMessage, testId } from '#languages/reports/records.ts';

const part = fc.oneof(fc.string({ unit: fc.constantFrom('a', '|', '›', ' ', '\\', '#', '2', '\n', 'é') }), fc.string());
const nameParts = fc.tuple(part, fc.array(part, { minLength: 1, maxLength: 4 }));

it('two cases share an id only when place and names are the same text', () => {
  const plain = ([place, names]: readonly [string, readonly string[]]): string =>
    JSON.stringify([place, names].flat().map((one) => one.normalize('NFC')));
  fc.assert(
    fc.property(nameParts, nameParts, (a, b) => {
      expect(testId('r', a[0], a[1]) === testId('r', b[0], b[1])).toBe(plain(a) === plain(b) && a[1].length === b[1].length);
    }),
    { numRuns: 2_000 },
  );
});

it('an id tells its place', () => {
  fc.assert(
    fc.property(nameParts, ([place, names]) =>
      !/[\n\r]/.test(place) ? placeOfId(testId('r', place, names)) === place.normalize('NFC') : true,
    ),
  );
});

it('ids of one report never repeat, and are the same in every order where lines are told', () => {
  const caseOf = fc.record({ name: fc.constantFrom('x', 'x #2', 'y', 'x #2 #2'), line: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(fc.uniqueArray(caseOf, { selector: (one) => one.line, maxLength: 12 }), fc.infiniteStream(fc.nat()), (cases, random) => {
      const full = cases.map(
        ({ name, line }): Case => ({ place: 'f', names: [name], status: 'pass', message: '', durationMs: line, line }),
      );
      const shuffled = full
        .map((one) => ({ one, key: random.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const byLine = (records: ReturnType<typeof recordsOf>): Map<number | null, string> =>
        new Map(records.map(({ id, durationMs }) => [durationMs, id]));
      const [first, second] = [recordsOf('r', full), recordsOf('r', shuffled)];
      expect(new Set(first.map(({ id }) => id)).size).toBe(cases.length);
      expect(Object.fromEntries([...byLine(second)].sort())).toEqual(Object.fromEntries([...byLine(first)].sort()));
    }),
  );
});

it('messages lose escapes and keep at most 4 KiB', () => {
  expect(shortMessage('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link')).toBe('red link');
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 6_000 }), (text) => Buffer.byteLength(shortMessage(text)) <= 4_096));
  expect(shortMessage('é'.repeat(5_000))).toMatch(/^é+…$/);
});

it.each(languages.flatMap((one) => one.frameworks).filter((one, index, all) => all.indexOf(one) === index))(
  '$name throws on a foreign or empty report',
  (framework) => {
    const request = { files: [], root: '/w', scratch: '/s', order: 'declared' as const, seed: 1, timeoutSec: 1, extraArgs: [] };
    for (const report of ['', 'ok 1\n', '{}', '{"loopsmith":"other"}\n', '<testsuite/>'])
      expect(() => framework.parse(report, request)).toThrow();
  },
);
