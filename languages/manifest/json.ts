/** Plain data of a manifest. */
export type Value = string | number | boolean | null | readonly Value[] | Table;
export interface Table {
  readonly [key: string]: Value;
}

const DEPTH = 100;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A reader that tells failure by `failed`, since a manifest of somebody else may be anything. */
class Reader {
  at = 0;
  failed = false;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  skip(): void {
    const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
    blank.lastIndex = this.at;
    this.at += blank.exec(this.text)?.[0].length ?? 0;
  }

  take(token: string): boolean {
    this.skip();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  fail(): null {
    this.failed = true;
    return null;
  }

  string(): string {
    const literal = /"((?:[^"\\\n]|\\.)*)"/y;
    literal.lastIndex = this.at;
    const found = literal.exec(this.text);
    if (found === null) return this.fail() ?? '';
    this.at += found[0].length;
    return (found[1] ?? '').replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_all, hex: string | undefined, plain: string | undefined) =>
      hex === undefined ? (ESCAPES[plain ?? ''] ?? plain ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  value(depth: number): Value {
    this.skip();
    if (depth > DEPTH) return this.fail();
    const first = this.text[this.at];
    if (first === '{') return this.table(depth);
    if (first === '[') return this.list(depth);
    if (first === '"') return this.string();
    const literal = /true|false|null|-?\d[\d.eE+-]*/y;
    literal.lastIndex = this.at;
    const word = literal.exec(this.text)?.[0];
    if (word === undefined) return this.fail();
    this.at += word.length;
    return word === 'null' ? null : word === 'true' || word === 'false' ? word === 'true' : Number(word);
  }

  table(depth: number): Table {
    const entries: [string, Value][] = [];
    this.take('{');
    while (!this.failed && !this.take('}')) {
      this.skip();
      const key = this.string();
      if (!this.take(':')) this.fail();
      entries.push([key, this.value(depth + 1)]);
      if (!this.take(',') && this.text[this.at] !== '}') this.fail();
    }
    return Object.fromEntries(entries);
  }

  list(depth: number): Value[] {
    const values: Value[] = [];
    this.take('[');
    while (!this.failed && !this.take(']')) {
      values.push(this.value(depth + 1));
      if (!this.take(',') && this.text[this.at] !== ']') this.fail();
    }
    return values;
  }
}

/** JSON with comments and trailing commas (tsconfig.json). Null when it is none, or when the top is no object. */
export function readJson(text: string | null): Table | null {
  if (text === null) return null;
  const reader = new Reader(text.replace(/^\uFEFF/, ''));
  const value = reader.value(0);
  reader.skip();
  return reader.failed || reader.at < reader.text.length ? null : tableOf(value);
}

export function tableOf(value: Value | undefined): Table | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : null;
}

export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

export function stringOf(value: Value | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function stringsOf(value: Value | undefined): readonly string[] {
  return listOf(value).flatMap((one) => (typeof one === 'string' ? [one] : []));
}

/** The value at a path of keys, or undefined. */
export function at(table: Table | null, ...keys: readonly string[]): Value | undefined {
  let value: Value | undefined = table ?? undefined;
  for (const key of keys) value = tableOf(value)?.[key];
  return value;
}
