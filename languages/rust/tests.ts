import type { DeclaredTest, FileSymbols } from '../language.ts';

const TEST =
  /#\[\s*(?:\w+::)*(?:test|rstest|test_case|test_matrix|bench|quickcheck|proptest|wasm_bindgen_test|googletest|apply\(\s*test\w*\s*\))\b/;
const CFG = /#\[\s*cfg\s*\(\s*(?:test\s*\)|all\s*\((?:[^()]|\([^()]*\))*?\btest\b)/;

/** True when an attribute in the text leaves the item to tests: `#[test]`, `#[tokio::test(…)]`, `#[cfg(test)]`. */
export function isTestAttribute(attributes: string): boolean {
  return TEST.test(attributes) || CFG.test(attributes);
}

/** Functions with a test attribute; a case starts with its first attribute, where its parameters may stand. */
export function rustTestCases(text: string, { definitions }: FileSymbols): DeclaredTest[] {
  const lines = text.split('\n');
  return definitions.flatMap((one) => {
    if (one.kind !== 'function' && one.kind !== 'method') return [];
    let line = one.startLine;
    for (let at = line - 1; at > 0 && /^\s*(?:#\[|\/\/|[^\s{};][^{};]*\]\s*$)/.test(lines[at - 1] ?? ''); at -= 1)
      if (/^\s*#\[/.test(lines[at - 1] ?? '')) line = at;
    const above = lines.slice(line - 1, one.startLine - 1).join('\n');
    return TEST.test(above) ? [{ name: one.qualified.replaceAll('.', '::'), line, endLine: one.endLine, doc: one.doc }] : [];
  });
}
