import { type Dialect, type Exports, type Placed, USUAL, type UsePlace } from '../symbols/dialect.ts';
import type { DraftReference } from '../symbols/draft.ts';
import { blockCommentAbove, oneLine } from '../symbols/text.ts';
import { fullName, javaImports } from './imports.ts';

/** `java.lang`, and what is in nearly every file by import from the library. */
const BUILTINS = new Set(
  (
    'var yield record Object String StringBuilder StringBuffer CharSequence Comparable Iterable Runnable AutoCloseable Cloneable Number Integer Long Short Byte ' +
    'Character Boolean Double Float Void Math StrictMath System Thread ThreadLocal Process ProcessBuilder Runtime Class ClassLoader Enum Record ' +
    'Throwable Exception RuntimeException Error AssertionError IllegalArgumentException IllegalStateException NullPointerException ' +
    'IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException UnsupportedOperationException ClassCastException ' +
    'ClassNotFoundException NoSuchMethodException NoSuchFieldException InterruptedException CloneNotSupportedException ArithmeticException ' +
    'NumberFormatException SecurityException StackOverflowError OutOfMemoryError LinkageError NoClassDefFoundError ReflectiveOperationException ' +
    'InstantiationException IllegalAccessException StackTraceElement Package Module ModuleLayer StackWalker Override Deprecated SuppressWarnings ' +
    'FunctionalInterface SafeVarargs Iterator length'
  ).split(' '),
);

/** `Map.Entry<K, V>[]` → `Map.Entry`; null for `var` and primitives. */
function typeName(text: string): string | null {
  const plain = text
    .replace(/@[\w.]+(?:\([^)]*\))?\s*/g, '')
    .replace(/<[\s\S]*>/, '')
    .trim();
  if (/\[\s*\]/.test(plain)) return null;
  return /^(?:\w+\s*\.\s*)*\p{Lu}[\p{L}\p{N}_$]*$/u.test(plain) ? plain.replace(/\s+/g, '') : null;
}

/** A qualifier on one line, without type arguments; `Pot.this` is `Pot`. */
function receiver(text: string): string {
  const plain = oneLine(text).replace(/\s*\.\s*/g, '.');
  const bare = /[("]/.test(plain) ? plain : plain.replace(/<.*>/, '');
  return bare.replace(/\.(?:this|super)$/, '');
}

/**
 * A method or field named alone is of a type around it, bound by an import, or inherited, unless a star brings it.
 */
function qualifiers(use: DraftReference, { source, member, hidden, binds, star }: UsePlace): readonly (string | null)[] {
  const isCapitalised = /^\p{Lu}/u.test(use.name.text);
  // Part of a package's name.
  if (use.kind === 'types' && !isCapitalised && /^\s*\./.test(source.slice(use.name.endIndex, use.name.endIndex + 20))) return [];
  if (use.qualifier !== null) return /\.\s*class$/.test(use.qualifier.text) ? [] : [receiver(use.qualifier.text)];
  const isValue = (use.kind === 'calls' || use.kind === 'reads') && !isCapitalised;
  if (!isValue || member !== null || (hidden && use.kind === 'reads') || binds(use.name.text)) return [null];
  return star || use.kind === 'reads' ? [null, 'super'] : ['super'];
}

/** Public or protected, as a member of what is; members of interfaces and constants of enums need not say so. */
function exported({ draft, outer, enclosing, qualified, nested, name }: Placed, { source, qualified: known }: Exports): boolean {
  if (nested) return false;
  const around = enclosing?.definition;
  if (around !== null && around !== undefined && !known.has(qualified.slice(0, -name.length - 1))) return false;
  const header = source.slice(outer.startIndex, draft.name.startIndex);
  if (/\b(?:public|protected)\b/.test(header) || draft.kind === 'module') return true;
  const isConstant = draft.kind === 'constant' && draft.node.startIndex === draft.name.startIndex;
  const isComponent = around?.body !== null && around?.body !== undefined && draft.node.endIndex < around.body.startIndex;
  return (around?.kind === 'type' && !/\bprivate\b/.test(header)) || isConstant || isComponent;
}

export const JAVA_DIALECT: Dialect = {
  ...USUAL,
  imports: javaImports,
  path: fullName,
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
  open: new Set(['class', 'type']),
  hides: (use) => use.kind !== 'calls' || use.qualifier !== null,
};
