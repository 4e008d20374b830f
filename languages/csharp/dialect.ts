import { AROUND, type Dialect, type Exports, type FoldContext, type Placed, USUAL, type UsePlace } from '../symbols/dialect.ts';
import type { DraftReference } from '../symbols/draft.ts';
import { dedent, oneLine } from '../symbols/text.ts';
import { csharpImports, plainName } from './imports.ts';

const BUILTINS = new Set('nameof var dynamic value _ await async get set init add remove unmanaged notnull field when'.split(' '));
const DOTTED = /^@?[\p{L}_][\p{L}\p{N}_]*(?:\.@?[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** `Brew.Tin<int>?` → `Brew.Tin`; null for `var`, arrays and what the language itself names. */
function typeName(text: string): string | null {
  const plain = plainName(text.replace(/\?$/, ''));
  return DOTTED.test(plain) && /(?:^|\.)\p{Lu}[\p{L}\p{N}_]*$/u.test(plain) ? plain : null;
}

function isType({ kind, name, qualifier }: DraftReference, source: string): boolean {
  const start = qualifier?.startIndex ?? name.startIndex;
  return (
    kind === 'types' || kind === 'extends' || (kind === 'calls' && /(?:\bnew\s+|\[\s*)(?:global::)?$/.test(source.slice(start - 20, start)))
  );
}

/**
 * A name alone is a local, or is looked up in the types around it, then in what the file sees. So is one with a capital in front of a
 * dot: a type, a namespace or a property; else that is a variable.
 */
function qualifiers(use: DraftReference, { source, member, hidden }: UsePlace): readonly (string | null)[] {
  if (use.qualifier === null) {
    if (BUILTINS.has(use.name.text) || hidden) return [];
    return [member !== null && !isType(use, source) ? null : AROUND];
  }
  const text = oneLine(use.qualifier.text)
    .replace(/\s*[?!]?\.\s*/g, '.')
    .replace(/[?!]$/, '');
  if (text === 'base' || text.startsWith('base.')) return [text.replace('base', 'super')];
  const plain = plainName(text);
  const cast = /^\((?:\(([\w.]+)\)[\w.]+|[\w.]+ as ([\w.]+))\)$/.exec(plainName(text.replace(/ as /g, '\0')).replaceAll('\0', ' as '));
  if (cast !== null) return [`${AROUND}.${cast[1] ?? cast[2] ?? ''}`];
  if (!DOTTED.test(plain)) return [text];
  return [/^\p{Lu}/u.test(plain) ? `${AROUND}.${plain}` : plain];
}

/** The run of `///` lines above a definition, without its tags. */
function doc({ outer }: Placed, { commentAt }: FoldContext): string | null {
  const lines: string[] = [];
  for (let row = outer.startRow - 1; ; row -= 1) {
    const text = commentAt.get(row)?.text ?? '';
    if (!text.startsWith('///')) break;
    lines.unshift(text.replace(/^\/\/\/ ?/, '').trimEnd());
  }
  const plain = lines
    .join('\n')
    .replace(/<(?:see|seealso|paramref|typeparamref)\s+\w+="(?:[A-Z]:)?([^"]*)"\s*\/>/g, '$1')
    .replace(/<(?:param|typeparam|exception)\s+\w+="(?:[A-Z]:)?([^"]*)"\s*>/g, '$1: ')
    .replace(/<\/?\w+[^>]*>/g, '');
  return dedent(plain.replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n'));
}

/** Public or protected, as a member of what is; members of interfaces, constants of enums and parts of records need not say so. */
function exported({ draft, outer, enclosing, qualified, nested, name }: Placed, { source, qualified: known }: Exports): boolean {
  if (nested) return false;
  const around = enclosing?.definition ?? null;
  if (around !== null && !known.has(qualified.slice(0, -name.length - 1))) return false;
  const header = source.slice(outer.startIndex, draft.name.startIndex);
  if (/\b(?:public|protected)\b(?!\s*=)/.test(header.replace(/\[[^\]]*\]/g, ''))) return true;
  if (around === null || /\bprivate\b/.test(header)) return false;
  const isComponent = around.body === null ? draft.kind === 'variable' : draft.node.endIndex < around.body.startIndex;
  return around.kind === 'type' || draft.node.text.startsWith(draft.name.text) || isComponent;
}

export const CSHARP_DIALECT: Dialect = {
  ...USUAL,
  imports: csharpImports,
  selfExports: () => [],
  qualifiers,
  typeName,
  owner: () => null,
  doc,
  exported,
  inlineTests: () => [],
  partial: ({ kind, node, name }, source) =>
    (kind === 'class' || kind === 'type') && /\bpartial\b/.test(source.slice(node.startIndex, name.startIndex)),
  builtins: BUILTINS,
  receivers: new Set(['this', 'super', AROUND]),
  importsBind: false,
  freeReads: true,
  freeTypes: true,
  open: new Set(['class', 'type']),
  plain: (identifier) => identifier.replace(/^@/, ''),
};
