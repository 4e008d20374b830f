import { type Brackets, Branches, insideOf, isBoundary, step } from './context.ts';
import { BEGINS, LATE, MACRO, Shapes, SPECIFIER, STATEMENT } from './shapes.ts';
import { closing, type Token } from './tokens.ts';

/** What is done to the text of a macro before the parse: tokens `from` to `to` become space, but for what `write` puts at offsets. */
export interface Blank {
  readonly from: number;
  readonly to: number;
  readonly write: readonly (readonly [offset: number, text: string])[];
}

/** Extensions whose arguments tell nothing about names, and which the grammars do not know in every place. */
const EXTENSION = /^(?:__attribute__|__attribute|__declspec|__extension__|_Noreturn|__noreturn|__pragma|_Pragma)$/;
/** Finds macros that stand where the grammar of the language knows none: export marks, attributes, statements without an end. */
export class Macros {
  readonly #tokens: readonly Token[];
  readonly #source: string;
  readonly #inC: boolean;
  readonly #shapes: Shapes;
  readonly #blanks: Blank[] = [];

  constructor(tokens: readonly Token[], source: string, inC: boolean) {
    this.#tokens = tokens;
    this.#source = source;
    this.#inC = inC;
    this.#shapes = new Shapes(tokens, inC);
  }

