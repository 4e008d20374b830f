import type { DeclaredTest, FileSymbols } from '../language.ts';
import { oneLine } from '../symbols/text.ts';
import { casesByDefinition } from '../test-cases.ts';
import { splitArguments } from './declarator.ts';
import { closing, type Token, tokensOf } from './tokens.ts';

/** Macros whose first two arguments name suite and case: GoogleTest, Catch2's methods, Boost's and CppUTest's kind. */
const SUITE_AND_NAME = /^(?:TYPED_)?TEST(?:_F|_P)?$|^(?:GTEST_TEST|TEST_GROUP_CASE|IGNORE_TEST|FRIEND_TEST)$/;
/** Macros whose (last literal, else first) argument names the case: Catch2, doctest, Boost, Check, Criterion. */
const NAME =
  /^(?:TEST_CASE|TEST_CASE_FIXTURE|TEST_CASE_METHOD|TEST_CASE_TEMPLATE|TEMPLATE_TEST_CASE|SCENARIO|SCENARIO_METHOD|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE|BOOST_DATA_TEST_CASE|START_TEST|Test|ParameterizedTest|TEST_SUITE_CASE|CTEST|CTEST2|UTEST|UTEST_F|MU_TEST|CATCH_TEST_CASE)$/;
const PLAIN = /^test_|^test[A-Z]|_test$|^Test[A-Z]/;

function literal(argument: string): string | null {
  const parts = [...argument.matchAll(/"((?:\\.|[^"\\])*)"/g)].map((part) => part[1] ?? '');
  return parts.length === 0 ? null : parts.join('');
}

function nameOf(macro: string, list: string): string | null {
  const parts = splitArguments(list).map(oneLine);
  const [first = '', second = ''] = parts;
  if (macro === 'Test' || macro === 'ParameterizedTest') return second === '' ? null : `${first}.${second}`;
  if (SUITE_AND_NAME.test(macro) || (/^(?:CTEST2?|UTEST(?:_F)?)$/.test(macro) && second !== '')) {
    const title = literal(first);
    if (title !== null) return title;
    return second === '' ? first || null : `${first}.${second}`;
  }
  return parts.map(literal).find((title) => title !== null && title !== '') ?? (first === '' ? null : first);
}

interface Block {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Blocks that test macros open, in the order of the text. */
export function testBlocks(source: string): readonly Block[] {
  const tokens = tokensOf(source);
  const found: Block[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const block = blockAt(tokens, index, source);
    if (block !== null) found.push(block);
  }
  return found;
}

function blockAt(tokens: readonly Token[], index: number, source: string): Block | null {
  const token = tokens[index];
  if (token?.kind !== 'word' || !(SUITE_AND_NAME.test(token.text) || NAME.test(token.text)) || tokens[index + 1]?.text !== '(') return null;
  const close = closing(tokens, index + 1);
  if (close < 0 || tokens[close + 1]?.text !== '{') return null;
  const name = nameOf(token.text, source.slice(tokens[index + 1]?.end, tokens[close]?.start));
  const end = closing(tokens, close + 1);
  return name === null ? null : { name, start: token.start, end: tokens[end < 0 ? close + 1 : end]?.end ?? token.end };
}

export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

function commentAbove(lines: readonly string[], line: number): string | null {
  const found: string[] = [];
  for (let at = line - 2; at >= 0; at -= 1) {
    const text = lines[at]?.trim() ?? '';
    if (!/^(?:\/\/|\/\*|\*)/.test(text) && !text.endsWith('*/')) break;
    const plain = text.replace(/^(?:\/\/[/!]?|\/\*+!?|\*(?!\/))\s?|\s*\*+\/$/g, '').trim();
    if (plain !== '') found.unshift(plain);
  }
  return found.length === 0 ? null : found.join('\n');
}

/** Cases of macro frameworks, and plain functions that are named as tests. */
export function cCases(text: string, symbols: FileSymbols): readonly DeclaredTest[] {
  const lines = text.split('\n');
  const blocks = testBlocks(text).map(({ name, start, end }) => {
    const line = lineAt(text, start);
    return { name, line, endLine: lineAt(text, end - 1), doc: commentAbove(lines, line) };
  });
  const defined = {
    ...symbols,
    definitions: symbols.definitions.filter((one) => one.declaration !== true && !one.signature.startsWith('#')),
  };
  const plain = casesByDefinition(defined, PLAIN).filter((test) => !blocks.some(({ line }) => line === test.line));
  return [...blocks, ...plain].sort((a, b) => a.line - b.line);
}

/** Line ranges of tests in a source file: test macros' blocks, and what only a build of the tests compiles (`#ifdef X_TEST`). */
export function testRanges(source: string): readonly (readonly [number, number])[] {
  const blocks = testBlocks(source).map(({ start, end }) => [lineAt(source, start), lineAt(source, end - 1)] as const);
  return [...blocks, ...testConditionals(source)].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

const TEST_ONLY = /^#\s*(?:ifdef\s+|if\s+defined\s*\(?\s*)(?:\w+_)?(?:UNIT_?|SELF_?)?TESTS?(?:_MAIN|_BUILD|ING)?\s*\)?\s*$/;

function testConditionals(source: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const open: { readonly line: number; readonly isTest: boolean }[] = [];
  for (const token of tokensOf(source)) {
    if (token.kind !== 'directive') continue;
    const name = /^#\s*(\w+)/.exec(token.text)?.[1] ?? '';
    if (/^if/.test(name)) open.push({ line: lineAt(source, token.start), isTest: TEST_ONLY.test(token.text) });
    if (name === 'endif' || /^el/.test(name)) {
      const top = open.pop();
      if (top?.isTest === true) found.push([top.line, lineAt(source, token.start)]);
      if (name !== 'endif') open.push({ line: 0, isTest: false });
    }
  }
  return found;
}
