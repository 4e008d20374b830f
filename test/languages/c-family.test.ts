import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createParser } from '#io/parser.ts';
import { declared, typeName } from '#languages/c-family/declarator.ts';
import { prepared } from '#languages/c-family/prepare.ts';
import { languageById } from '#languages/index.ts';
import type { FileSymbols } from '#languages/language.ts';

const parser = createParser({ workers: 1 });
afterAll(() => parser[Symbol.asyncDispose]());
async function read(language: string, source: string): Promise<FileSymbols> {
  const answer = await parser.symbols(language, source);
  if ('why' in answer) throw new Error(answer.why);
  return answer.symbols;
}

/** Text that no grammar reads as it is → the names that are defined once it is prepared. */
const MENDED: readonly (readonly [what: string, language: string, source: string, names: readonly string[]])[] = [
  ['export marks', 'c', 'TEA_API TEA_PURE(1) int *pour(void);\nstatic TEA_INLINE int drain(int a) { return a; }\n', ['pour', 'drain']],
  ['calling conventions', 'c', 'void TEA_CALL pour(int a);\nint (TEA_CALL *hook)(int);\n', ['pour', 'hook']],
  [
    'attributes behind',
    'c',
    'int log_it(const char *f, ...) LIKE_PRINTF(1, 2);\nint jar __attribute__((aligned(8)));\n',
    ['log_it', 'jar'],
  ],
  ['attributes of parameters', 'c', 'int pour(int a UNUSED_ARG, int *b UNUSED_ARG) { return 0; }\n', ['pour']],
  ['marks before a type’s name', 'cpp', 'class TEA_API Pot : public Lid {};\nstruct TEA_ALIGN(8) Cup {};\n', ['Pot', 'Cup']],
  [
    'marks before a constructor',
    'cpp',
    'struct Pot { TEA_CONST Pot(int n) noexcept : level(n) {} TEA_CONST ~Pot() {} int level; };\n',
    ['Pot', 'Pot', '~Pot', 'level'],
  ],
  [
    'marks in small letters',
    'cpp',
    'tea_inline bool pour(int a) { return a; }\ntea_inline constexpr ns::Cup drain(int a);\n',
    ['pour', 'drain'],
  ],
  ['statements without an end', 'c', 'void pour(void) {\n  BEGIN_CRITICAL\n  fill(1);\n  CHECK_ALL(a, b)\n  drain(2);\n}\n', ['pour']],
  ['lines that open a namespace', 'cpp', 'TEA_BEGIN\nTEA_PRAGMA(push, 1)\nclass Pot {};\nTEA_END\n', ['Pot']],
  ['cases by literal', 'cpp', 'TEST_CASE("a title", "[tag]") { int local; }\n', ['TEST_CASE("a title", "[tag]")']],
  ['cases in C', 'c', 'START_TEST(fills)\n{\n  int local;\n}\nEND_TEST\n', ['START_TEST(fills)']],
  ['macros with types', 'cpp', 'DECLARE_FOR(unsigned long, const char*);\nint after;\n', ['after']],
  ['macros that stand for keywords', 'cpp', 'void f() { TEA_TRY { g(); } TEA_CATCH(...) { h(); } }\nint after;\n', ['f', 'after']],
  ['constraints by macro', 'cpp', 'template <typename T, ENABLE_IF(is<T>(1) && (sizeof(T) > 2))> void pour(T t) {}\n', ['pour']],
  [
    'a branch that opens what both close',
    'c',
    'int f(int a) {\n#ifdef A\n  if (a) {\n#else\n  if (!a) {\n#endif\n  }\n  return 0;\n}\nint after;\n',
    ['f', 'after'],
  ],
  [
    'a question asked again',
    'c',
    'int f(int a) {\n  if (a) {\n#ifdef A\n    if (b) a--;\n#else\n    if (b) {\n#endif\n    a++;\n#ifndef A\n    }\n#endif\n  }\n  return 0;\n}\nint after;\n',
    ['f', 'after'],
  ],
  [
    'a question asked the other way',
    'c',
    'int f(int a) {\n#if !defined(A)\n  if (a) {\n#endif\n  a++;\n#ifdef A /* none */\n#else\n  }\n#endif\n  return 0;\n}\nint after;\n',
    ['f', 'after'],
  ],
  ['heads in branches', 'c', '#ifdef A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ return a; }\nint after;\n', ['f', 'after']],
  ['a linkage in a branch', 'c', '#ifdef __cplusplus\nextern "C" {\n#endif\nint pour(void);\n#ifdef __cplusplus\n}\n#endif\n', ['pour']],
  ['arguments in branches', 'c', 'int v = pour(1,\n#ifdef A\n  2,\n#else\n  3,\n#endif\n  4);\nint after;\n', ['v', 'after']],
  ['an else in a branch', 'c', 'void f(int a) {\n  if (a) g();\n#ifdef A\n  else h();\n#endif\n}\nint after;\n', ['f', 'after']],
  ['headers among enumerators', 'c', 'enum kind {\n#define ONE(a) a,\n#include "kinds.h"\n#undef ONE\n  LAST\n};\n', ['kind', 'LAST']],
  ['conditions with a header', 'cpp', '#if __has_include(<optional>) && HAS(clang::x)\nint a;\n#endif\n', ['a']],
  ['enums with a base and no name', 'cpp', 'enum : unsigned { A, B };\n', ['A', 'B']],
  ['defaults in braces', 'cpp', 'void f(Cup cup = {}, int b = 2);\n', ['f']],
  ['casts to a sized type', 'cpp', 'bool f(int a) { return unsigned(a) < unsigned(g()); }\nint after;\n', ['f', 'after']],
  ['comments in a macro', 'c', '#define DRY(x) do { /* nothing */; } while (0)\nint after;\n', ['DRY', 'after']],
];

