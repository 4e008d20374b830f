import { type Brackets, insideOf, isBoundary, step } from './context.ts';
import type { Token } from './tokens.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}
/** An `#if` with its branches; positions are of tokens, `to` excluded. `directives` are the `#if`, `#else`, `#endif` themselves. */
interface Group {
  readonly directives: readonly number[];
  readonly branches: readonly Span[];
  readonly end: number;
}

function directiveName(token: Token | undefined): string | null {
  return token?.kind === 'directive' ? (/^#\s*(\w+)/.exec(token.text)?.[1] ?? null) : null;
}
const OPENS = /^(?:if|ifdef|ifndef)$/;
const SPLITS = /^(?:else|elif|elifdef|elifndef)$/;

/** The group that opens at `index`; one without an end reaches to the last token. */
function groupAt(tokens: readonly Token[], index: number): Group {
  const directives = [index];
  const branches: Span[] = [];
  let from = index + 1;
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    const name = directiveName(tokens[at]);
    if (name === null) continue;
    if (OPENS.test(name)) depth += 1;
    else if (depth > 0) depth -= name === 'endif' ? 1 : 0;
    else if (name === 'endif' || SPLITS.test(name)) {
      directives.push(at);
      branches.push({ from, to: at });
      from = at + 1;
      if (name === 'endif') return { directives, branches, end: at + 1 };
    }
  }
  return { directives, branches: [...branches, { from, to: tokens.length }], end: tokens.length };
}

/** What an `#if` asks, so that the same question is known again: `ifdef A`, `if defined(A)` and `ifndef A` ask one. Null for a constant. */
function questionOf(token: Token | undefined): { readonly asks: string; readonly holds: boolean } | null {
  const [, name = '', rest = ''] = /^#\s*(\w+)(.*)$/su.exec(token?.text ?? '') ?? [];
  const text = rest.replace(/\/\*.*?\*\/|\/\/.*$/gsu, '').trim();
  const macro = name === 'if' ? /^(!?)\s*defined\s*(?:\(\s*(\w+)\s*\)|(\w+))$/u.exec(text) : null;
  if (macro !== null) return { asks: `defined ${macro[2] ?? macro[3] ?? ''}`, holds: macro[1] === '' };
  if (name !== 'if') return { asks: `defined ${text}`, holds: name === 'ifdef' };
  return /^[\d\s]*$/u.test(text) ? null : { asks: text.replace(/\s+/gu, ' '), holds: true };
}

const NEVER_FIRST = /^(?:else|[&|?,)\]=+<>/.]|->)$/;

/**
 * Which tokens to leave out so that what the preprocessor cuts is still whole for a grammar: branches that are complete pieces are
 * all kept, where they are not only the first that holds anything, with the directives gone. `#if 0` holds nothing. Where brackets
 * open in one branch and close in another's, the same question has the same answer all through the file.
 */
export class Conditionals {
  readonly #tokens: readonly Token[];
  readonly #left = new Set<number>();
  readonly #answers = new Map<string, boolean>();
  /** Indices of an include guard's directives, which are left out too. */
  readonly guard = new Set<number>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Indices of tokens to leave out. */
  find(): ReadonlySet<number> {
    this.#walk({ from: this.#guard(), to: this.#tokens.length }, { brackets: [], before: undefined });
    return this.#left;
  }

