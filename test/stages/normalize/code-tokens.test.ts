import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameCode } from '#stages/normalize/code-tokens.ts';

describe('same code', () => {
  it.each([
    ['blanks between signs', 'a=1+b\n', 'a = 1 + b\n'],
    ['a wider indent', 'if (x) {\n  y();\n}\n', 'if (x) {\n    y();\n}\n'],
    ['another indent of a nested block', 'def f():\n  if x:\n    y()\n', 'def f():\n    if x:\n        y()\n'],
    ['a call broken over lines', 'f(a, b)\n', 'f(\n  a,\n  b\n)\n'],
    ['blank lines and trailing blanks', 'a\n\n\nb \n', 'a\nb\n'],
    ['tabs for blanks', 'if x:\n        y()\n', 'if x:\n\ty()\n'],
    ['line ends', 'a\r\nb\r\n', 'a\nb\n'],
  ])('%s', (_, before, after) => expect(sameCode(before, after)).toBe(true));

  it.each([
    ['a blank in a literal', "f('a b')\n", "f('ab')\n"],
    ['a blank that parts words', 'return x\n', 'returnx\n'],
    ['a line that leaves its block', 'if x:\n    a()\n    b()\n', 'if x:\n    a()\nb()\n'],
    ['a statement joined to the one before', 'a\nb\n', 'a b\n'],
    ['other quotes', "f('a')\n", 'f("a")\n'],
    ['another comma', 'f(a, b)\n', 'f(a, b,)\n'],
    ['blank lines in a block literal', 'x = """a\n\nb"""\n', 'x = """a\nb"""\n'],
    ['a word', 'a = b\n', 'a = c\n'],
  ])('not %s', (_, before, after) => expect(sameCode(before, after)).toBe(false));

  it('is reflexive and symmetric', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b1', ' ', '\n', '  ', '(', ')', '"x y"', "'", ':', '{', '}'), { maxLength: 30 })
      .map((parts) => parts.join(''));
    fc.assert(fc.property(text, text, (a, b) => sameCode(a, a) && sameCode(a, b) === sameCode(b, a)));
  });
});
