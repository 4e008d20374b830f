import type { DeclaredTest, FileSymbols } from '../language.ts';
import { casesByCall, casesByDefinition } from '../test-cases.ts';

const CALL = /^\s*(?:[fx]?it|[fx]?specify|[fx]?example|scenario|should|test)[\s(]+(?<quote>["'])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/;

/** Methods `test_…`, and calls with a title: `it '…'`, `test "…"`. */
export function rubyTestCases(text: string, symbols: FileSymbols): DeclaredTest[] {
  return [...casesByDefinition(symbols, /^test_/), ...casesByCall(text, CALL)].sort((a, b) => a.line - b.line);
}