  /** Leaves out an include guard, so that an error inside stays where it is. Index of the first token after it. */
  #guard(): number {
    const open = this.#tokens.findIndex((token) => directiveName(token) !== 'pragma');
    const name = /^#\s*(?:ifndef\s+|if\s+!\s*defined\s*\(?\s*)(\w+)/.exec(this.#tokens[open]?.text ?? '')?.[1];
    const defines = /^#\s*define\s+(\w+)/.exec(this.#tokens[open + 1]?.text ?? '')?.[1];
    if (name === undefined || name !== defines) return 0;
    const { directives, branches, end } = groupAt(this.#tokens, open);
    if (branches.length !== 1 || end < this.#tokens.length) return 0;
    for (const index of [...directives, open + 1]) {
      this.#left.add(index);
      this.guard.add(index);
    }
    return open + 2;
  }

  #walk(span: Span, state: { brackets: Brackets; before: Token | undefined }): void {
    for (let index = span.from; index < span.to; index += 1) {
      const token = this.#tokens[index];
      if (token === undefined) return;
      if (this.#left.has(index)) continue;
      const name = directiveName(token);
      if (name === null) {
        state.brackets = step(state.brackets, this.#tokens, index);
        state.before = token;
      } else if (OPENS.test(name)) {
        const group = groupAt(this.#tokens, index);
        this.#group(group, state);
        index = group.end - 1;
      } else if (insideOf(state.brackets) === 'declarations' || insideOf(state.brackets) === 'statements') state.before = token;
      // No grammar has a directive among enumerators, values or arguments.
      else this.#left.add(index);
    }
  }

  #group(group: Group, state: { brackets: Brackets; before: Token | undefined }): void {
    const dead = /^#\s*if\s+0\s*(?:$|\/[/*])/.test(this.#tokens[group.directives[0] ?? 0]?.text ?? '');
    if (dead) this.#leave(group.branches[0]);
    const live = group.branches.filter((branch, index) => !(dead && index === 0) && this.#first(branch) !== undefined);
    if (this.#isWhole(live, group.end, state)) {
      for (const branch of live) this.#walk(branch, { ...state });
      state.before = this.#tokens[group.end - 1];
      return;
    }
    for (const directive of group.directives) this.#left.add(directive);
    const all = this.#areItems(live, state.brackets);
    const one = this.#chosen(group, live);
    for (const branch of live) {
      if (all || branch === one) this.#walk(branch, state);
      else this.#leave(branch);
    }
  }

  /** The branch to keep: the first, unless one that opened or closed brackets has answered the same question. */
  #chosen({ directives, branches }: Group, live: readonly Span[]): Span | undefined {
    const [first] = live;
    const question = questionOf(this.#tokens[directives[0] ?? 0]);
    const plain = branches.length === 1 || (branches.length === 2 && directiveName(this.#tokens[directives[1] ?? 0]) === 'else');
    if (question === null || !plain || live.every((branch) => this.#net(branch))) return first;
    const known = this.#answers.get(question.asks);
    if (known !== undefined) return branches[known === question.holds ? 0 : 1];
    this.#answers.set(question.asks, (first === branches[0]) === question.holds);
    return first;
  }

  #leave(span: Span | undefined): void {
    for (let index = span?.from ?? 0; index < (span?.to ?? 0); index += 1) this.#left.add(index);
  }

  #first(branch: Span): Token | undefined {
    for (let index = branch.from; index < branch.to; index += 1) if (this.#tokens[index]?.kind !== 'directive') return this.#tokens[index];
    return undefined;
  }
  #last(branch: Span): Token | undefined {
    for (let index = branch.to - 1; index >= branch.from; index -= 1)
      if (this.#tokens[index]?.kind !== 'directive') return this.#tokens[index];
    return undefined;
  }

  /** True when every branch is a run of complete statements, declarations or enumerators. */
  #isWhole(live: readonly Span[], end: number, { brackets, before }: { brackets: Brackets; before: Token | undefined }): boolean {
    const inside = insideOf(brackets);
    if (inside === 'list' || inside === 'values') return false;
    const ends = inside === 'enumerators' ? /^(?:[,}]|[\p{L}_].*)$/u : /^[;}:]$/;
    if (!isBoundary(before) && !(inside === 'enumerators' && before?.text === ',')) return false;
    const next = this.#tokens[end];
    if (live.length > 0 && next !== undefined && (next.text === 'else' || next.text === '{')) return false;
    return live.every(
      (branch) => this.#net(branch) && !NEVER_FIRST.test(this.#first(branch)?.text ?? '') && ends.test(this.#last(branch)?.text ?? ''),
    );
  }

  /** True when the branches are items of one list, so that all may stand one after the other. */
  #areItems(live: readonly Span[], brackets: Brackets): boolean {
    const inside = insideOf(brackets);
    if (inside !== 'list' && inside !== 'values' && inside !== 'enumerators') return false;
    const listed = live.every((branch) => this.#net(branch) && this.#last(branch)?.text === ',');
    const strings = live.every((branch) => this.#tokens.slice(branch.from, branch.to).every(({ kind }) => kind === 'string'));
    return listed || strings;
  }

  /** True when the brackets of a branch, its inner groups' first branches taken, close what they open and no more. */
  #net(span: Span): boolean {
    const open: string[] = [];
    const count = (part: Span): boolean => {
      for (let index = part.from; index < part.to; index += 1) {
        const token = this.#tokens[index];
        if (token === undefined) break;
        if (OPENS.test(directiveName(token) ?? '')) {
          const group = groupAt(this.#tokens, index);
          const first = group.branches.find((branch) => this.#first(branch) !== undefined);
          if (first !== undefined && !count(first)) return false;
          index = group.end - 1;
        } else if (token.kind === 'mark' && /^[([{]$/.test(token.text)) open.push(token.text);
        else if (token.kind === 'mark' && /^[)\]}]$/.test(token.text) && open.pop() === undefined) return false;
      }
      return true;
    };
    return count(span) && open.length === 0;
  }
}
