import type { Capture } from '../language.ts';

/** Makes captures of parts of a source that no query captures. */
export class Places {
  readonly #source: string;
  readonly #lineStarts: readonly number[];
  #match: number;

  constructor(source: string, captures: readonly Capture[]) {
    this.#source = source;
    const starts = [0];
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
    this.#match = captures.reduce((most, capture) => Math.max(most, capture.match), 0);
  }

  #rowOf(offset: number): number {
    let [low, high] = [0, this.#lineStarts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A capture of `start` to `end`, in no match yet. */
  part(name: string, start: number, end: number, text = this.#source.slice(start, end)): Capture {
    return {
      name,
      text,
      startIndex: start,
      endIndex: end,
      startRow: this.#rowOf(start),
      endRow: this.#rowOf(Math.max(start, end - 1)),
      match: -1,
    };
  }

  /** One new match of these captures. */
  together(...captures: readonly (Capture | null)[]): Capture[] {
    this.#match += 1;
    return captures.flatMap((capture) => (capture === null ? [] : [{ ...capture, match: this.#match }]));
  }
}

/** Captures of one match, by name. */
export type Match = ReadonlyMap<string, Capture>;

export function matchesOf(captures: readonly Capture[]): readonly Match[] {
  const matches = new Map<number, Map<string, Capture>>();
  for (const capture of captures) {
    const match = matches.get(capture.match) ?? new Map<string, Capture>();
    if (!match.has(capture.name)) match.set(capture.name, capture);
    matches.set(capture.match, match);
  }
  return [...matches.values()];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export function spanOf({ startIndex, endIndex }: Capture): Span {
  return { start: startIndex, end: endIndex };
}

/** The innermost of nested spans around an offset, by bisection. */
export class Nest<T extends Span> {
  readonly #spans: readonly { readonly span: T; readonly parent: number }[];

  constructor(spans: readonly T[]) {
    const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
    const open: number[] = [];
    this.#spans = sorted.map((span, index) => {
      while (open.length > 0 && (sorted[open.at(-1) ?? 0]?.end ?? 0) <= span.start) open.pop();
      const parent = open.at(-1) ?? -1;
      open.push(index);
      return { span, parent };
    });
  }

  /** Innermost first. */
  around(offset: number): T[] {
    let [low, high] = [-1, this.#spans.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#spans[middle]?.span.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const found: T[] = [];
    for (let at = low; at >= 0; at = this.#spans[at]?.parent ?? -1) {
      const span = this.#spans[at]?.span;
      if (span !== undefined && offset < span.end) found.push(span);
    }
    return found;
  }
}
