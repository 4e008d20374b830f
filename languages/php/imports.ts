import type { Capture, Import } from '../language.ts';
import type { ImportPlace } from '../symbols/dialect.ts';

const CLAUSE = /^(?:(function|const)\s+)?\\?([\p{L}_][\p{L}\p{N}_\\]*)(?:\s+as\s+([\p{L}_][\p{L}\p{N}_]*))?$/u;
/** What stands in no namespace. */
export const GLOBAL = '\\';
const REQUIRED = /^(?:require|include)(?:_once)?[\s(]+(?:(__DIR__|dirname\(__FILE__\))\s*\.\s*)?["']([^"'$]+)["']\s*\)?$/i;

/** `Brew\Leaf` → `Brew.Leaf`. */
export function dotted(name: string): string {
  return name.replace(/^\\/, '').replace(/\s*\\\s*/g, '.');
}

/** A clause imports a class, a function or a constant; a class's name may be a namespace as well, where the file uses it as one. */
function clause(kind: string, prefix: string, text: string, line: number, source: string): Import[] {
  const [, own = '', path = '', alias] = CLAUSE.exec(text.trim()) ?? [];
  if (path === '') return [];
  const parts = dotted(`${prefix}${path}`).split('.');
  const imported = parts.at(-1) ?? '';
  const local = alias ?? imported;
  const member = { module: parts.slice(0, -1).join('.') || GLOBAL, names: [{ local, imported }], line, reExport: false };
  const isPrefix = kind === '' && own === '' && new RegExp(String.raw`(?<![\\\w$])${local}\\\w`).test(source);
  return isPrefix ? [member, { module: parts.join('.'), names: [{ local, imported: '*' }], line, reExport: false }] : [member];
}

/** `use a\{B, C as D};`, and files that are included by a literal path: a module that starts with a dot lies beside the file. */
export function phpImports(statement: Capture, { source }: ImportPlace): readonly Import[] {
  const text = statement.text
    .replace(/\/\/[^\n]*|#(?!\[)[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const line = statement.startRow + 1;
  const [, beside, path] = REQUIRED.exec(text) ?? [];
  if (path !== undefined)
    return [{ module: beside === undefined ? path : `./${path.replace(/^\//, '')}`, names: [], line, reExport: false }];
  const [, kind = '', list = ''] = /^use (?:(function|const) )?(.+?) ?;?$/i.exec(text) ?? [];
  const group = /^(.*?\\) ?\{(.*)\}$/.exec(list);
  const [prefix, clauses] = group === null ? ['', list] : [group[1] ?? '', group[2] ?? ''];
  return clauses.split(',').flatMap((one) => clause(kind, prefix, one, line, source));
}
