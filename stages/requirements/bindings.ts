import { byCodeUnit } from '#schema/primitives.ts';
import type { Definition } from '#languages/language.ts';
import { addedText, type UnitMaterial } from './material.ts';
import { codeOnly, fixedParts, flags, identifiers, literals } from './tokens.ts';

/** A definition that tests name, and where tests find it. */
export interface BoundDefinition {
  readonly definition: Definition;
  /** Repository path of the defining file. */
  readonly path: string;
}

/** What a unit's tests bind to (`task-format.md`: every name, path, flag, message and format). */
export interface Bindings {
  readonly definitions: readonly BoundDefinition[];
  /** Names that are no definition of their own: keys, options, attributes, parameters, new to the source with this unit. */
  readonly names: readonly string[];
  readonly flags: readonly string[];
  /** Messages and formats the tests expect and the unit's source produces, as the tests write them. */
  readonly messages: readonly string[];
}

const MIN_PART = 6;

/**
 * Bindings of a unit. A name binds when the unit's test lines use it and the unit's source lines bring it in: it is then part of
 * the public acceptance contract (paper, section 2.5: "a symbol enters the instruction when a test assertion depends on naming it").
 * `vocabulary` holds the names that the base's source uses already: they tell nothing.
 */
export function bindingsOf(material: UnitMaterial, vocabulary: ReadonlySet<string>): Bindings {
  const testText = material.tests.map(addedText).join('\n');
  const sourceText = material.sources.map(addedText).join('\n');
  const before = material.sources.map((source) => source.before ?? '').join('\n');
  const used = identifiers(codeOnly(testText));
  const brought = identifiers(codeOnly(sourceText));
  const known = identifiers(before);

  const definitions = material.sources
    .flatMap((source) =>
      source.definitions.filter((definition) => touched(definition, source.added)).map((definition) => ({ definition, path: source.path })),
    )
    .filter(({ definition }) => used.has(definition.name));
  const defined = new Set(definitions.map(({ definition }) => definition.name));

  const names = [...used]
    .filter((name) => name.length > 2 && brought.has(name) && !known.has(name) && !vocabulary.has(name) && !defined.has(name))
    .sort(byCodeUnit);
  const sourceFlags = flags(sourceText);
  return {
    definitions: definitions.sort((a, b) => byCodeUnit(a.path, b.path) || a.definition.startLine - b.definition.startLine),
    names,
    flags: [...flags(testText)].filter((flag) => sourceFlags.has(flag)).sort(byCodeUnit),
    messages: boundMessages(testText, sourceText),
  };
}

/** A definition counts as the unit's when the unit added its header or any line of it. */
function touched(definition: Definition, added: ReadonlySet<number>): boolean {
  for (let line = definition.startLine; line <= definition.endLine; line++) if (added.has(line)) return true;
  return false;
}

function boundMessages(testText: string, sourceText: string): string[] {
  const parts = new Set(literals(sourceText).flatMap((literal) => fixedParts(literal, MIN_PART)));
  const found = new Set<string>();
  for (const literal of literals(testText)) {
    if (literal.length > 400) continue;
    for (const part of parts) {
      if (literal.includes(part) || (literal.length >= MIN_PART && part.includes(literal))) {
        found.add(literal);
        break;
      }
    }
  }
  return [...found];
}
