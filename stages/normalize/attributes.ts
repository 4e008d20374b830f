import picomatch from 'picomatch';
import { byCodeUnit } from '#schema/primitives.ts';

/** What `.gitattributes` say of one path; null where they say nothing. */
export interface PathAttributes {
  readonly generated: boolean | null;
  readonly vendored: boolean | null;
  readonly binary: boolean | null;
}

interface Rule {
  /** Directory of the file that holds the rule, '' for the root. */
  readonly directory: string;
  readonly matches: (below: string) => boolean;
  readonly set: Partial<Record<keyof PathAttributes, boolean>>;
}

const NAMES: Readonly<Record<string, keyof PathAttributes>> = {
  'linguist-generated': 'generated',
  'linguist-vendored': 'vendored',
};

/** The `.gitattributes` of one tree by path; later rules and deeper files win, as in git. */
export class Attributes {
  readonly #rules: readonly Rule[];

  constructor(files: ReadonlyMap<string, string>) {
    const byDepth = [...files].sort(([a], [b]) => a.split('/').length - b.split('/').length || byCodeUnit(a, b));
    this.#rules = byDepth.flatMap(([path, text]) => rulesOf(path, text));
  }

  of(path: string): PathAttributes {
    const found: { -readonly [Key in keyof PathAttributes]: PathAttributes[Key] } = { generated: null, vendored: null, binary: null };
    for (const rule of this.#rules) {
      if (rule.directory !== '' && !path.startsWith(`${rule.directory}/`)) continue;
      const below = rule.directory === '' ? path : path.slice(rule.directory.length + 1);
      if (rule.matches(below)) Object.assign(found, rule.set);
    }
    return found;
  }
}

function rulesOf(path: string, text: string): Rule[] {
  const directory = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return text.split('\n').flatMap((raw) => {
    const line = raw.replace(/\r$/, '').trim();
    if (line === '' || line.startsWith('#') || line.startsWith('[attr]')) return [];
    const { pattern, rest } = patternOf(line);
    const set = settings(rest);
    // Git forbids negative patterns here, and one that ends in a slash matches no file: attributes are not inherited.
    if (pattern === '' || pattern.startsWith('!') || pattern.endsWith('/') || Object.keys(set).length === 0) return [];
    return [{ directory, matches: matcher(pattern), set }];
  });
}

/** The pattern, which may be quoted as in C, and what follows it. */
function patternOf(line: string): { readonly pattern: string; readonly rest: string } {
  const quoted = /^"((?:[^"\\]|\\.)*)"(.*)$/.exec(line);
  if (quoted !== null) return { pattern: (quoted[1] ?? '').replace(/\\(.)/g, '$1'), rest: quoted[2] ?? '' };
  const end = line.search(/[ \t]/);
  return end < 0 ? { pattern: line, rest: '' } : { pattern: line.slice(0, end), rest: line.slice(end) };
}

function settings(rest: string): Rule['set'] {
  const set: Partial<Record<keyof PathAttributes, boolean>> = {};
  for (const word of rest.split(/[ \t]+/).filter((part) => part !== '')) {
    const match = /^([-!]?)([\w.-]+)(?:=(.*))?$/.exec(word);
    const name = match?.[2] ?? '';
    const off = match?.[1] !== '' || /^(false|0|off|no)$/i.test(match?.[3] ?? '');
    const key = NAMES[name];
    if (key !== undefined) set[key] = !off;
    if (name === 'binary') set.binary = !off;
    if (name === 'diff' && match?.[1] === '-') set.binary = true;
  }
  return set;
}

/** Git's wildmatch: without a slash the name is matched at any depth; with one, the path from the file's directory. */
function matcher(pattern: string): (below: string) => boolean {
  const anchored = pattern.includes('/');
  const test = picomatch(pattern.replace(/^\//, ''), { dot: true, nonegate: true, noextglob: true, nobrace: true });
  return anchored ? test : (below) => test(below.slice(below.lastIndexOf('/') + 1));
}
