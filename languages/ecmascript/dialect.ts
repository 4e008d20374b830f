import { type Dialect, type Exports, type FoldContext, type Placed, USUAL } from '../symbols/dialect.ts';
import { blockCommentAbove } from '../symbols/text.ts';
import { ecmascriptImports, ownExports } from './imports.ts';

const BUILTINS = new Set(
  (
    'Array ArrayBuffer BigInt Boolean Buffer DataView Date Error EvalError Float32Array Float64Array Function Infinity Int8Array Int16Array Int32Array ' +
    'Intl JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError ' +
    'URL URLSearchParams Uint8Array Uint16Array Uint32Array WeakMap WeakSet WeakRef AbortController AbortSignal Headers Request Response ' +
    'Record Partial Required Readonly Pick Omit Exclude Extract NonNullable Parameters ReturnType InstanceType Awaited Iterable Iterator ' +
    'AsyncIterable AsyncIterator Generator PromiseLike ReadonlyArray console document exports global globalThis module process require window ' +
    'undefined arguments clearInterval clearTimeout decodeURIComponent encodeURIComponent fetch isNaN parseFloat parseInt queueMicrotask ' +
    'setImmediate setInterval setTimeout structuredClone describe it test expect before after beforeEach afterEach beforeAll afterAll'
  ).split(' '),
);
/** A statement's head tells what it exports; only an object of names needs more of it. */
const STATEMENT_LENGTH = 4_000;

function ownerOf(text: string): string | null | 'skip' {
  if (text === 'exports' || text === 'module.exports') return null;
  if (text === 'this' || text === 'module') return 'skip';
  return /^([\w$]+)(?:\.prototype)?$/.exec(text)?.[1] ?? 'skip';
}

/** Exported by its own keyword, by a statement elsewhere, or as a public member of what is exported. */
function isExported({ draft, outer, qualified, nested }: Placed, exports: Exports): boolean {
  if (nested || draft.name.text.startsWith('#')) return false;
  const parent = qualified.slice(0, Math.max(0, qualified.lastIndexOf('.')));
  if (exports.names.has(qualified) || exports.qualified.has(parent)) return true;
  const owner = draft.owner?.text;
  return (
    owner === 'exports' ||
    owner === 'module.exports' ||
    /(?:^|\s)export\s/.test(exports.source.slice(outer.startIndex, draft.name.startIndex))
  );
}

function selfExports({ drafts }: FoldContext): ReturnType<Dialect['selfExports']> {
  return drafts.exports.flatMap((statement) => ownExports(statement.text.slice(0, STATEMENT_LENGTH), statement.startRow + 1));
}

export const ECMASCRIPT_DIALECT: Dialect = {
  ...USUAL,
  imports: ecmascriptImports,
  selfExports,
  owner: ownerOf,
  doc: ({ outer }, { commentAt }) => blockCommentAbove(commentAt, outer.startRow, '/**'),
  exported: isExported,
  inlineTests: (_placed, { drafts }) => drafts.inline.map((block) => [block.startRow + 1, block.endRow + 1] as const),
  builtins: BUILTINS,
  receivers: new Set(['this', 'super']),
  importsBind: false,
  freeReads: false,
};
