import { type Brackets, insideOf, isBoundary } from './context.ts';
import { afterAngles, closing, type Token } from './tokens.ts';

export const MACRO = /^_*[A-Z][A-Z0-9_]{2,}$/;
export const SPECIFIER =
  /^(?:static|inline|const|volatile|extern|constexpr|consteval|constinit|virtual|explicit|friend|typename|unsigned|signed|long|short|int|char|void|float|double|bool|_Bool|auto|struct|class|union|enum|template|operator|decltype|typedef|using|namespace|mutable|thread_local|__inline|__inline__|wchar_t)$/;
export const STATEMENT =
  /^(?:if|else|for|while|do|switch|case|default|return|goto|break|continue|throw|delete|new|sizeof|try|catch|co_return|co_await|co_yield|export|import|module|requires|concept|public|private|protected|override|final|noexcept|and|or|not|asm|__asm__|this)$/;
/** Words that no other word but a macro may stand before, at the start of a declaration. */
export const BEGINS =
  /^(?:int|char|void|float|double|bool|long|short|unsigned|signed|auto|struct|class|union|enum|template|typename|virtual|explicit|friend)$/;

const PRIMITIVE = /^(?:int|char|void|float|double|bool|_Bool|long|short|unsigned|signed|wchar_t)$/;
/** Specifiers that may stand behind the type as well. */
export const LATE = /^(?:const|constexpr|consteval|constinit|inline|static|volatile|extern|thread_local|mutable)$/;

/** What stands around a word, told from the tokens beside it: whether a declaration goes on without the word. */
export class Shapes {
  readonly #tokens: readonly Token[];
  readonly #inC: boolean;
  constructor(tokens: readonly Token[], inC: boolean) {
    this.#tokens = tokens;
    this.#inC = inC;
  }

