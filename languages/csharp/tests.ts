import type { DeclaredTest, FileSymbols } from '../language.ts';

const ATTRIBUTE =
  /[[,]\s*(?:\w+\.)*(?:Fact|Theory|SkippableFact|SkippableTheory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|Property)(?:Attribute)?\s*[\](,]/;

/** Methods with a test attribute of xUnit, NUnit or MSTest. */
export function csharpTestCases(text: string, { definitions }: FileSymbols): DeclaredTest[] {
  const lines = text.split('\n');
  return definitions.flatMap((one) => {
    if (one.kind !== 'method') return [];
    const whole = lines.slice(one.startLine - 1, one.endLine).join('\n');
    const header = whole.slice(0, Math.max(0, new RegExp(String.raw`(?<![\w.])${one.name}\s*[(<]`).exec(whole)?.index ?? 0));
    return ATTRIBUTE.test(header) ? [{ name: one.qualified, line: one.startLine, endLine: one.endLine, doc: one.doc }] : [];
  });
}