describe('what the preprocessor leaves', () => {
  it.each(MENDED)('%s (%s)', async (_what, language, source, names) => {
    const { definitions, errorShare } = await read(language, source);
    expect(definitions.map((one) => one.name)).toEqual(names);
    expect(errorShare).toBe(0);
  });

  it.each([
    ['c', 'DWORD count = 0;\nVALUE\nrb_pour(VALUE self)\n{\n  return self;\n}\n', ['count', 'rb_pour']],
    [
      'cpp',
      'Lid const& lid(Lid const& a);\nT operator+(T a, T b);\nBOOL (*hook)(int);\nunsigned long total;\n',
      ['lid', 'operator+', 'hook', 'total'],
    ],
    ['c', 'void f(void) {\n  if (a) LOG_IT(b);\n  RETURN_IF(c);\n  x = MAX_OF(a, b);\n  FILE *file = OPEN;\n}\n', ['f']],
  ])('leaves alone what reads well (%s)', (language, source, _names) => {
    expect(prepared(source, language === 'c').text).toBe(source);
  });

  it('leaves out what `#if 0` holds, and both halves of what is whole', async () => {
    const source = '#if 0\nint never;\n#else\nint always;\n#endif\n#ifdef A\nint one;\n#else\nint two;\n#endif\n';
    expect((await read('c', source)).definitions.map((one) => one.name)).toEqual(['always', 'one', 'two']);
  });

  it('keeps the uses of what it hides', async () => {
    const { references, imports } = await read(
      'c',
      'TEA_API int pour(void) LIKE(1);\nenum k {\n#include "k.def"\n};\nint a = f(1,\n#ifdef WIDE\n 2,\n#endif\n 3);\n',
    );
    expect(references.map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
      'reads TEA_API 1',
      'calls LIKE 1',
      'calls f 5',
      'reads WIDE 6',
    ]);
    expect(imports.map(({ module }) => module)).toEqual(['k.def']);
  });

  it.each(['\n', '\r\n'])('reads what a macro stands for to its end, %j at the lines’ ends', async (end) => {
    const lines = [
      '#define POUR(how, ...) fill(LEAF, \\',
      '  ##__VA_ARGS__), \\',
      '  drain(#how LAST)',
      '#define NAME(x) #x TAIL',
      '#ifdef A',
      'int a;',
      '#endif',
      '',
    ];
    const { references } = await read('c', lines.join(end));
    expect(references.map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
      'calls fill 1',
      'reads LEAF 1',
      'calls drain 3',
      'reads LAST 3',
      'reads TAIL 4',
      'reads A 5',
    ]);
  });

  it('keeps every offset and every line, whatever the text is', () => {
    const piece = fc.constantFrom(
      ...[
        '#if A\n',
        '#else\n',
        '#endif\n',
        '#if 0\n',
        '#define X(a) a /* c */ \\\n b\n',
        'TEA_API ',
        'LIKE(1, ',
        ')',
        '{',
        '}',
        '(',
        ';',
        'int a',
        'class ',
        'Pot',
        '"s\\"',
        "'c'",
        '/* ',
        '*/',
        '// x\n',
        '\r\n',
        'R"(',
        '<',
        '>',
        'template ',
        '::',
        '\\\n',
        'enum : ',
        'é',
        '=',
        '#include <x>\n',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (pieces, inC) => {
        const source = pieces.join('');
        const { text } = prepared(source, inC);
        expect(text.length).toBe(source.length);
        for (const match of source.matchAll(/[\r\n]/g)) expect(text[match.index]).toBe(match[0]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('declarators', () => {
  it.each([
    ['*foo(int a)', 'foo', null, true],
    ['(*callback)(int)', 'callback', null, false],
    ['(plain)(int)', 'plain', null, true],
    ['(*signal(int sig, void (*func)(int)))(int)', 'signal', null, true],
    ['ns::Pot<T, (2 > 1)>::fill(int a) const', 'fill', 'ns::Pot<T, (2 > 1)>', true],
    ['Pot::~Pot()', '~Pot', 'Pot', true],
    ['Pot::operator()(int a)', 'operator()', 'Pot', true],
    ['operator bool() const', 'operator bool', null, true],
    ['operator<<(std::ostream& out)', 'operator<<', null, true],
    ['leaves[MAX][2]', 'leaves', null, false],
    ['&&...rest', 'rest', null, false],
    ['Pot::*member', 'member', null, false],
    ['hash<Pot>', 'hash<Pot>', null, false],
  ])('%s declares %s', (text, name, owner, isFunction) => {
    expect(declared(text)).toMatchObject({ name, isFunction, owner: owner === null ? null : { text: owner } });
  });
  it('names nothing where there is no name', () => {
    expect([declared('*'), declared('[a, b]'), declared('')]).toEqual([null, null, null]);
  });
  it.each([
    ['const struct ns::Pot<int> *', 'ns.Pot'],
    ['std::unique_ptr<const leaf::Jug>', 'leaf.Jug'],
    ['std::shared_ptr<Pot>&', 'Pot'],
    ['unsigned long', null],
    ['const auto&', null],
    ['int', null],
  ])('the type %s is %s', (text, name) => {
    expect(typeName(text)).toBe(name);
  });
});

describe('cases', () => {
  const source = `#include <gtest/gtest.h>
// Fills it.
// To the rim.
TEST(PotTest, Fills) {
  EXPECT_TRUE(fill());
}
TYPED_TEST(PotTest, Drains) { TEST_CASE_LIKE(1); }
TEST_CASE("pours, (twice)", "[pot]") {
  SECTION("inner") { }
}
TEST_CASE_METHOD(Fixture, "with a fixture") { }
SCENARIO("tea is made") { }
BOOST_AUTO_TEST_CASE(steeps) { }
START_TEST(boils)
{
}
END_TEST
Test(suite, name) { }
static void test_by_name(void) { }
int testing(void);
static void helper(void) { TEST(1, 2); }
`;
  it.each(['c', 'cpp'])('by macro and by name (%s)', async (language) => {
    const symbols = await read(language, source);
    const cases = languageById(language).testCases(source, symbols);
    expect(cases.map(({ name, line, endLine }) => `${name} ${line}-${endLine}`)).toEqual([
      'PotTest.Fills 4-6',
      'PotTest.Drains 7-7',
      'pours, (twice) 8-10',
      'with a fixture 11-11',
      'tea is made 12-12',
      'steeps 13-13',
      'boils 14-16',
      'suite.name 18-18',
      'test_by_name 19-19',
    ]);
    expect(cases[0]?.doc).toBe('Fills it.\nTo the rim.');
  });
});
