import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Landed, type Limits, searchWindows, shortfall } from '#stages/select/windows.ts';

const DAY = 86_400;
const limits: Limits = {
  spanDaysMin: 76,
  scaleMin: 1200,
  maxChanges: 20,
  testedShareMin: 0.5,
  testedMin: 3,
  changeShareMax: 0.6,
  scaleMax: 30_000,
};
const change = (day: number, more: Partial<Landed> = {}): Landed => ({
  id: `c${day}`,
  landed: day * DAY,
  scale: 200,
  hasSource: true,
  hasTests: true,
  barred: null,
  ...more,
});
const line = (count: number, gap = 10): Landed[] => Array.from({ length: count }, (_, index) => change(index * gap));

describe('windows', () => {
  it('takes a range that qualifies whole, auxiliary ends included', () => {
    const doc = { scale: 0, hasSource: false, hasTests: false };
    const whole = [change(0, doc), ...line(10).map((one) => ({ ...one, landed: one.landed + DAY })), change(200, doc)];
    expect(searchWindows(whole, limits)).toEqual({ windows: [{ from: 0, to: 11 }], refused: [] });
  });

  it.each([
    ['span-too-short', line(10, 5), /45\.0 days, at least 76\.0/],
    ['scale-too-small', line(10).map((one) => ({ ...one, scale: 100 })), /1000 changed/],
    ['too-few-tested-changes', line(10).map((one, index) => ({ ...one, hasTests: index < 4 })), /4 of 10 source changes/],
    [
      'too-few-tested-changes',
      line(10).map((one, index) => ({ ...one, hasSource: index < 2 })),
      /2 changes with source and tests, at least 3/,
    ],
    ['change-too-large', line(10).map((one, index) => ({ ...one, scale: index === 5 ? 9000 : 200 })), /83 % of the scale/],
  ] as const)('refuses with %s', (reason, changes, detail) => {
    const found = searchWindows(changes, limits);
    expect(found.windows).toEqual([]);
    expect(found.refused).toEqual([{ from: 0, to: 9, reason, detail: expect.stringMatching(detail) }]);
  });

  it('takes the best part of a range that is too long, and searches what is left', () => {
    const found = searchWindows(line(50), limits);
    expect(found.windows).toEqual([
      { from: 0, to: 19 },
      { from: 20, to: 39 },
      { from: 40, to: 49 },
    ]);
  });

  it('lets no window hold a barred change, and says which bars', () => {
    const changes = line(20).map((one, index) =>
      index === 9 ? { ...one, barred: { reason: 'blob-missing' as const, detail: 'x.bin' } } : one,
    );
    const found = searchWindows(changes, limits);
    expect(found.windows).toEqual([
      { from: 0, to: 8 },
      { from: 10, to: 19 },
    ]);
    expect(found.refused).toEqual([{ from: 9, to: 9, reason: 'blob-missing', detail: 'x.bin' }]);
  });

  it('finds disjoint windows that all qualify, covers the line, and misses none', () => {
    const arbitrary = fc.record({
      gap: fc.integer({ min: 0, max: 20 }),
      scale: fc.integer({ min: 0, max: 900 }),
      source: fc.boolean(),
      tests: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 45 }), (drawn) => {
        let day = 0;
        const changes = drawn.map(({ gap, scale, source, tests }, index) => {
          day += gap;
          return change(day, { id: `c${index}`, scale: source || tests ? scale : 0, hasSource: source, hasTests: tests });
        });
        const { windows, refused } = searchWindows(changes, limits);
        const parts = [...windows, ...refused].sort((a, b) => a.from - b.from);
        expect(parts.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index))).toEqual(
          changes.map((_, index) => index),
        );
        for (const window of windows) expect(shortfall(changes, window, limits)).toBeNull();
        // Brute force: a refused part holds no window at all.
        for (const part of refused)
          for (let from = part.from; from <= part.to; from++)
            for (let to = from; to <= part.to; to++) {
              const codeEnds = [from, to].every((index) => changes[index]?.hasSource || changes[index]?.hasTests);
              if (codeEnds) expect(shortfall(changes, { from, to }, limits)).not.toBeNull();
            }
      }),
      { numRuns: 60 },
    );
  });
});
