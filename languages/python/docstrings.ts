import type { Placed } from '../symbols/dialect.ts';
import { dedent } from '../symbols/text.ts';

interface Literal {
  readonly text: string;
  /** Offset of the content in the source. */
  readonly start: number;
}

/** The string literal that starts at `offset`, or null. Escapes are left as written. */
function literalAt(source: string, offset: number): Literal | null {
  const opening = /^[rRuU]?("""|'''|"|')/.exec(source.slice(offset, offset + 5));
  const quote = opening?.[1];
  if (opening === null || quote === undefined) return null;
  const start = offset + opening[0].length;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source.startsWith(quote, at)) return { text: source.slice(start, at), start };
    else if (quote.length === 1 && source[at] === '\n') return null;
  }
  return null;
}

/** A docstring stands first in the body. */
export function pythonDoc({ draft }: Placed, source: string): string | null {
  if (draft.body === null) return null;
  const literal = literalAt(source, draft.body.startIndex);
  return literal === null ? null : dedent(literal.text);
}

function doctestsIn(literal: Literal, source: string): (readonly [number, number])[] {
  const first = source.slice(0, literal.start).split('\n').length;
  const ranges: (readonly [number, number])[] = [];
  let start: number | null = null;
  const lines = literal.text.split('\n');
  lines.forEach((line, index) => {
    const blank = line.trim() === '';
    if (start === null && /^\s*>>> ?/.test(line)) start = index;
    if (start !== null && (blank || index === lines.length - 1)) {
      ranges.push([first + start, first + (blank ? index - 1 : index)]);
      start = null;
    }
  });
  return ranges;
}

/** Line ranges of the doctest blocks in the docstrings of the module and of its definitions. */
export function doctests(placed: readonly Placed[], source: string): (readonly [number, number])[] {
  const head = /^(?:\uFEFF|\s|#[^\n]*\n)*/.exec(source)?.[0].length ?? 0;
  const offsets = [head, ...placed.flatMap(({ draft }) => (draft.body === null ? [] : [draft.body.startIndex]))];
  return offsets.flatMap((offset) => {
    const literal = literalAt(source, offset);
    return literal === null || !literal.text.includes('>>>') ? [] : doctestsIn(literal, source);
  });
}
