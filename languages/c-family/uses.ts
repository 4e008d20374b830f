import type { Capture } from '../language.ts';
import { declared } from './declarator.ts';
import type { Match, Places } from './places.ts';
import type { Prepared } from './prepare.ts';
import { dotted } from './surroundings.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Variables } from './variables.ts';

const KEYWORDS = new Set(
  (
    'alignas alignof and asm auto bool break case catch char class const constexpr consteval constinit const_cast continue co_await co_return co_yield ' +
    'decltype default defined delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable ' +
    'namespace new noexcept not nullptr operator or private protected public register reinterpret_cast requires restrict return short signed sizeof ' +
    'static static_assert static_cast struct switch template this throw true try typedef typeid typename typeof union unsigned using virtual void ' +
    'volatile while __attribute__ __attribute __declspec __extension__ __VA_ARGS__ __VA_OPT__ __func__ __FILE__ __LINE__ __typeof__ signals slots'
  ).split(' '),
);

/** Uses of names as captures of `symbols/draft.ts`: paths split, members told by the types of what they are members of. */
export class Uses {
  readonly captures: Capture[] = [];
  readonly #places: Places;
  readonly #variables: Variables;
  /** Starts of the longest path that ends at an offset. */
  readonly #pathStarts = new Map<number, number>();
  readonly #types = new Set<number>();

  constructor(matches: readonly Match[], places: Places, variables: Variables) {
    this.#places = places;
    this.#variables = variables;
    for (const match of matches) {
      const path = match.get('c.path.reads');
      if (path !== undefined)
        this.#pathStarts.set(path.endIndex, Math.min(path.startIndex, this.#pathStarts.get(path.endIndex) ?? path.startIndex));
      const type = match.get('ref.types');
      if (type !== undefined) this.#types.add(type.startIndex);
    }
    for (const match of matches) this.#take(match);
  }

