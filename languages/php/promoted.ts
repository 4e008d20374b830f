import type { Capture, Definition, FileSymbols, Reference } from '../language.ts';
import { oneLine } from '../symbols/text.ts';
import { typeName } from './types.ts';

interface Promoted {
  readonly definition: Definition;
  readonly owner: Definition;
  readonly type: string | null;
}

/** Parameters of a constructor that are properties too, with the class that they are of. */
function promotedOf({ definitions }: FileSymbols, captures: readonly Capture[]): Promoted[] {
  const parts = new Map<number, Map<string, Capture>>();
  for (const capture of captures)
    if (capture.name.startsWith('promoted')) parts.set(capture.match, (parts.get(capture.match) ?? new Map()).set(capture.name, capture));
  return [...parts.values()].flatMap((match) => {
    const [node, name] = [match.get('promoted'), match.get('promoted.name')];
    if (node === undefined || name === undefined) return [];
    const line = node.startRow + 1;
    const owner = definitions
      .filter((one) => (one.kind === 'class' || one.kind === 'type') && one.startLine <= line && line <= one.endLine)
      .sort((a, b) => b.startLine - a.startLine)[0];
    if (owner === undefined) return [];
    const definition: Definition = {
      name: name.text,
      qualified: `${owner.qualified}.${name.text}`,
      kind: 'variable',
      startLine: line,
      endLine: node.endRow + 1,
      signature: oneLine(node.text),
      doc: null,
      exported: owner.exported && !/\bprivate\b/.test(node.text),
    };
    return [{ definition, owner, type: typeName(match.get('promoted.type')?.text ?? '') }];
  });
}

/** `this.leaf` → the type of the promoted property `leaf` of the class around. */
function retyped(reference: Reference, promoted: readonly Promoted[]): Reference {
  const [, name, rest = ''] = /^this\.(\w+)(\..*)?$/.exec(reference.qualifier ?? '') ?? [];
  const one = promoted.find(
    ({ definition, owner }) => definition.name === name && owner.startLine <= reference.line && reference.line <= owner.endLine,
  );
  return one?.type === undefined || one.type === null ? reference : { ...reference, qualifier: `${one.type}${rest}` };
}

/** Adds properties that a constructor's parameters declare: as parameters they stand in a method, as properties in its class. */
export function withPromoted(symbols: FileSymbols, captures: readonly Capture[]): FileSymbols {
  const promoted = promotedOf(symbols, captures);
  if (promoted.length === 0) return symbols;
  const definitions = [...symbols.definitions, ...promoted.map(({ definition }) => definition)];
  return {
    ...symbols,
    definitions: definitions.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine),
    references: symbols.references.map((reference) => retyped(reference, promoted)),
  };
}