  #text(index: number): string {
    return this.#tokens[index]?.text ?? '';
  }

  opens(before: Token | undefined): boolean {
    if (isBoundary(before) || before?.kind === 'string' || SPECIFIER.test(before?.text ?? '')) return true;
    return /^[>(,\]]$/.test(before?.text ?? '');
  }

  /** `int (CALL *hook)(int)`. */
  isConvention(index: number, before: Token | undefined): boolean {
    const name = index + (this.#text(index + 1) === '*' ? 2 : 1);
    const named = this.#tokens[name]?.kind === 'word' && this.#text(name + 1) === ')' && this.#text(name + 2) === '(';
    return before?.text === '(' && name > index + 1 && named;
  }

  /** `f(T x UNUSED)`. */
  marksParameter(index: number, before: Token | undefined): boolean {
    if (before?.kind !== 'word' || SPECIFIER.test(before.text) || STATEMENT.test(before.text) || MACRO.test(before.text)) return false;
    const type = this.#tokens[index - 2];
    const typed = type !== undefined && (/^[*&>]$/.test(type.text) || type.kind === 'word');
    return typed && !/^(?:const|volatile|struct|class|union|enum|typename|return)$/.test(type.text) && /^[),]$/.test(this.#text(index + 1));
  }

  /** `template <typename T, ENABLE_IF(…)>`. */
  isTemplateParameter(index: number, call: number, before: Token | undefined): boolean {
    if (!/^[<,]$/.test(before?.text ?? '') || !/^[>,]$/.test(this.#text(call + 1))) return false;
    let depth = 0;
    for (let at = index - 1; at > 0 && index - at < 300; at -= 1) {
      const text = this.#text(at);
      if (/^[;{}]$/.test(text)) return false;
      if (text === '>') depth += 1;
      if (text === '<') depth -= 1;
      if (depth < 0) return this.#text(at - 1) === 'template';
    }
    return false;
  }

  hasTypes(index: number, call: number): boolean {
    return this.#tokens.slice(index + 2, call).some(({ text }) => BEGINS.test(text) || text === 'const');
  }

  /** `EXPORT int f()`, `INLINE ns::T<X> &f()`, `int CALL f()`: what follows is a declaration without it. */
  isSpecifier(call: number, before: Token | undefined, brackets: Brackets): boolean {
    const next = this.#tokens[call + 1];
    if (next === undefined) return false;
    if (before !== undefined && this.#isBetween(call, before, brackets)) return true;
    if (!this.opens(before)) return false;
    if (next.text === 'operator') return this.#tokens[call + 2]?.kind === 'word';
    if (next.kind === 'word' && SPECIFIER.test(next.text)) return true;
    if (next.text === '~') return true;
    if (next.text === '[' && this.#text(call + 2) === '[') return true;
    if (next.kind !== 'word' || STATEMENT.test(next.text)) return false;
    if (MACRO.test(next.text)) {
      const end = this.#text(call + 2) === '(' ? closing(this.#tokens, call + 2) : call + 1;
      if (end > 0 && this.isSpecifier(end, before, brackets)) return true;
    }
    return this.declares(call + 1, brackets);
  }

  /** From a name on: `ns::T<X> *f`, `T f`, or a constructor. */
  declares(from: number, brackets: Brackets): boolean {
    let index = from;
    let last = this.#text(index);
    let owner: string | null = brackets.at(-1)?.name ?? null;
    for (;;) {
      index += 1;
      if (this.#text(index) === '<') index = afterAngles(this.#tokens, index);
      if (index < 0) return false;
      if (this.#text(index) !== '::') break;
      owner = last;
      index += this.#text(index + 1) === '~' ? 2 : 1;
      last = this.#text(index);
    }
    const next = this.#tokens[index];
    if (next === undefined) return false;
    if (next.text === '(') {
      if (this.#inC) return false;
      const end = closing(this.#tokens, index);
      return (owner === last && last !== '') || last === 'operator' || (end > 0 && this.#text(end + 1) === ':');
    }
    const pointed = /^[*&]$/.test(next.text);
    const after = pointed
      ? this.#tokens.slice(index, index + 4).find((token) => !/^[*&]$/.test(token.text) && token.text !== 'const')
      : next;
    if (after?.kind === 'word') return !STATEMENT.test(after.text) && (pointed || !/^(?:and|or|xor)$/.test(after.text));
    return pointed && after?.text === '(' && insideOf(brackets) === 'declarations';
  }

  /** `void WINAPI f(`, `char *CALL f(`. */
  #isBetween(call: number, before: Token, brackets: Brackets): boolean {
    if (insideOf(brackets) !== 'declarations') return false;
    const type =
      before.kind === 'word'
        ? PRIMITIVE.test(before.text) || !(SPECIFIER.test(before.text) || STATEMENT.test(before.text))
        : /^[*&]$/.test(before.text);
    return type && this.#tokens[call + 1]?.kind === 'word' && this.#text(call + 2) === '(';
  }

  namesType(call: number): boolean {
    const name = this.#tokens[call + 1];
    if (name?.kind !== 'word') return false;
    return /^[{:<]$|^final$/.test(this.#text(call + 2)) || this.#text(call + 2) === '::';
  }

  /** `int f(void) PRINTF_LIKE(1, 2);`, `void g() NOEXCEPT {`. */
  trails(call: number, before: Token | undefined): boolean {
    if (before === undefined || !(/^[)\]]$/.test(before.text) || /^(?:const|override|final|noexcept)$/.test(before.text))) return false;
    const next = this.#tokens[call + 1];
    return (
      next !== undefined && (/^[;{=,:]$/.test(next.text) || (next.kind === 'word' && (MACRO.test(next.text) || next.text.startsWith('__'))))
    );
  }

  standsAlone(call: number, hasArguments: boolean): boolean {
    const next = this.#tokens[call + 1];
    if (next === undefined || next.kind === 'directive') return true;
    if (next.kind === 'mark') return next.text === '}' || next.text === '~' || (next.text === '[' && this.#text(call + 2) === '[');
    if (next.kind !== 'word') return false;
    return hasArguments || SPECIFIER.test(next.text) || MACRO.test(next.text) || this.#text(call + 2) !== '(';
  }
}
