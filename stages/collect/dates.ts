/** Seconds since 1970. */
export type Seconds = number;

export interface Dated {
  readonly time: Seconds;
  /** Null for a date taken as it stands; else what was wrong with it. */
  readonly why: string | null;
}

const DAY = 86_400;
/** 1985-01-01: version control older than this is a conversion's zero date. */
const EARLIEST = 473_385_600;
/** 2100-01-01. */
const LATEST = 4_102_444_800;
/** A landing may lie this far from its place: rebases, clocks of several maintainers. */
const DRIFT = 30 * DAY;
/** A first or last date this far from its only neighbour has no witness. */
const LONELY = 5 * 365 * DAY;

/**
 * Landing dates of a line, checked against its order: the longest non-decreasing subsequence is believed, a date within a month
 * of the believed one before it is kept, every other one becomes that. Topology is the order; dates only measure.
 */
export function saneDates(times: readonly (Seconds | null)[]): Dated[] {
  const believed = new Set(withoutLonelyEnds(laterStart(longestForward(times), times), times));
  let last = times.find((_, index) => believed.has(index)) ?? EARLIEST;
  return times.map((time, index) => {
    if (time === null) return { time: last, why: 'git cannot print its date' };
    if (believed.has(index)) last = time;
    else if (Math.abs(time - last) > DRIFT) return { time: last, why: `its date ${time} contradicts its place in history` };
    return { time, why: null };
  });
}

/** A date on a side branch: believed when it is no later than the merge that brought it in. */
export function saneSideDate(time: Seconds | null, merge: Seconds): Dated {
  if (time === null) return { time: merge, why: 'git cannot print its date' };
  if (time < EARLIEST || time > merge + DRIFT) return { time: merge, why: `its date ${time} is out of range for a merge at ${merge}` };
  return { time, why: null };
}

/** Indices of the longest non-decreasing subsequence of the dates in range (patience sorting). */
function longestForward(times: readonly (Seconds | null)[]): number[] {
  const tails: number[] = [];
  const previous: (number | null)[] = times.map(() => null);
  const at = (index: number | undefined): number => (index === undefined ? 0 : (times[index] ?? 0));
  times.forEach((time, index) => {
    if (time === null || time < EARLIEST || time >= LATEST) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at(tails[middle]) <= time) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? null) : null;
    tails[low] = index;
  });
  const chain: number[] = [];
  for (let index = tails.at(-1) ?? null; index !== null; index = previous[index] ?? null) chain.push(index);
  return chain.reverse();
}

/** Of several longest ones the search ends in the earliest date but starts in the earliest too: the latest that fits says less. */
function laterStart(chain: readonly number[], times: readonly (Seconds | null)[]): readonly number[] {
  const [first, second] = chain;
  if (first === undefined || second === undefined) return chain;
  const limit = times[second] ?? 0;
  const fits = times
    .slice(0, second)
    .flatMap((time, index) => (time !== null && time >= EARLIEST && time <= limit ? [{ index, time }] : []));
  const start = fits.reduce((best, one) => (one.time > best.time ? one : best), { index: first, time: times[first] ?? 0 });
  return [start.index, ...chain.slice(1)];
}

function withoutLonelyEnds(chain: readonly number[], times: readonly (Seconds | null)[]): readonly number[] {
  const at = (index: number | undefined): number => (index === undefined ? 0 : (times[index] ?? 0));
  let kept = chain;
  if (kept.length > 2 && at(kept.at(-1)) - at(kept.at(-2)) > LONELY) kept = kept.slice(0, -1);
  if (kept.length > 2 && at(kept[1]) - at(kept[0]) > LONELY) kept = kept.slice(1);
  return kept;
}
