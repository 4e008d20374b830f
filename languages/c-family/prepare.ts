import { Conditionals } from './conditionals.ts';
import { Macros } from './macros.ts';
import { tokensOf, type Token } from './tokens.ts';

export interface Prepared {
  /** As long as the source, lines and offsets equal. */
  readonly text: string;
  /** Words of macros that are not in `text`: still uses of names. */
  readonly blanked: readonly Token[];
  /** Directives that are not in `text`, but for an include guard's. */
  readonly directives: readonly Token[];
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly write: readonly (readonly [offset: number, text: string])[];
}

/** The grammars know no header's name in a condition (`#if HAS(<header>)`), and no comment inside a macro's body. */
function directiveEdits({ text, start }: Token): Edit[] {
  if (/^#\s*(?:el)?if\b/.test(text))
    return [...text.matchAll(/\((\s*(?:[<"][^<>"]*[>"]|\w+::\w+)\s*)\)/g)].map((found) => {
      const from = start + found.index + 1;
      return { start: from, end: from + (found[1] ?? '').length, write: [[from, '0']] };
    });
  return [...text.matchAll(/\/\*[^\n]*?\*\/(?=[^\n]*[^\s\\]|\s*\\)/g)].map((found) => ({
    start: start + found.index,
    end: start + found.index + found[0].length,
    write: [],
  }));
}

function blanks(source: string, start: number, end: number): string {
  return source.slice(start, end).replace(/[^\r\n]/g, ' ');
}

/**
 * Source → what the grammar can read: macros in places where the language has none become space, and conditionals that cut
 * through a statement keep one branch. The grammars know neither the preprocessor's result nor any macro's meaning.
 */
export function prepared(source: string, inC: boolean): Prepared {
  const tokens = tokensOf(source);
  const macros = new Macros(tokens, source, inC).find();
  const hidden = new Set<number>();
  for (const { from, to } of macros) for (let index = from; index <= to; index += 1) hidden.add(index);
  const rest = tokens.map((token, index) => ({ token, index })).filter(({ index }) => !hidden.has(index));
  const conditionals = new Conditionals(rest.map(({ token }) => token));
  const left = conditionals.find();
  const parts: string[] = [];
  let at = 0;
  const put = (start: number, end: number, write: readonly (readonly [number, string])[] = []): void => {
    parts.push(source.slice(at, start));
    let from = start;
    for (const [offset, text] of write) {
      parts.push(blanks(source, from, offset), text);
      from = offset + text.length;
    }
    parts.push(blanks(source, from, end));
    at = end;
  };
  const edits: Edit[] = [
    ...rest.filter(({ token }, index) => token.kind === 'directive' && !left.has(index)).flatMap(({ token }) => directiveEdits(token)),
    ...macros.map(({ from, to, write }) => ({ start: tokens[from]?.start ?? 0, end: tokens[to]?.end ?? 0, write })),
    ...rest.filter((_, index) => left.has(index)).map(({ token }) => ({ start: token.start, end: token.end, write: [] })),
  ].sort((a, b) => a.start - b.start);
  for (const { start, end, write } of edits) put(start, end, write);
  parts.push(source.slice(at));
  const blanked = [...hidden].map((index) => tokens[index]).filter((token): token is Token => token?.kind === 'word');
  const directives = rest
    .filter(({ token }, index) => token.kind === 'directive' && left.has(index) && !conditionals.guard.has(index))
    .map(({ token }) => token);
  return { text: parts.join(''), blanked, directives };
}
