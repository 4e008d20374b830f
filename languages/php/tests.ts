import type { DeclaredTest, FileSymbols } from '../language.ts';
import { casesByCall } from '../test-cases.ts';

const CALL = /^\s*(?:test|it)\s*\(\s*(?<quote>["'])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/;
const ATTRIBUTE = /#\[[^\]]*\bTest\b/;

/** Methods that PHPUnit runs, by name, attribute or annotation, and Pest's calls with a title. */
export function phpTestCases(text: string, symbols: FileSymbols): DeclaredTest[] {
  const lines = text.split('\n');
  const methods = symbols.definitions.flatMap((one): DeclaredTest[] => {
    if (one.kind !== 'method') return [];
    const header = lines.slice(one.startLine - 1, one.endLine).join('\n');
    const isCase =
      /^test/.test(one.name) || /(?:^|\s)@test\b/.test(one.doc ?? '') || ATTRIBUTE.test(header.slice(0, header.indexOf('function')));
    return isCase ? [{ name: one.qualified, line: one.startLine, endLine: one.endLine, doc: one.doc }] : [];
  });
  return [...methods, ...casesByCall(text, CALL)].sort((a, b) => a.line - b.line);
}
