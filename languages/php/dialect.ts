import { type Dialect, type Exports, type Placed, USUAL, type UsePlace } from '../symbols/dialect.ts';
import type { DraftReference } from '../symbols/draft.ts';
import { blockCommentAbove, oneLine } from '../symbols/text.ts';
import { phpImports } from './imports.ts';
import { className, typeName } from './types.ts';

const BUILTINS = new Set('self static parent class true false null array list isset unset empty exit die define'.split(' '));

/** `$this->lid` → `this.lid`; a variable keeps its mark, so that it is no name of anything else. */
function receiver(text: string, type: string | null): string {
  const plain = oneLine(text).replace(/\s*\??->\s*/g, '.');
  if (/^\$this\b/.test(plain)) return plain.slice(1);
  if (/^(?:self|static)$/i.test(plain)) return type ?? 'this';
  if (/^parent$/i.test(plain)) return 'super';
  const created = /^\(\s*new ([\p{L}_\\][\p{L}\p{N}_\\]*)(?:\s*\(.*\))?\s*\)$/u.exec(plain)?.[1] ?? plain;
  return /^[\p{L}_\\][\p{L}\p{N}_\\]*$/u.test(created) ? className(created) : plain;
}

/** What starts with a backslash and has no namespace is the language's own, or nobody's. */
function qualifiers(use: DraftReference, { source, type }: UsePlace): readonly (string | null)[] {
  const { text, startIndex } = use.name;
  if (use.qualifier !== null) {
    // The path of a name ends with a backslash before it; others are receivers.
    const isPath = source[startIndex - 1] === '\\';
    if (!isPath) return text === 'class' ? [] : [receiver(use.qualifier.text, type)];
    return [className(`${use.qualifier.text}\\`).replace(/\.$/, '')];
  }
  if (source[startIndex - 1] === '$' || /^__[A-Z]+__$/.test(text)) return [];
  const isGlobal = source[startIndex - 1] === '\\' && !/namespace\s*\\$/i.test(source.slice(startIndex - 12, startIndex));
  return isGlobal && /^\s*(?:<\?php\s+)?namespace\s/im.test(source) ? [] : [null];
}

function exported({ draft, outer, enclosing, qualified, nested, name }: Placed, { source, qualified: known }: Exports): boolean {
  if (nested) return false;
  if (enclosing !== null && !known.has(qualified.slice(0, -name.length - 1))) return false;
  return !/\bprivate\b/.test(source.slice(outer.startIndex, draft.name.startIndex));
}

export const PHP_DIALECT: Dialect = {
  ...USUAL,
  imports: phpImports,
  selfExports: () => [],
  qualifiers,
  typeName,
  owner: () => null,
  doc: ({ outer }, { commentAt }) => blockCommentAbove(commentAt, outer.startRow, '/**'),
  exported,
  inlineTests: () => [],
  builtins: BUILTINS,
  receivers: new Set(['this', 'super']),
  importsBind: false,
  freeReads: true,
  freeTypes: true,
  open: new Set(),
};
