import { type Table, tableOf, type Value } from './json.ts';

type Draft = { [key: string]: DraftValue };
type DraftValue = string | number | boolean | null | DraftValue[] | Draft;

const BARE = /[A-Za-z0-9_-]+/y;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

function sticky(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** TOML as manifests and lockfiles use it. Dates stay text. A line that is not understood is passed over. */
class TomlReader {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  blank(newlines: boolean): void {
    this.at += sticky(newlines ? /(?:[\s]|#[^\n]*)*/y : /[ \t]*(?:#[^\n]*)?/y, this.text, this.at)?.length ?? 0;
  }

  line(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end + 1;
  }

  /** `a."b.c".d` */
  key(): string[] {
    const keys: string[] = [];
    for (;;) {
      this.blank(false);
      const quote = this.text[this.at];
      const part = quote === '"' || quote === "'" ? this.quoted() : sticky(BARE, this.text, this.at);
      if (part === null) return keys;
      if (quote !== '"' && quote !== "'") this.at += part.length;
      keys.push(part);
      this.blank(false);
      if (this.text[this.at] !== '.') return keys;
      this.at += 1;
    }
  }

  quoted(): string {
    const quote = this.text[this.at] ?? '"';
    const fence = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    const start = this.at + fence.length;
    let end = start;
    while (end < this.text.length && !this.text.startsWith(fence, end)) end += quote === '"' && this.text[end] === '\\' ? 2 : 1;
    this.at = end + fence.length;
    const raw = this.text.slice(start, end).replace(fence.length === 3 ? /^\r?\n/ : /(?!)/, '');
    if (quote === "'") return raw;
    return raw.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|\r?\n\s*|(.))/g, (_all, short?: string, long?: string, plain?: string) => {
      const hex = short ?? long;
      if (hex !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)));
      return plain === undefined ? '' : (ESCAPES[plain] ?? plain);
    });
  }

  value(depth: number): DraftValue {
    const first = this.text[this.at];
    if (first === '"' || first === "'") return this.quoted();
    if (first === '[' && depth < 50) return this.list(depth);
    if (first === '{' && depth < 50) return this.inline(depth);
    const word = sticky(/[^\s,\]}#]+/y, this.text, this.at) ?? '';
    this.at += word.length;
    if (word === 'true' || word === 'false') return word === 'true';
    return /^[+-]?\d[\d_]*(?:\.\d+)?$/.test(word) ? Number(word.replaceAll('_', '')) : word;
  }

  list(depth: number): DraftValue[] {
    const values: DraftValue[] = [];
    this.at += 1;
    for (;;) {
      this.blank(true);
      const before = this.at;
      if (this.text[this.at] === ']' || this.at >= this.text.length) break;
      values.push(this.value(depth + 1));
      this.blank(true);
      if (this.text[this.at] === ',') this.at += 1;
      if (this.at === before) break;
    }
    this.at += 1;
    return values;
  }

  inline(depth: number): Draft {
    const table: Draft = {};
    this.at += 1;
    for (;;) {
      this.blank(true);
      if (this.text[this.at] === '}' || this.at >= this.text.length) break;
      if (!this.pair(table, depth + 1)) break;
      this.blank(true);
      if (this.text[this.at] === ',') this.at += 1;
    }
    this.at += 1;
    return table;
  }

  pair(into: Draft, depth: number): boolean {
    const keys = this.key();
    const last = keys.pop();
    if (last === undefined || this.text[this.at] !== '=') return false;
    this.at += 1;
    this.blank(false);
    const value = this.value(depth);
    const target = descend(into, keys);
    if (target !== null) target[last] = value;
    return true;
  }
}

/** The table below `keys`, made when absent; of a list of tables, its last. Null when something else is there. */
function descend(table: Draft, keys: readonly string[]): Draft | null {
  let at: Draft = table;
  for (const key of keys) {
    const found = Object.hasOwn(at, key) ? at[key] : undefined;
    const next: DraftValue | undefined = Array.isArray(found) ? found.at(-1) : found;
    if (next === undefined) {
      const made: Draft = {};
      at[key] = made;
      at = made;
    } else if (typeof next === 'object' && next !== null && !Array.isArray(next)) at = next;
    else return null;
  }
  return at;
}

/** Reads TOML into plain data; null for null. What is malformed is left out, never an error: the file is somebody else's. */
export function readToml(text: string | null): Table | null {
  if (text === null) return null;
  const reader = new TomlReader(text.replace(/^\uFEFF/, ''));
  const root: Draft = Object.create(null) as Draft;
  let current: Draft = root;
  for (;;) {
    reader.blank(true);
    if (reader.at >= reader.text.length) break;
    const header = sticky(/\[\[?/y, reader.text, reader.at);
    if (header === null) reader.pair(current, 0);
    else {
      reader.at += header.length;
      current = opened(root, reader.key(), header === '[[') ?? {};
    }
    reader.line();
  }
  return tableOf(root as Value);
}

function opened(root: Draft, keys: readonly string[], isList: boolean): Draft | null {
  const last = keys.at(-1);
  if (!isList || last === undefined) return descend(root, keys);
  const parent = descend(root, keys.slice(0, -1));
  if (parent === null) return null;
  const made: Draft = {};
  const list = Object.hasOwn(parent, last) ? parent[last] : undefined;
  if (Array.isArray(list)) list.push(made);
  else parent[last] = [made];
  return made;
}
