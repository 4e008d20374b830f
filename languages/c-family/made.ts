import type { Capture } from '../language.ts';
import { oneLine } from '../symbols/text.ts';
import { splitArguments } from './declarator.ts';
import type { Emitted } from './emitted.ts';
import { dotted } from './surroundings.ts';

/** Macros whose first argument is the class that the test's own class extends. */
const FIXTURE = /^(?:TYPED_)?TEST(?:_F|_P|_CASE_FIXTURE|_CASE_METHOD|_SUITE)$|^BOOST_FIXTURE_TEST_CASE$/;

/** `TEST(Suite, Name) {`: named by what is written, since only the macro knows the real name. */
export function madeByMacro(
  out: Emitted,
  node: Capture,
  type: Capture | undefined,
  declarator: Capture,
  body: Capture | undefined,
): Capture | null {
  const head = out.source.slice(node.startIndex, body?.startIndex ?? declarator.endIndex).trimEnd();
  const call = /^([A-Z][A-Z0-9_]{2,})\s*\(([\s\S]*)\)$/.exec(head);
  const untyped = type === undefined || type.startIndex === node.startIndex;
  if (call === null || !untyped || out.around.inType(node.startIndex)) return null;
  const [macro = '', list = ''] = call.slice(1);
  const [first = ''] = splitArguments(list);
  macroUses(out, node.startIndex, macro, list, first);
  const text = `${macro}(${oneLine(list).replaceAll('.', ' ')})`;
  return out.places.part('name', node.startIndex, node.startIndex + head.length, text);
}

/** The macro itself is used; of its arguments at most the first, as the class that the test extends. */
function macroUses(out: Emitted, start: number, macro: string, list: string, first: string): void {
  const from = out.source.indexOf('(', start) + 1;
  for (const word of list.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu))
    out.add(out.places.part('skip', from + word.index, from + word.index + word[0].length));
  // A place of its own, since the head's is the definition's name.
  out.add(out.places.part('ref.calls', start + 1, start + macro.length, macro));
  if (!FIXTURE.test(macro) || !/^[\p{L}_][\p{L}\p{N}_:]*$/u.test(first)) return;
  const parts = dotted(first).split('.');
  const name = parts.pop() ?? '';
  const at = out.places.part('ref.extends', from - 1, from, name);
  out.add(at, parts.length === 0 ? null : { ...at, name: 'qualifier', text: parts.join('.') });
}
