import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saneDates, saneSideDate } from '#stages/collect/dates.ts';

const DAY = 86_400;
const START = 1_600_000_000;

describe('landing dates', () => {
  it('keeps a line that goes forward, and small steps back', () => {
    const times = [START, START + DAY, START + DAY - 3600, START + 5 * DAY];
    expect(saneDates(times)).toEqual(times.map((time) => ({ time, why: null })));
  });

  it('names 1970, 2099 and a date that git cannot print, and dates them by their place', () => {
    const dated = saneDates([START, 0, START + DAY, 4_070_908_800, null, START + 2 * DAY]);
    expect(dated.map((date) => date.time)).toEqual([START, START, START + DAY, START + DAY, START + DAY, START + 2 * DAY]);
    expect(dated.map((date) => date.why !== null)).toEqual([false, true, false, true, true, false]);
    expect(dated[3]?.why).toContain('4070908800');
  });

  it('does not believe a last date that is years after all others', () => {
    expect(saneDates([START, START + DAY, START + 2 * DAY, START + 4000 * DAY]).at(-1)).toMatchObject({ time: START + 2 * DAY });
  });

  it('one wrong date never moves another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 20 * DAY }), { minLength: 4, maxLength: 30 }),
        fc.nat(),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        (gaps, at, wrong) => {
          let time = START;
          const times = gaps.map((gap) => (time += gap));
          const index = 1 + (at % (times.length - 2));
          const broken = times.map((value, place) => (place === index ? wrong : value));
          const dated = saneDates(broken);
          const far = Math.abs(wrong - (times[index] ?? 0)) > 700 * DAY;
          if (far)
            expect(dated.filter((_, place) => place !== index).map((date) => date.time)).toEqual(
              times.filter((_, place) => place !== index),
            );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('believes a side commit up to its merge', () => {
    expect(saneSideDate(START - 400 * DAY, START).why).toBeNull();
    expect(saneSideDate(START + 60 * DAY, START)).toMatchObject({ time: START });
  });
});
