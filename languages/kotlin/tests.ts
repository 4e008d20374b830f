import type { DeclaredTest, FileSymbols } from '../language.ts';
import { casesByCall } from '../test-cases.ts';

const ANNOTATION = /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b/;
const CALL = /^\s*(?:test|it|should|scenario|specify)\s*\(\s*"(?<title>(?:\\.|[^"\\])*)"/;

/** Functions with a test annotation, and Kotest's calls with a title. */
export function kotlinTestCases(text: string, { definitions }: FileSymbols): DeclaredTest[] {
  const lines = text.split('\n');
  const annotated = definitions.flatMap((one): DeclaredTest[] => {
    if (one.kind !== 'method' && one.kind !== 'function') return [];
    const whole = lines.slice(one.startLine - 1, one.endLine).join('\n');
    const isCase = ANNOTATION.test(whole.slice(0, Math.max(0, whole.search(/\bfun\b/))));
    return isCase ? [{ name: one.qualified, line: one.startLine, endLine: one.endLine, doc: one.doc }] : [];
  });
  return [...annotated, ...casesByCall(text, CALL)].sort((a, b) => a.line - b.line);
}
