import type { Capture, Import } from '../language.ts';
import type { Dialect, Exports, FoldContext, ImportPlace, Placed, UsePlace } from '../symbols/dialect.ts';
import type { DraftReference } from '../symbols/draft.ts';
import { dedent, oneLine } from '../symbols/text.ts';
import { doctests } from './doctests.ts';
import { attributesAbove, rustImports } from './imports.ts';
import { implHeader, names, typeName } from './names.ts';
import { isCapitalised, pathParts, relocated } from './paths.ts';
import { isTestAttribute } from './tests.ts';

const BUILTINS = new Set(
  (
    'Self self super crate bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 _ ' +
    'Option Some None Result Ok Err Box String Vec ToString ToOwned Into From TryFrom TryInto AsRef AsMut Default Iterator IntoIterator Extend ' +
    'DoubleEndedIterator ExactSizeIterator FromIterator Clone Copy Send Sync Sized Drop Fn FnMut FnOnce Eq PartialEq Ord PartialOrd Unpin Debug ' +
    'Hash drop std core alloc println print eprintln eprint format format_args write writeln vec panic assert assert_eq assert_ne debug_assert ' +
    'debug_assert_eq debug_assert_ne todo unimplemented unreachable matches env option_env concat stringify include include_str include_bytes ' +
    'line column file module_path cfg compile_error thread_local dbg derive test allow warn deny forbid expect inline cold must_use ' +
    'deprecated doc cfg_attr macro_use macro_export repr non_exhaustive automatically_derived no_mangle link link_name target_feature ' +
    'track_caller should_panic ignore bench path proc_macro proc_macro_derive proc_macro_attribute global_allocator feature rustfmt clippy ' +
    'default_method no_std test_case'
  ).split(' '),
);
/** The path or receiver in front of a name inside a macro's argument. */
const BEFORE = /(?:(?:\$?[\p{L}_][\p{L}\p{N}_]*|r#\w+)\s*(?:::|\.)[ \t]*)+$/u;
/** A receiver that is no plain path, `all[0]` or `of(1)`, as far as its line goes. */
const RECEIVER = /([^\s;{}]{1,60})\s*\.[ \t]*$/;

function isMacro({ endIndex }: Capture, source: string): boolean {
  return source[endIndex] === '!' && source[endIndex + 1] !== '=';
}

/** Told by the text around the name: a macro's argument has no syntax of its own. */
function isPath({ name, qualifier }: DraftReference, source: string): boolean {
  const at = qualifier?.endIndex ?? name.startIndex - 2;
  return /^\s*::/.test(source.slice(at, at + 20));
}

function qualifiers(use: DraftReference, { source, modules, type }: UsePlace): readonly (string | null)[] {
  const { text, startIndex, endIndex } = use.name;
  // A path's first or middle part, or the key of a struct's field: told by what follows.
  const near = source.slice(Math.max(0, startIndex - 120), startIndex);
  const before = use.qualifier === null ? BEFORE.exec(near)?.[0] : undefined;
  if (use.qualifier === null && source.startsWith('::', endIndex) && (before !== undefined || use.kind === 'extends')) return [];
  const written =
    use.qualifier?.text ?? before?.replace(/\s*(?:::|\.)\s*$/, '') ?? (/\.[ \t]*$/.test(near) ? RECEIVER.exec(near)?.[1] : undefined);
  if (written === undefined) return text === 'Self' ? [] : [null];
  const path = isPath(use, source);
  if (!path && !/^[\w$#.\s]+$/.test(written.replaceAll('::', '.'))) return [oneLine(written)];
  const parts = written.includes('::') || path ? pathParts(written) : written.split('.').map((part) => part.trim());
  if (parts[0] === 'Self' && type !== null) return [[type, ...parts.slice(1)].join('.')];
  if (!path) return [parts.join('.')];
  const moved = relocated(parts, modules).parts.join('.');
  return [moved === '' || (moved === 'crate' && isMacro(use.name, source)) ? null : moved];
}

/** Module paths, with crates' names, and macros that the file does not define: those of its crate are in view without import. */
function path(capture: Capture, { source, modules, nested: _ }: ImportPlace): Import | null {
  const line = capture.startRow + 1;
  const before = source.slice(Math.max(0, capture.startIndex - 2), capture.startIndex);
  if (isMacro(capture, source)) {
    if (before === '::' || BUILTINS.has(capture.text)) return null;
    return { module: '$crate', names: [{ local: capture.text, imported: capture.text }], line, reExport: false };
  }
  if (before === '::') return null;
  const whole =
    /^(?:::)?[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}_][\p{L}\p{N}_]*)*/u.exec(source.slice(capture.startIndex, capture.startIndex + 200))?.[0] ??
    '';
  const [name = '', ...up] = pathParts(whole).reverse();
  if (capture.text === 'crate' && up.length === 1 && isMacro({ ...capture, endIndex: capture.startIndex + whole.length }, source))
    return { module: '$crate', names: [{ local: name, imported: name }], line, reExport: false };
  const { parts, inside } = relocated(up.reverse(), modules);
  const end = parts.findIndex(isCapitalised);
  const leading = end === -1 ? parts : parts.slice(0, end);
  if (
    inside ||
    leading.length === 0 ||
    (leading.length === 1 && BUILTINS.has(leading[0] ?? '') && !/^(?:crate|super|std|core|alloc)$/.test(leading[0] ?? ''))
  )
    return null;
  return { module: leading.join('.'), names: [{ local: leading.join('.'), imported: '*' }], line, reExport: false };
}

/** The doc comment above an item, attributes between them passed over; of a module inside the file also the one at its start. */
function doc({ draft, outer }: Placed, { commentAt, source }: FoldContext): string | null {
  if (source.slice(source.lastIndexOf('\n', outer.startIndex - 1) + 1, outer.startIndex).trim() !== '') return null;
  const lines: string[] = [];
  for (let row = outer.startRow - 1; ; ) {
    const comment = commentAt.get(row);
    if (comment === undefined) break;
    const { text } = comment;
    if (/^\/\/\/(?!\/)/.test(text)) lines.unshift(text.replace(/^\/\/\/ ?/, '').trimEnd());
    else if (/^\/\*\*(?![*/])/.test(text))
      lines.unshift(
        ...text
          .replace(/^\/\*\*|\*\/\s*$/g, '')
          .split('\n')
          .map((line) => line.replace(/^\s*\* ?/, '').trimEnd()),
      );
    else if (!text.startsWith('#[')) break;
    row = comment.startRow - 1;
  }
  if (lines.length > 0 || draft.kind !== 'module' || draft.body === null) return dedent(lines.join('\n'));
  for (let row = draft.body.startRow + 1; commentAt.get(row)?.text.startsWith('//!') === true; row += 1)
    lines.push(
      commentAt
        .get(row)
        ?.text.replace(/^\/\/! ?/, '')
        .trimEnd() ?? '',
    );
  return dedent(lines.join('\n'));
}

/** `pub` without a narrower place; what a public trait or enum holds; what an `impl` of a trait holds; `#[macro_export]`. */
function exported({ draft, outer, enclosing, qualified, nested, name }: Placed, { source, qualified: known }: Exports): boolean {
  if (nested) return false;
  const parent = qualified.slice(0, Math.max(0, qualified.length - name.length - 1));
  const around = enclosing?.definition ?? null;
  if (draft.node.text.startsWith('macro_rules!')) return /#\[macro_export\b/.test(attributesAbove(source, outer.startIndex));
  if (draft.kind === 'class') return known.has(names(draft).holds);
  const isPublic = /\bpub\b(?!\s*\()/.test(source.slice(outer.startIndex, draft.name.startIndex));
  if (around?.kind === 'class') return isPublic || implHeader(around).trait !== null;
  if (around?.kind === 'module') return isPublic && known.has(parent);
  if (around === null) return isPublic;
  return (
    known.has(parent) &&
    (isPublic ||
      draft.kind === 'constant' ||
      /\b(?:trait|enum)\b/.test(source.slice(around.node.startIndex, around.name.startIndex)) ||
      around.kind === 'constant')
  );
}

/** Items that only tests compile, from their first attribute on, and documentation tests; none inside another. */
function inlineTests(placed: readonly Placed[], context: FoldContext): (readonly [number, number])[] {
  const items = [...placed.map(({ outer }) => outer), ...context.drafts.imports].flatMap((outer) => {
    const above = attributesAbove(context.source, outer.startIndex);
    if (!isTestAttribute(above)) return [];
    return [[outer.startRow + 1 - (above.slice(above.indexOf('#[')).match(/\n/g)?.length ?? 0), outer.endRow + 1] as const];
  });
  const all = [...items, ...doctests(context)].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  return all.filter(([, last], index) => all.slice(0, index).every(([, end]) => end < last));
}

export const RUST_DIALECT: Dialect = {
  imports: rustImports,
  path,
  selfExports: () => [],
  names,
  qualifiers,
  typeName,
  owner: () => null,
  doc,
  exported,
  inlineTests,
  builtins: BUILTINS,
  receivers: new Set(['self']),
  importsBind: true,
  freeReads: true,
  freeTypes: true,
  open: new Set(['module']),
  hides: (use, source) => !isPath(use, source),
  plain: (identifier) => identifier.replace(/^r#/, ''),
  partial: () => false,
};
