import type { Token } from './tokens.ts';

/** What stands inside a bracket: declarations, statements, enumerators, an initializer, or a list in parentheses. */
export type Inside = 'declarations' | 'statements' | 'enumerators' | 'values' | 'list';

/** The brackets around a place, innermost last; empty at the top of the file. */
export type Brackets = readonly { readonly inside: Inside; readonly name: string | null }[];

export function insideOf(brackets: Brackets): Inside {
  return brackets.at(-1)?.inside ?? 'declarations';
}

/** Tokens of the statement before `index`, last first, what stands in brackets left out. */
function headBefore(tokens: readonly Token[], index: number): Token[] {
  const head: Token[] = [];
  let depth = 0;
  for (let at = index - 1; at >= 0 && head.length < 60; at -= 1) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'directive') break;
    if (depth === 0 && (token.text === ';' || token.text === '{' || token.text === '}')) break;
    if (token.text === ')' || token.text === ']') {
      if (depth === 0) head.push(token);
      depth += 1;
    } else if (token.text === '(' || token.text === '[') {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0) head.push(token);
  }
  return head;
}

const VALUE_BEFORE: ReadonlySet<string> = new Set(['=', ',', '(', '[', 'return', '?']);

function braceAt(tokens: readonly Token[], index: number, brackets: Brackets): Brackets[number] {
  const head = headBefore(tokens, index);
  const before = tokens[index - 1]?.text ?? '';
  const around = insideOf(brackets);
  const has = (word: string): boolean => head.some((token) => token.text === word);
  const last = head[0]?.text ?? '';
  const isCall = last === ')' && !has('enum');
  if (VALUE_BEFORE.has(before) || (around === 'values' && before === '{')) return { inside: 'values', name: null };
  if (has('namespace') || (has('extern') && head[0]?.kind === 'string')) return { inside: 'declarations', name: null };
  if (!isCall && has('enum')) return { inside: 'enumerators', name: null };
  const type = head.findIndex((token) => /^(?:class|struct|union)$/.test(token.text));
  if (!isCall && type >= 0 && !head.slice(0, type).some((token) => token.text === '=')) {
    const colon = head.findLastIndex((token, at) => at < type && token.text === ':');
    const name = head.slice(colon + 1, type).findLast((token) => token.kind === 'word' && !/^[A-Z0-9_]+$/.test(token.text));
    return { inside: 'declarations', name: name?.text ?? head[type - 1]?.text ?? null };
  }
  if (around === 'declarations' && head.length > 0 && !head.some((token) => token.text === ')' || token.text === ']'))
    return { inside: 'values', name: null };
  return { inside: 'statements', name: null };
}

/** The brackets after the token at `index`. */
export function step(brackets: Brackets, tokens: readonly Token[], index: number): Brackets {
  const token = tokens[index];
  if (token === undefined || token.kind !== 'mark') return brackets;
  if (token.text === '{') return [...brackets, braceAt(tokens, index, brackets)];
  if (token.text === '(' || token.text === '[') return [...brackets, { inside: 'list', name: null }];
  if (token.text === ')' || token.text === ']') return insideOf(brackets) === 'list' ? brackets.slice(0, -1) : brackets;
  if (token.text !== '}') return brackets;
  const open = brackets.findLastIndex(({ inside }) => inside !== 'list');
  return open < 0 ? brackets : brackets.slice(0, open);
}

/** Brackets across conditionals: each branch begins with those of its `#if`, and the first one's count after the `#endif`. */
export class Branches {
  readonly #open: { readonly before: Brackets; first: Brackets | null }[] = [];

  after({ text }: Token, brackets: Brackets): Brackets {
    const name = /^#\s*(\w+)/.exec(text)?.[1] ?? '';
    const top = this.#open.at(-1);
    if (/^if(?:n?def)?$/.test(name)) this.#open.push({ before: brackets, first: null });
    else if (top !== undefined && /^el/.test(name)) {
      top.first ??= brackets;
      return top.before;
    } else if (name === 'endif') return this.#open.pop()?.first ?? brackets;
    return brackets;
  }
}

/** True after a token that ends a statement or begins a block: what follows begins a new one. */
export function isBoundary(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'directive' || (token.kind === 'mark' && /^[;{}:]$/.test(token.text));
}
