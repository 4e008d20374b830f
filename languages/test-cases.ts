import type { DeclaredTest, FileSymbols } from './language.ts';

/** Cases that are definitions: functions and methods whose name matches (`test_…`, `Test…`). */
export function casesByDefinition(symbols: FileSymbols, name: RegExp): DeclaredTest[] {
  return symbols.definitions
    .filter((definition) => (definition.kind === 'function' || definition.kind === 'method') && name.test(definition.name))
    .map((definition) => ({ name: definition.qualified, line: definition.startLine, endLine: definition.endLine, doc: definition.doc }));
}

/** Cases that are calls with a title: `test('…')`, `it("…")`, `t.Run("…")`. A case ends where the next begins. */
export function casesByCall(text: string, call: RegExp): DeclaredTest[] {
  const lines = text.split('\n');
  const found: { name: string; line: number; doc: string | null }[] = [];
  for (const [index, line] of lines.entries()) {
    const title = call.exec(line)?.groups?.['title'];
    if (title === undefined) continue;
    const comment = /^\s*(?:\/\/|#|\*)\s?(.*)$/.exec(lines[index - 1] ?? '')?.[1]?.trim();
    found.push({ name: title, line: index + 1, doc: comment === undefined || comment === '' ? null : comment });
  }
  return found.map((test, index) => ({ ...test, endLine: (found[index + 1]?.line ?? lines.length + 1) - 1 }));
}
