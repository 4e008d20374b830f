import type { Capture, Import } from '../language.ts';
import type { ImportPlace } from '../symbols/dialect.ts';
import { isCapitalised, relocated } from './paths.ts';

interface Leaf {
  readonly parts: readonly string[];
  readonly alias: string | null;
  /** Offset in the tree's text, for its line. */
  readonly at: number;
}

/** Blanks comments, so that offsets stay. */
function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
}

const TOKEN = /\s*(::|[{},*]|(?:r#)?[\p{L}_$][\p{L}\p{N}_]*)/uy;

/** `a::{b as c, d::{self, *}}` → its leaves, each with its whole path. */
function leavesOf(tree: string): Leaf[] {
  const leaves: Leaf[] = [];
  const stack: string[][] = [];
  let base: readonly string[] = [];
  let parts: string[] = [];
  let alias: string | null = null;
  let at = 0;
  let naming = false;
  const close = (): void => {
    if (parts.length > base.length) leaves.push({ parts, alias, at });
    [parts, alias, naming] = [[...base], null, false];
  };
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(tree); token !== null; token = TOKEN.exec(tree)) {
    const word = (token[1] ?? '').replace(/^r#/, '');
    if (word === '{') {
      stack.push([...base]);
      base = [...parts];
    } else if (word === '}') {
      close();
      base = stack.pop() ?? [];
      parts = [...base];
    } else if (word === ',') close();
    else if (word === 'as') naming = true;
    else if (naming) alias = word;
    else if (word !== '::') {
      if (parts.length === base.length) at = TOKEN.lastIndex - word.length;
      parts.push(word);
    }
  }
  close();
  return leaves;
}

/** `inside`: relative to the file itself. A root with a capital is a type in the file's view, since modules and crates have none. */
function moduleOf(parts: readonly string[], inside: boolean): string {
  return (inside || isCapitalised(parts[0] ?? '') ? ['self', ...parts] : parts).join('.');
}

function importsOf({ parts: written, alias }: Leaf, line: number, reExport: boolean, modules: readonly string[]): Import[] {
  const plain = written.at(-1) === 'self' && written.length > 1 ? written.slice(0, -1) : written;
  const { parts, inside } = relocated(plain, modules);
  const last = parts.at(-1) ?? 'self';
  const local = alias ?? last;
  if (last === '*') return [{ module: moduleOf(parts.slice(0, -1), inside), names: [{ local: '*', imported: '*' }], line, reExport }];
  if (last === 'super' || last === 'crate' || parts.length === 0 || (parts.length === 1 && !inside))
    return [{ module: moduleOf(parts, inside), names: [{ local, imported: '*' }], line, reExport }];
  const one = { module: moduleOf(parts.slice(0, -1), inside), names: [{ local, imported: last }], line, reExport };
  const [root = ''] = parts;
  const mayBeMacro =
    parts.length === 2 && !inside && !isCapitalised(root) && !isCapitalised(last) && !/^(?:super|std|core|alloc)$/.test(root);
  return mayBeMacro ? [one, { ...one, module: `$${root}` }] : [one];
}

const VISIBLE = String.raw`^(?:pub\s*(?:\([^)]*\)\s*)?)?`;
const USE = new RegExp(String.raw`${VISIBLE}use\s+`);
const CRATE = new RegExp(String.raw`${VISIBLE}extern\s+crate\s+(\w+)(?:\s+as\s+(\w+))?`);
/** Also the bare name, where the item stands in a macro's argument. */
const MODULE = new RegExp(String.raw`${VISIBLE}(?:unsafe\s+)?(?:mod\s+)?(?:r#)?(\w+)\s*;?$`);

/** `#[…]` and comments between an item and what is above it. */
const ABOVE = /(?:#\[(?:[^[\]]|\[[^[\]]*\])*\]\s*|\/\/[^\n]*\n\s*)*$/;
export function attributesAbove(source: string, start: number): string {
  return ABOVE.exec(source.slice(Math.max(0, start - 600), start))?.[0] ?? '';
}

/**
 * `use`, `extern crate` and `mod x;`. Private names of a file's module are in view of the modules below it, hence re-exports like
 * public ones; those of a module inside the file only if public. `#[macro_use]` also gives what the module has, for its macros. An
 * exported macro lies at the root of its crate, wherever it stands: the module `$crate` is the files with macros of `crate`.
 */
export function rustImports(statement: Capture, { source, nested, modules }: ImportPlace): readonly Import[] {
  const text = withoutComments(statement.text);
  const line = statement.startRow + 1;
  const isPublic = /^pub\b/.test(text);
  const reExport = !nested && modules.length === 0;
  // From outside, a name that a module inside the file hands on is called by that module's name.
  const handedOn = (one: Import): Import[] =>
    isPublic && !reExport && !nested
      ? [
          one,
          { ...one, names: one.names.map(({ local, imported }) => ({ local: [...modules, local].join('.'), imported })), reExport: true },
        ]
      : [{ ...one, reExport: one.reExport || isPublic }];
  const star = /#\[macro_use\b/.test(attributesAbove(source, statement.startIndex)) ? [{ local: '*', imported: '*' }] : [];
  const use = USE.exec(text)?.[0];
  if (use !== undefined) {
    const lineAt = (offset: number): number => line + (text.slice(0, use.length + offset).match(/\n/g)?.length ?? 0);
    return leavesOf(text.slice(use.length)).flatMap((leaf) => importsOf(leaf, lineAt(leaf.at), reExport, modules).flatMap(handedOn));
  }
  const crate = CRATE.exec(text);
  if (crate !== null) {
    const [, module = '', alias] = crate;
    return handedOn({
      module: module === 'self' ? 'crate' : module,
      names: [{ local: alias ?? module, imported: '*' }, ...star],
      line,
      reExport,
    });
  }
  const name = MODULE.exec(text)?.[1];
  if (name === undefined) return [];
  const names = [
    { local: [...modules, name].join('.'), imported: '*' },
    ...(modules.length === 0 ? [] : [{ local: name, imported: '*' }]),
    ...star,
  ];
  return [{ module: ['self', ...modules, name].join('.'), names, line, reExport: true }];
}
