/** What the window search knows of one change. */
export interface Landed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly landed: number;
  /** Changed source and test lines, denied files left out. */
  readonly scale: number;
  readonly hasSource: boolean;
  readonly hasTests: boolean;
  /** Why no window may hold this change, or null. */
  readonly barred: Refusal | null;
}

export interface Refusal {
  readonly reason:
    | 'blob-missing'
    | 'path-not-utf8'
    | 'not-asked-for'
    | 'span-too-short'
    | 'scale-too-small'
    | 'too-few-tested-changes'
    | 'too-many-changes'
    | 'change-too-large';
  readonly detail: string;
}

export interface Limits {
  readonly spanDaysMin: number;
  readonly scaleMin: number;
  /** Most changes with source or test lines; auxiliary changes cost nothing. */
  readonly maxChanges: number;
  readonly testedShareMin: number;
  /** Fewest changes that bring source and tests. */
  readonly testedMin: number;
  /** Largest share of a window's scale in one change. */
  readonly changeShareMax: number;
  /** Most changed lines of a window. */
  readonly scaleMax: number;
}

/** A contiguous part of the line: indices, both included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}
export interface Found {
  readonly windows: readonly Window[];
  /** Parts of the line in which there is no window, each with the nearest miss. */
  readonly refused: readonly (Window & Refusal)[];
}

const DAY = 86_400;

/**
 * Disjoint windows of a line that meet every limit, and why each remaining part holds none. A part that qualifies whole is one
 * window; else the best window of it is taken and both sides of it are searched again.
 */
export function searchWindows(line: readonly Landed[], limits: Limits): Found {
  const windows: Window[] = [];
  const refused: (Window & Refusal)[] = [];
  const parts: Window[] = [];
  let from = 0;
  line.forEach((change, index) => {
    if (change.barred === null) return;
    if (index > from) parts.push({ from, to: index - 1 });
    refused.push({ from: index, to: index, ...change.barred });
    from = index + 1;
  });
  if (line.length > from) parts.push({ from, to: line.length - 1 });
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const miss = shortfall(line, part, limits);
    const best = miss === null ? part : bestWithin(line, part, limits);
    if (best === null) {
      if (miss !== null) refused.push({ ...part, ...miss });
      continue;
    }
    windows.push(best);
    if (best.from > part.from) parts.push({ from: part.from, to: best.from - 1 });
    if (best.to < part.to) parts.push({ from: best.to + 1, to: part.to });
  }
  const inOrder = (a: Window, b: Window): number => a.from - b.from;
  return { windows: windows.sort(inOrder), refused: refused.sort(inOrder) };
}

/** The first limit that a window misses, in the order in which a person would mend them, or null. */
export function shortfall(line: readonly Landed[], window: Window, limits: Limits): Refusal | null {
  return missed(sumOf(line, window), limits);
}

interface Sum {
  readonly spanDays: number;
  readonly scale: number;
  readonly code: number;
  readonly source: number;
  readonly tested: number;
  readonly largest: number;
}

export function sumOf(line: readonly Landed[], window: Window): Sum {
  const changes = line.slice(window.from, window.to + 1);
  const source = changes.filter((change) => change.hasSource);
  return {
    spanDays: spanDays(line, window),
    scale: changes.reduce((sum, change) => sum + change.scale, 0),
    code: changes.filter((change) => change.hasSource || change.hasTests).length,
    source: source.length,
    tested: source.filter((change) => change.hasTests).length,
    largest: Math.max(0, ...changes.map((change) => change.scale)),
  };
}

/** Days from the first to the last landing; never negative. */
export function spanDays(line: readonly Landed[], window: Window): number {
  return Math.max(0, (line[window.to]?.landed ?? 0) - (line[window.from]?.landed ?? 0)) / DAY;
}

function missed(sum: Sum, limits: Limits): Refusal | null {
  const share = sum.source === 0 ? 0 : sum.tested / sum.source;
  const largest = sum.scale === 0 ? 0 : sum.largest / sum.scale;
  if (sum.code > limits.maxChanges)
    return { reason: 'too-many-changes', detail: `${sum.code} changes with code, at most ${limits.maxChanges}` };
  if (sum.spanDays < limits.spanDaysMin)
    return { reason: 'span-too-short', detail: `${sum.spanDays.toFixed(1)} days, at least ${limits.spanDaysMin.toFixed(1)}` };
  if (sum.scale < limits.scaleMin)
    return { reason: 'scale-too-small', detail: `${sum.scale} changed source and test lines, at least ${limits.scaleMin}` };
  if (sum.scale > limits.scaleMax)
    return { reason: 'change-too-large', detail: `${sum.scale} changed source and test lines, at most ${limits.scaleMax}` };
  if (sum.tested < limits.testedMin)
    return { reason: 'too-few-tested-changes', detail: `${sum.tested} changes with source and tests, at least ${limits.testedMin}` };
  if (share < limits.testedShareMin)
    return {
      reason: 'too-few-tested-changes',
      detail: `${sum.tested} of ${sum.source} source changes have tests, at least ${percent(limits.testedShareMin)}`,
    };
  if (largest > limits.changeShareMax)
    return {
      reason: 'change-too-large',
      detail: `one change is ${percent(largest)} of the scale, at most ${percent(limits.changeShareMax)}`,
    };
  return null;
}

/**
 * The best window of a part: most tested changes, then the higher tested share, then the shorter span, then the earlier.
 * Windows start and end with a change of code: auxiliary ends add nothing but span.
 */
function bestWithin(line: readonly Landed[], part: Window, limits: Limits): Window | null {
  let best: (Window & { readonly sum: Sum }) | null = null;
  const isCode = (index: number): boolean => line[index]?.hasSource === true || line[index]?.hasTests === true;
  for (let from = part.from; from <= part.to; from++) {
    if (!isCode(from)) continue;
    const running = new RunningSum();
    for (let to = from; to <= part.to && running.sum.code <= limits.maxChanges; to++) {
      const change = line[to];
      if (change === undefined) break;
      running.add(change);
      if (!isCode(to)) continue;
      const sum = { ...running.sum, spanDays: spanDays(line, { from, to }) };
      if (missed(sum, limits) === null && (best === null || better(sum, best.sum))) best = { from, to, sum };
    }
  }
  return best === null ? null : { from: best.from, to: best.to };
}

class RunningSum {
  sum = { scale: 0, code: 0, source: 0, tested: 0, largest: 0 };
  add(change: Landed): void {
    this.sum.scale += change.scale;
    if (change.hasSource || change.hasTests) this.sum.code++;
    if (change.hasSource) this.sum.source++;
    if (change.hasSource && change.hasTests) this.sum.tested++;
    this.sum.largest = Math.max(this.sum.largest, change.scale);
  }
}

function better(a: Sum, b: Sum): boolean {
  if (a.tested !== b.tested) return a.tested > b.tested;
  const [left, right] = [a.tested * b.source, b.tested * a.source];
  return left !== right ? left > right : a.spanDays < b.spanDays;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
