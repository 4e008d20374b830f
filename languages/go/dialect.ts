import type { Capture, Import } from '../language.ts';
import { type Dialect, type Placed, USUAL } from '../symbols/dialect.ts';
import { lineCommentAbove } from '../symbols/text.ts';

const BUILTINS = new Set(
  (
    'any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 ' +
    'uintptr true false iota nil append cap clear close complex copy delete imag len make max min new panic print println real recover _'
  ).split(' '),
);

/** The name a package has by convention: its last path part, without a version suffix. */
export function packageNameOf(path: string): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? path;
  const named = /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last;
  return named
    .replace(/\.v\d+$/, '')
    .replace(/^go-|[.-]go$/, '')
    .replaceAll('-', '_');
}

function importOf(statement: Capture): readonly Import[] {
  const spec = /^(?:(\S+)\s*)?["`]([^"`]+)["`]$/.exec(statement.text.replace(/\/\*.*?\*\//gs, '').trim());
  if (spec === null) return [];
  const module = spec[2] ?? '';
  const alias = spec[1] ?? packageNameOf(module);
  const names = alias === '_' ? [] : [{ local: alias === '.' ? '*' : alias, imported: '*' }];
  return [{ module, names, line: statement.startRow + 1, reExport: false }];
}

/** `(s *Set[K, V])` → `Set`. */
function receiverType(receiver: string): string | null {
  const inner = receiver
    .replace(/^\(|\)$/g, '')
    .replace(/\[.*$/s, '')
    .trim();
  return /([\p{L}_][\p{L}\p{N}_]*)$/u.exec(inner)?.[1] ?? null;
}

function isExported({ qualified, nested }: Placed): boolean {
  return !nested && qualified.split('.').every((part) => /^\p{Lu}/u.test(part));
}

export const GO_DIALECT: Dialect = {
  ...USUAL,
  imports: importOf,
  selfExports: () => [],
  owner: receiverType,
  doc: ({ outer }, { commentAt }) => lineCommentAbove(commentAt, outer.startRow),
  exported: isExported,
  inlineTests: (placed) =>
    placed
      .filter(
        ({ draft, enclosing }) =>
          draft.kind === 'function' && enclosing === null && /^(?:Test|Example|Benchmark|Fuzz)(?:$|\P{Ll})/u.test(draft.name.text),
      )
      .map(({ outer }) => [outer.startRow + 1, outer.endRow + 1] as const),
  builtins: BUILTINS,
  receivers: new Set(),
  importsBind: true,
  freeReads: true,
};
