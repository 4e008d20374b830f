/** A piece of a text that no formatter may change: a word, a literal with its blanks, or one sign. */
interface Token {
  readonly text: string;
  /** Depth of the indentation, of the first token of a line; null for the others. */
  readonly depth: number | null;
  /** Brackets open before it: inside them a line break means nothing. */
  readonly open: number;
}

const PIECE =
  /(\n)|([ \t\r\f\v]+)|("""[\s\S]*?"""|'''[\s\S]*?''')|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`)|([\p{L}\p{N}_$]+)|([\s\S])/gu;

/**
 * True when two texts differ in nothing but blanks between tokens: same tokens, literals compared with their blanks, the same
 * nesting of indented lines (it has meaning in some languages), line breaks moved only inside brackets.
 */
export function sameCode(before: string, after: string): boolean {
  const left = tokensOf(before);
  const right = tokensOf(after);
  return left.length === right.length && left.every((token, index) => same(token, right[index]));
}

function same(left: Token, right: Token | undefined): boolean {
  if (right === undefined || left.text !== right.text) return false;
  if (left.depth !== null && right.depth !== null) return left.open > 0 || left.depth === right.depth;
  return left.depth === right.depth || left.open > 0;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const levels: number[] = [0];
  let open = 0;
  let indent: number | null = 0;
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0];
    if (match[1] !== undefined) indent = 0;
    else if (match[2] !== undefined) indent = indent === null ? null : width(piece);
    else {
      tokens.push({ text: piece, depth: indent === null ? null : level(levels, indent), open });
      indent = null;
      if ('([{'.includes(piece)) open++;
      if (')]}'.includes(piece) && open > 0) open--;
    }
  }
  return tokens;
}

function width(blanks: string): number {
  return [...blanks].reduce((sum, char) => (char === '\t' ? sum + 8 - (sum % 8) : sum + 1), 0);
}

/** How deep an indentation nests in those before it. */
function level(levels: number[], indent: number): number {
  while (levels.length > 1 && (levels.at(-1) ?? 0) > indent) levels.pop();
  if ((levels.at(-1) ?? 0) < indent) levels.push(indent);
  return levels.length - 1;
}
