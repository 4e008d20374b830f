import { afterAngles, closing, type Token, tokensOf } from './tokens.ts';

/** What a declarator (`*ns::Foo<T>::bar(int a) const`, `(*callback)(int)`) declares. Offsets are within its text. */
export interface Declared {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** `ns::Foo<T>` of `ns::Foo<T>::bar`, as written. */
  readonly owner: { readonly text: string; readonly start: number } | null;
  readonly isFunction: boolean;
}

const QUALIFIER = /^(?:const|volatile|restrict|__restrict|__restrict__|_Nonnull|_Nullable|__cdecl|__stdcall|__fastcall|__ptr32|__ptr64)$/;

/** Null when the text names nothing (an abstract declarator, a structured binding). */
export function declared(text: string): Declared | null {
  const tokens = tokensOf(text);
  return read(tokens, 0, tokens.length, text);
}

function read(tokens: readonly Token[], from: number, to: number, text: string): Declared | null {
  let at = from;
  for (; at < to; at += 1) {
    const token = tokens[at];
    if (
      token === undefined ||
      !(token.text === '*' || token.text === '&' || token.text === '^' || token.text === '...' || QUALIFIER.test(token.text))
    )
      break;
  }
  const pointed = at > from;
  if (tokens[at]?.text === '(') {
    const end = closing(tokens, at);
    const inner = end < 0 ? null : read(tokens, at + 1, end, text);
    if (inner === null) return null;
    const called = tokens[end + 1]?.text === '(';
    const pointer = /^[*&^]$/.test(tokens[at + 1]?.text ?? '') || tokens[at + 2]?.text === '::';
    return called && !pointer ? { ...inner, isFunction: true } : inner;
  }
  return named(tokens, at, to, text, pointed);
}

/** A qualified name, and whether a parameter list follows. */
function named(tokens: readonly Token[], from: number, to: number, text: string, pointed: boolean): Declared | null {
  let at = tokens[from]?.text === '::' ? from + 1 : from;
  const first = at;
  for (;;) {
    const end = componentEnd(tokens, at, to);
    if (end === null) return null;
    const [last, angles] = end;
    if (tokens[angles]?.text === '::' && angles + 1 < to) {
      // `Foo::*member`: a pointer to a member.
      if (tokens[angles + 1]?.text === '*') return read(tokens, angles + 1, to, text);
      at = angles + 1;
      continue;
    }
    const start = tokens[at]?.start ?? 0;
    // Arguments belong to the name of a specialization; an operator has no other.
    const stop = tokens[(tokens[at]?.text === 'operator' ? last : Math.max(last, angles)) - 1]?.end ?? start;
    const owner = at === first ? null : { text: text.slice(tokens[first]?.start, tokens[at - 1]?.start), start: tokens[first]?.start ?? 0 };
    const isFunction = tokens[angles]?.text === '(' || (tokens[at]?.text === 'operator' && !pointed);
    return { name: text.slice(start, stop), start, end: stop, owner, isFunction };
  }
}

/** Indices after one part of a qualified name, and after its template arguments. */
function componentEnd(tokens: readonly Token[], at: number, to: number): readonly [number, number] | null {
  const token = tokens[at];
  if (token?.text === '~') return tokens[at + 1]?.kind === 'word' ? [at + 2, at + 2] : null;
  if (token?.text === 'operator') {
    let end = at + 1;
    if (tokens[end]?.text === '(' && tokens[end + 1]?.text === ')') end += 2;
    while (end < to && tokens[end]?.text !== '(') end += 1;
    return [end, end];
  }
  if (token?.kind !== 'word') return null;
  if (tokens[at + 1]?.text !== '<') return [at + 1, at + 1];
  const angles = afterAngles(tokens, at + 1);
  return angles < 0 ? [at + 1, at + 1] : [at + 1, angles];
}

/** `struct ns::Foo<T> const *` → `ns.Foo`; the pointee of a smart pointer; null for `auto`, `int` and what has no name. */
export function typeName(text: string): string | null {
  const plain = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
    .replace(/\[\[.*?\]\]/gs, ' ')
    .trim();
  const held =
    /(?:unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper|not_null|intrusive_ptr|scoped_refptr|Ref)\s*<(.*)>\s*[&*]*$/s.exec(
      plain,
    )?.[1];
  if (held !== undefined) return typeName(splitArguments(held)[0] ?? '');
  const words = withoutArguments(plain)
    .replace(/\b(?:const|volatile|struct|union|class|enum|typename|static|inline|extern|constexpr|mutable|register|template)\b/g, ' ')
    .replace(/[&*]|\s+/g, ' ')
    .trim();
  const path = words.replace(/\s*::\s*/g, '.').replace(/^\./, '');
  return /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(path) && !PRIMITIVE.test(path) ? path : null;
}
const PRIMITIVE = /^(?:auto|void|int|char|bool|_Bool|float|double|long|short|unsigned|signed|wchar_t|size_t|s?size_t|u?int\d+_t|decltype)$/;

/** Template arguments gone: `Foo<T>::bar<U>` → `Foo::bar`. Operators with angles stay. */
export function withoutArguments(text: string): string {
  let depth = 0;
  let out = '';
  for (const char of text) {
    if (char === '<') depth += 1;
    else if (char === '>' && depth > 0) depth -= 1;
    else if (depth === 0) out += char;
  }
  return out;
}

/** Splits at commas outside brackets and literals. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\s\S]/g)) {
    if (/^[<([{]$/.test(piece)) depth += 1;
    if (/^[>)\]}]$/.test(piece)) depth -= 1;
    if (piece === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}