  find(): readonly Blank[] {
    let brackets: Brackets = [];
    let before: Token | undefined;
    const branches = new Branches();
    for (let index = 0; index < this.#tokens.length; index += 1) {
      const token = this.#tokens[index];
      if (token === undefined) break;
      if (token.kind === 'directive') brackets = branches.after(token, brackets);
      const blank = token.kind === 'word' ? this.#blankAt(index, token, before, brackets) : this.#mark(index, token, before, brackets);
      if (blank !== null) {
        this.#blanks.push(blank);
        index = blank.to;
        continue;
      }
      brackets = step(brackets, this.#tokens, index);
      before = token;
    }
    return this.#blanks;
  }

  /** What the grammars do not know though it is no macro: `enum : T {` without a name, and `f(T x = {})`. */
  #mark(index: number, token: Token, before: Token | undefined, brackets: Brackets): Blank | null {
    if (token.text === '{' && before?.text === '=' && insideOf(brackets) === 'list' && this.#text(index + 1) === '}')
      return { from: index, to: index + 1, write: [[token.start, '0']] };
    if (token.text !== ':' || before?.text !== 'enum') return null;
    const open = this.#tokens.findIndex(({ text }, at) => at > index && /^[{;]$/.test(text));
    return open > index && this.#text(open) === '{' ? { from: index, to: open - 1, write: [] } : null;
  }

  #text(index: number): string {
    return this.#tokens[index]?.text ?? '';
  }
  #onLaterLine(index: number): boolean {
    const next = this.#tokens[index + 1];
    return next === undefined || this.#source.slice(this.#tokens[index]?.end, next.start).includes('\n');
  }

  #blankAt(index: number, token: Token, before: Token | undefined, brackets: Brackets): Blank | null {
    const call = this.#text(index + 1) === '(' ? closing(this.#tokens, index + 1) : index;
    if (call < 0) return null;
    const whole: Blank = { from: index, to: call, write: [] };
    if (EXTENSION.test(token.text)) return whole;
    // `EXPECT_THROW(throw x, …)`: the grammar knows no throw among arguments.
    if (token.text === 'throw' && /^[(,]$/.test(before?.text ?? '')) return { from: index, to: index, write: [] };
    const inside = insideOf(brackets);
    const starts = isBoundary(before);
    if (!MACRO.test(token.text)) return this.#plainWord(index, token, before, brackets);
    if (inside === 'declarations' && starts && call > index && this.#text(call + 1) === '{') return this.#block(index, call);
    if (this.#shapes.isSpecifier(call, before, brackets)) return whole;
    if (before !== undefined && /^(?:class|struct|union|enum)$/.test(before.text)) return this.#shapes.namesType(call) ? whole : null;
    if (before?.text === 'if' && this.#text(index + 1) === '(') return { from: index, to: index, write: [] };
    if (inside === 'declarations' && this.#shapes.trails(call, before)) return whole;
    if (inside === 'list' && this.#shapes.marksParameter(index, before)) return whole;
    if (call > index && this.#shapes.isTemplateParameter(index, call, before)) return { ...whole, write: [[token.start, 'int']] };
    if (inside === 'declarations' && starts && this.#text(call + 1) === ';' && this.#shapes.hasTypes(index, call))
      return this.#emptied(index, call);
    if (starts && inside === 'statements' && this.#text(call + 1) === '{') return this.#statement(index, call);
    if (this.#shapes.isConvention(index, before)) return whole;
    if (!starts || !this.#onLaterLine(call)) return null;
    if (inside === 'declarations') return this.#shapes.standsAlone(call, call > index) ? whole : null;
    return inside === 'statements' ? this.#statement(index, call) : null;
  }

  /** A macro in small letters: told only where two more words of a declaration follow, which nothing else allows. */
  #plainWord(index: number, token: Token, before: Token | undefined, brackets: Brackets): Blank | null {
    const here: Blank = { from: index, to: index, write: [] };
    const next = this.#text(index + 1);
    // The grammars know `int(x)`, not `unsigned(x)`.
    const casts = /^(?:unsigned|signed|long|short)$/.test(token.text) && next === '(' && this.#text(index + 2) !== '*';
    if (casts && insideOf(brackets) !== 'declarations' && !SPECIFIER.test(before?.text ?? ''))
      return { ...here, write: [[token.start, 'x'.repeat(token.text.length)]] };
    if (/^(?:public|private|protected)$/.test(before?.text ?? '') && next === ':') return here;
    if (isBoundary(before) && token.text === 'signals' && next === ':') return { ...here, to: index + 1 };
    if (insideOf(brackets) !== 'declarations' || SPECIFIER.test(token.text) || STATEMENT.test(token.text)) return null;
    const opens = this.#shapes.opens(before) && !(before?.kind === 'mark' && /^[(,]$/.test(before.text));
    let from = index + 1;
    while (LATE.test(this.#text(from))) from += 1;
    const first = this.#text(from);
    const names = this.#tokens[from]?.kind === 'word' && !SPECIFIER.test(first) && !STATEMENT.test(first);
    if (opens && (BEGINS.test(first) || (names && this.#shapes.declares(from, brackets)))) return here;
    const trails = before !== undefined && (before.text === ')' || /^(?:const|override|final|noexcept)$/.test(before.text));
    return trails && next === '{' ? here : null;
  }

  #emptied(index: number, call: number): Blank | null {
    const [head, open, close] = [this.#tokens[index], this.#tokens[index + 1], this.#tokens[call]];
    if (head === undefined || open === undefined || close === undefined) return null;
    return {
      from: index,
      to: call,
      write: [
        [head.start, head.text],
        [open.start, '('],
        [close.start, ')'],
      ],
    };
  }

  /** A macro in the place of a statement, without a semicolon: its arguments stay, as one. */
  #statement(index: number, call: number): Blank | null {
    const next = this.#tokens[call + 1];
    const follows = next === undefined || next.kind === 'directive' || next.kind === 'word' || /^[{}]$/.test(next.text);
    if (!follows) return null;
    const close = this.#tokens[call];
    if (call === index || close === undefined) return { from: index, to: call, write: [] };
    const simple = this.#tokens
      .slice(index + 2, call)
      .every(({ text, kind }) => !/^(?:[{};]|\.\.\.)$/.test(text) && kind !== 'directive' && !BEGINS.test(text));
    if (!simple) return { from: index, to: call, write: [] };
    return { from: index, to: call, write: [[close.start, ';']] };
  }

  /** `TEST_CASE("…") {`: a definition whose head a macro makes. Names of types among its arguments stay. */
  #block(index: number, call: number): Blank | null {
    const open = this.#tokens[index + 1];
    const head = this.#tokens[index];
    if (open === undefined || head === undefined) return null;
    if (this.#inC)
      return {
        from: index,
        to: call,
        write: [
          [head.start, head.text],
          [open.end, 'x'],
        ],
      };
    const names = this.#tokens.slice(index + 2, call).every((token) => token.kind === 'word' || /^(?:::|[,<>])$/.test(token.text));
    return names ? null : this.#emptied(index, call);
  }
}
