import { type Dialect, type FoldContext, type Placed, USUAL } from '../symbols/dialect.ts';
import { doctests, pythonDoc } from './docstrings.ts';
import { pythonImports } from './imports.ts';

const BUILTINS = new Set(
  (
    'abs all any anext aiter ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval ' +
    'exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max ' +
    'memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super ' +
    'tuple type vars zip __import__ None True False Exception BaseException ValueError TypeError KeyError IndexError AttributeError ' +
    'RuntimeError NotImplementedError StopIteration OSError IOError ImportError LookupError AssertionError NameError Warning ' +
    'DeprecationWarning UserWarning UnicodeError KeyboardInterrupt SystemExit NotImplemented Ellipsis self cls'
  ).split(' '),
);

function testRanges(placed: readonly Placed[], { source }: FoldContext): (readonly [number, number])[] {
  const whole = placed.filter(({ draft, enclosing, qualified }) => {
    if (draft.kind === 'function') return enclosing === null && /^test_/.test(qualified);
    if (draft.kind !== 'class' || draft.body === null) return false;
    const header = source.slice(draft.name.endIndex, draft.body.startIndex);
    return /^Test[A-Z_0-9]|^Test$/.test(qualified) || /\b(?:unittest\s*\.\s*)?\w*TestCase\b/.test(header);
  });
  const ranges = whole.map(({ outer }) => [outer.startRow + 1, outer.endRow + 1] as const);
  return [...ranges, ...doctests(placed, source)].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

export const PYTHON_DIALECT: Dialect = {
  ...USUAL,
  imports: (statement, { nested }) => pythonImports(statement, nested),
  selfExports: () => [],
  owner: () => null,
  doc: (placed, { source }) => pythonDoc(placed, source),
  exported: ({ nested, qualified }) => !nested && qualified.split('.').every((part) => !part.startsWith('_') || /^__\w+__$/.test(part)),
  inlineTests: testRanges,
  builtins: BUILTINS,
  receivers: new Set(['self', 'cls']),
  importsBind: true,
  freeReads: false,
};
