/** A token of C or C++. A `directive` is a whole preprocessor line with its continuations; comments and space are no tokens. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'mark' | 'directive';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPACE = /(?:[ \t\f\v\r\n]|\\\r?\n)+/y;
/** An end of a line that the next one does not continue. */
const LINE_END = /(?:^|[^\\\r]|(?:^|[^\\])\r)\n/;
const COMMENT = /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)/y;
const DIRECTIVE = /#(?:\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|\\\r?\n|"(?:\\.|[^"\\\n])*"|[^\n\\/"]|[\\/"])*/y;
const RAW_STRING = /(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"/y;
const STRING = /(?:u8|[uUL])?(?:"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/y;
const NUMBER = /\.?\d(?:[eEpP][+-]|'(?=\w)|[\w.])*/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const MARK = /::|->|\.\.\.|[\s\S]/y;

function at(pattern: RegExp, source: string, offset: number): string | null {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0] ?? null;
}

const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['string', RAW_STRING],
  ['string', STRING],
  ['number', NUMBER],
  ['word', WORD],
  ['mark', MARK],
];

/**
 * The tokens of a text, in order. Never fails: what no rule knows is a mark of one character. Linear. `fresh` tells whether the text
 * begins a line, where `#` begins a directive; what a macro stands for does not.
 */
export function tokensOf(source: string, fresh = true): Token[] {
  const tokens: Token[] = [];
  let begins = fresh;
  for (let offset = 0; offset < source.length; ) {
    const space = at(SPACE, source, offset);
    const skipped = space ?? at(COMMENT, source, offset);
    if (skipped !== null) {
      begins ||= space !== null && LINE_END.test(space);
      offset += skipped.length;
      continue;
    }
    const directive = begins && source[offset] === '#' ? at(DIRECTIVE, source, offset) : null;
    const [kind, text] = directive === null ? wordAt(source, offset) : (['directive', directive] as const);
    tokens.push({ kind, text, start: offset, end: offset + text.length });
    offset += text.length;
    begins = false;
  }
  return tokens;
}

function wordAt(source: string, offset: number): readonly [Token['kind'], string] {
  for (const [kind, pattern] of KINDS) {
    const text = at(pattern, source, offset);
    if (text !== null) return [kind, text];
  }
  return ['mark', source.slice(offset, offset + 1)];
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Index of the token that closes the bracket at `open`, or -1. */
export function closing(tokens: readonly Token[], open: number): number {
  const stack: string[] = [];
  for (let index = open; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind !== 'mark') continue;
    const close = CLOSING[token.text];
    if (close !== undefined) stack.push(close);
    else if (token.text === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return index;
    } else if (token.text === ')' || token.text === ']' || token.text === '}') return -1;
  }
  return -1;
}

/** Index after template arguments that open at `open` (`<`), or -1: only types, values and commas may stand between. */
export function afterAngles(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const text = tokens[index]?.text ?? '';
    if (text === '<') depth += 1;
    else if (text === '>') depth -= 1;
    else if (text === ';' || text === '{' || text === '}') return -1;
    else if (text === '(') {
      index = closing(tokens, index);
      if (index < 0) return -1;
    }
    if (depth === 0) return index + 1;
  }
  return -1;
}
