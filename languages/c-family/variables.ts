import type { Capture } from '../language.ts';
import { rangeKey } from '../symbols/draft.ts';
import { declared, splitArguments, typeName } from './declarator.ts';
import type { Match } from './places.ts';
import type { Surroundings } from './surroundings.ts';
import { afterAngles, closing, type Token, tokensOf } from './tokens.ts';

/** Types of the names that functions bind: what makes `x->f` the member `f` of a known type. Null where nothing tells the type. */
export class Variables {
  readonly #byFunction = new Map<number, Map<string, string | null>>();
  readonly #around: Surroundings;
  /** Starts of the functions around, innermost first. */
  readonly #functionsAt: (offset: number) => readonly number[];

  constructor(matches: readonly Match[], around: Surroundings, functionsAt: (offset: number) => readonly number[]) {
    this.#around = around;
    this.#functionsAt = functionsAt;
    for (const match of matches) this.#take(match);
  }

  #take(match: Match): void {
    const [type, written] = [match.get('type'), match.get('declarator')];
    const node = match.get('c.parameter') ?? match.get('c.declaration');
    const binding = match.get('c.binding');
    if (binding !== undefined) this.#bind(binding.startIndex, binding.text, null);
    if (node === undefined || written === undefined) return;
    if (match.has('c.declaration') && this.#around.inType(node.startIndex)) return;
    const init = this.#around.inits.get(rangeKey(written));
    const declarator = init?.get('declarator') ?? written;
    const one = declared(declarator.text);
    if (one === null || one.owner !== null) return;
    const stated = type === undefined ? null : typeName(type.text);
    const value = init?.get('value');
    const inferred = type !== undefined && /\bauto\b/.test(type.text) && value !== undefined ? this.#typeOf(value) : null;
    this.#bind(node.startIndex, one.name, stated ?? inferred);
  }

  #bind(offset: number, name: string, type: string | null): void {
    const [within] = this.#functionsAt(offset);
    if (within === undefined) return;
    const names = this.#byFunction.get(within) ?? new Map<string, string | null>();
    names.set(name, names.has(name) && names.get(name) !== type ? null : type);
    this.#byFunction.set(within, names);
  }

  /** Undefined for a name that no function around binds. */
  typeAt(offset: number, name: string): string | null | undefined {
    for (const within of this.#functionsAt(offset)) {
      const type = this.#byFunction.get(within)?.get(name);
      if (type !== undefined) return type;
    }
    return undefined;
  }

  #typeOf(value: Capture): string | null {
    const made = /^new\s+([\w:]+)/.exec(value.text)?.[1];
    return made === undefined ? this.path(value.text, value.startIndex) : typeName(made);
  }

  /**
   * The dotted path that an expression names, a local's type in its place: `(*c)->db[i].id` → `client.db.id`; a call stands for what it
   * yields. Null when it names nothing.
   */
  path(expression: string, offset: number): string | null {
    const tokens = tokensOf(expression);
    const parts = steps(tokens, 0, tokens.length);
    const [root, ...rest] = parts ?? [];
    if (root === undefined) return null;
    const type = this.typeAt(offset, root);
    if (type === null) return null;
    return [type ?? root, ...rest].join('.');
  }
}

const CAST = /^(?:static|dynamic|const|reinterpret|bit)_(?:pointer_)?cast$/;
const MAKES = /^(?:make_unique|make_shared|make_optional|declval|any_cast|get_if|get)$/;

function steps(tokens: readonly Token[], from: number, to: number): string[] | null {
  let at = from;
  while (at < to && /^[*&]$/.test(tokens[at]?.text ?? '')) at += 1;
  const first = tokens[at];
  let parts: string[];
  if (first?.text === '(') {
    const close = closing(tokens, at);
    if (close < 0) return null;
    const next = tokens[close + 1];
    const isCast =
      next !== undefined && close + 1 < to && (next.kind === 'word' || next.text === '(' || next.text === '&' || next.text === '*');
    const inner = isCast ? cast(tokens, at + 1, close) : steps(tokens, at + 1, close);
    if (inner === null || isCast) return inner;
    parts = inner;
    at = close + 1;
  } else if (first?.kind === 'word') {
    const [named, next] = component(tokens, at, to);
    if (named === null) return null;
    parts = named;
    at = next;
  } else return null;
  while (at < to) {
    const text = tokens[at]?.text;
    if (text === '[' || text === '(') {
      at = closing(tokens, at) + 1;
      if (at === 0) return null;
    } else if (text === '.' || text === '->' || text === '::') {
      const [named, next] = tokens[at + 1]?.kind === 'word' ? component(tokens, at + 1, to) : [null, at];
      if (named === null) return null;
      parts = text === '::' && parts.length === 1 && parts[0] === 'std' ? named : [...parts, ...named];
      at = next;
    } else return null;
  }
  return parts;
}

function cast(tokens: readonly Token[], from: number, to: number): string[] | null {
  const text = tokens
    .slice(from, to)
    .map((token) => token.text)
    .join(' ');
  const name = typeName(text.replaceAll(' :: ', '::'));
  return name === null ? null : [name];
}

/** One word with its template arguments; a cast or a maker stands for its argument. */
function component(tokens: readonly Token[], at: number, to: number): readonly [string[] | null, number] {
  const word = tokens[at]?.text ?? '';
  if (tokens[at + 1]?.text !== '<' || at + 1 >= to) return [[word], at + 1];
  const end = afterAngles(tokens, at + 1);
  if (end < 0 || end > to) return [null, at + 1];
  if (!CAST.test(word) && !MAKES.test(word)) return [[word], end];
  const inner = splitArguments(
    tokens
      .slice(at + 2, end - 1)
      .map((token) => token.text)
      .join(' '),
  );
  const name = typeName((inner[0] ?? '').replaceAll(' :: ', '::'));
  return [name === null ? null : [name], end];
}
