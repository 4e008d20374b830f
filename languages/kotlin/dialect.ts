import { AROUND, type Dialect, type Exports, type Placed, USUAL, type UsePlace } from '../symbols/dialect.ts';
import type { DraftReference } from '../symbols/draft.ts';
import { blockCommentAbove, oneLine } from '../symbols/text.ts';
import { kotlinImports } from './imports.ts';

const BUILTINS = new Set(
  (
    'it field value this super true false null println print require requireNotNull check checkNotNull error run apply also let with ' +
    'takeIf takeUnless repeat lazy listOf mutableListOf setOf mutableSetOf mapOf mutableMapOf emptyList emptyMap emptySet arrayOf arrayListOf ' +
    'buildString buildList sequenceOf Any Unit Nothing String Int Long Short Byte Boolean Char Double Float Number Array List Map Set Iterable ' +
    'Iterator Collection MutableList MutableMap MutableSet Sequence Pair Triple Comparable CharSequence Throwable Exception Error ' +
    'IllegalArgumentException IllegalStateException Suppress JvmStatic JvmField JvmName JvmOverloads Throws Deprecated OptIn ByteArray IntArray'
  ).split(' '),
);
const DOTTED = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;
/** `org.brew.Tap`, `Pot.Lid`: by convention packages and values are lower case, types are not. */
const TYPE = /^(?:\p{Ll}[\p{L}\p{N}_]*\.)*\p{Lu}/u;
const EXPECTED = /\b(?:expect|actual)\s+(?:\w+\s+)*(?:class|interface|object|fun|val|var|typealias|constructor)\b/;

function plain(text: string): string {
  const dotted = oneLine(text)
    .replace(/\s*(?:\?|!!)?\.\s*/g, '.')
    .replace(/(?:\?|!!)$/, '')
    .replaceAll('`', '');
  return (/[("]/.test(dotted) ? dotted : dotted.replace(/<.*>/, '')).replaceAll('.Companion', '');
}

/** `Pot<L>?` → `Pot`, also of a constructor that is called; null for other calls. */
function typeName(text: string): string | null {
  const dotted = plain(text);
  return DOTTED.test(dotted) && /(?:^|\.)\p{Lu}[\p{L}\p{N}_]*$/u.test(dotted) && !BUILTINS.has(dotted) ? dotted : null;
}

/** What stands before a part of a type's name, with dots: types have no node for it. */
function pathBefore(source: string, at: number): string {
  return (
    /(?:[\p{L}_][\p{L}\p{N}_]*\s*\.\s*)+$/u
      .exec(source.slice(Math.max(0, at - 200), at))?.[0]
      .replace(/\s+/g, '')
      .slice(0, -1) ?? ''
  );
}

/**
 * A name alone is a local, or is looked up in the types around it, then in what the file sees. What a file imports is called with a
 * receiver if it is an extension.
 */
function qualifiers(use: DraftReference, { source, member, hidden, binds }: UsePlace): readonly (string | null)[] {
  const { text, startIndex, endIndex } = use.name;
  if (use.qualifier === null) {
    const before = use.kind === 'reads' || use.kind === 'calls' ? '' : pathBefore(source, startIndex);
    // Part of a package's name.
    if (use.kind !== 'reads' && use.kind !== 'calls' && /^\p{Ll}/u.test(text) && source[endIndex] === '.') return [];
    if (before !== '') return [`${AROUND}.${before}`];
    if (hidden) return [];
    return [BUILTINS.has(text) || (member !== null && use.kind !== 'types' && use.kind !== 'extends') ? null : AROUND];
  }
  const receiver = plain(use.qualifier.text);
  if (/^super\b/.test(receiver)) return ['super'];
  if (/^this(?:@\w+)?$/.test(receiver)) return ['this'];
  if (binds(text) && /^\p{Ll}/u.test(text)) return [null];
  const created = /^([\p{L}\p{N}_.]+)\(.*\)$/u.exec(receiver)?.[1];
  if (created !== undefined && typeName(created) !== null && !/\)\s*\./.test(receiver)) return [`${AROUND}.${created}`];
  return [DOTTED.test(receiver) && TYPE.test(receiver) ? `${AROUND}.${receiver}` : receiver];
}

/** Public unless it or what it is in says otherwise. */
function exported({ draft, outer, enclosing, qualified, nested, name }: Placed, { source, qualified: known }: Exports): boolean {
  if (nested || (enclosing !== null && !known.has(qualified.slice(0, -name.length - 1)))) return false;
  return !/\b(?:private|internal)\b/.test(source.slice(outer.startIndex, draft.name.startIndex));
}

export const KOTLIN_DIALECT: Dialect = {
  ...USUAL,
  imports: kotlinImports,
  selfExports: () => [],
  names: ({ name }) => ({ own: name.text.replaceAll('`', ''), holds: name.text.replaceAll('`', '') }),
  qualifiers,
  typeName,
  owner: () => null,
  doc: ({ outer }, { commentAt }) => blockCommentAbove(commentAt, outer.startRow, '/**'),
  exported,
  inlineTests: () => [],
  // What is expected in one source set is actual in others.
  partial: (_draft, source) => EXPECTED.test(source),
  builtins: BUILTINS,
  receivers: new Set(['this', 'super', AROUND]),
  importsBind: false,
  freeReads: true,
  freeTypes: true,
  open: new Set(['class', 'type']),
  plain: (identifier) => identifier.replaceAll('`', ''),
};