  #put(use: string, name: Capture, qualifier: string | null, text = name.text): void {
    this.captures.push(
      ...this.#places.together(
        { ...name, name: `ref.${use}`, text },
        qualifier === null ? null : { ...name, name: 'qualifier', text: qualifier },
      ),
    );
  }

  #take(match: Match): void {
    for (const [label, capture] of match) {
      const [, form, use = ''] = /^c\.(path|member)\.(\w+)$/.exec(label) ?? [];
      if (form === 'path') this.#path(use, capture);
      else if (form === 'member') this.#member(use, match.get('name'), match.get('qualifier'));
      else if (/^(?:bind|skip|scope|comment|import)$/.test(label) || label.startsWith('ref.'))
        this.captures.push(...this.#places.together(capture));
    }
    const [macro, body] = [match.get('c.macro'), match.get('value')];
    if (macro !== undefined && body !== undefined) this.#macroBody(body);
    const local = match.get('c.parameter') === undefined ? undefined : match.get('declarator');
    const one = local === undefined ? null : declared(local.text);
    if (local !== undefined && one !== null)
      this.captures.push(
        ...this.#places.together(this.#places.part('bind', local.startIndex + one.start, local.startIndex + one.end, one.name)),
      );
    const binding = match.get('c.binding');
    if (binding !== undefined) this.captures.push(...this.#places.together({ ...binding, name: 'bind' }));
  }

  #path(use: string, path: Capture): void {
    if ((this.#pathStarts.get(path.endIndex) ?? path.startIndex) < path.startIndex) return;
    const one = declared(path.text);
    if (one === null) return;
    const angles = one.name.startsWith('operator') ? -1 : one.name.indexOf('<');
    const text = angles < 0 ? one.name : one.name.slice(0, angles).trim();
    const start = path.startIndex + one.start;
    const name = this.#places.part('name', start, start + text.length, text);
    const qualifier = one.owner === null ? '' : dotted(one.owner.text);
    const told = use === 'reads' && this.#types.has(start) ? 'types' : use;
    this.#put(told, name, qualifier === '' ? null : qualifier);
    if (one.owner !== null) this.#owner(path.startIndex + one.owner.start, one.owner.text.replace(/\s*::\s*$/, ''));
  }

  /** `ns::Foo<T>::value` uses the template `ns::Foo`; a plain owner may be a namespace and tells nothing more. */
  #owner(start: number, text: string): void {
    const one = text.endsWith('>') ? declared(text) : null;
    if (one === null || one.owner === null) return;
    const name = one.name.slice(0, one.name.indexOf('<')).trim();
    this.#put('types', this.#places.part('name', start + one.start, start + one.start + name.length, name), dotted(one.owner.text));
  }

  #member(use: string, name: Capture | undefined, qualifier: Capture | undefined): void {
    if (name === undefined || qualifier === undefined) return;
    const path = this.#variables.path(qualifier.text, qualifier.startIndex);
    const text = name.text.replace(/\s*<[\s\S]*$/, '').replace(/^template\s+/, '');
    if (path !== null) this.#put(use, name, path, text);
    // In brackets it is no path: nothing tells what it is a member of.
    else if (use === 'calls') this.#put(use, name, `(${qualifier.text})`, text);
  }

  /** The grammars leave what a macro stands for unread. */
  #macroBody(body: Capture): void {
    const tokens = tokensOf(body.text, false);
    for (const [index, token] of tokens.entries()) {
      const before = tokens[index - 1]?.text ?? '';
      const after = tokens[index + 1]?.text ?? '';
      const pasted = before === '#' || after === '#';
      const isMember = before === '.' || before === '->' || (before === '::' && tokens[index - 2]?.kind === 'word');
      if (token.kind !== 'word' || KEYWORDS.has(token.text) || pasted || isMember) continue;
      const path = after === '::' ? pathFrom(tokens, index) : null;
      const last = tokens[path ?? index] ?? token;
      const qualifier =
        path === null
          ? null
          : dotted(
              tokens
                .slice(index, path - 1)
                .map(({ text }) => text)
                .join(''),
            );
      const called = tokens[(path ?? index) + 1]?.text === '(';
      const start = body.startIndex + last.start;
      this.#put(called ? 'calls' : 'reads', this.#places.part('name', start, start + last.text.length), qualifier);
    }
  }

  /** What was kept from the grammar: words of macros, conditions, and headers included in the middle of a list. */
  blanked({ blanked, directives }: Prepared, source: string): void {
    for (const { text, start, end } of directives) {
      if (/^#\s*include/.test(text)) this.captures.push(...this.#places.together(this.#places.part('import', start, end)));
      const condition = /^(#\s*(?:el)?if(?:n?def)?\b)(.*)$/s.exec(text);
      for (const word of tokensOf(condition?.[2] ?? '')) {
        const from = start + (condition?.[1] ?? '').length + word.start;
        if (word.kind === 'word' && !KEYWORDS.has(word.text))
          this.#put('reads', this.#places.part('name', from, from + word.text.length), null);
      }
    }
    for (const { text, start, end } of blanked) {
      if (KEYWORDS.has(text) || /^__\w+__$/.test(text)) continue;
      const called = /^\s*\(/.test(source.slice(end, end + 40));
      this.#put(called ? 'calls' : 'reads', this.#places.part('name', start, end), null);
    }
  }
}

/** Index of the last word of `a::b::c`. */
function pathFrom(tokens: readonly Token[], from: number): number | null {
  let at = from;
  while (tokens[at + 1]?.text === '::' && tokens[at + 2]?.kind === 'word') at += 2;
  return at === from ? null : at;
}

/** The header that an `#include` names: `x.h` as quoted, `<x.h>` with its brackets. Null for a macro. */
export function includedHeader(statement: string): string | null {
  const path = /^\s*#\s*(?:include|include_next|import)\s*("[^"]+"|<[^>]+>)/.exec(statement)?.[1];
  if (path === undefined) return null;
  return path.startsWith('<') ? path : path.slice(1, -1);
}
