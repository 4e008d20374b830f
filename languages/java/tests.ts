import type { DeclaredTest, FileSymbols } from '../language.ts';

const ANNOTATION = /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Theory|Property|Example)\b/;

/** Methods with a test annotation, and JUnit 3's `public void test…()` in a class that extends some `…TestCase`. */
export function javaTestCases(text: string, { definitions }: FileSymbols): DeclaredTest[] {
  const lines = text.split('\n');
  const oldStyle = new Set(
    definitions
      .filter((one) => one.kind === 'class' && /\bextends\s+(?:\w+\.)*\w*TestCase\b/.test(one.signature))
      .map((one) => one.qualified),
  );
  return definitions.flatMap((one) => {
    if (one.kind !== 'method') return [];
    const whole = lines.slice(one.startLine - 1, one.endLine).join('\n');
    const header = whole.slice(
      0,
      Math.max(0, new RegExp(String.raw`(?<![\w.@])${one.name.replaceAll('$', String.raw`\$`)}\s*\(`).exec(whole)?.index ?? 0),
    );
    const parent = one.qualified.slice(0, Math.max(0, one.qualified.length - one.name.length - 1));
    const isCase = ANNOTATION.test(header) || (/^test/.test(one.name) && oldStyle.has(parent) && /\bvoid\b/.test(header));
    return isCase ? [{ name: one.qualified, line: one.startLine, endLine: one.endLine, doc: one.doc }] : [];
  });
}
