import type { InstructedUnit } from '#schema/task.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Bindings, BoundDefinition } from './bindings.ts';
import { anonymise, type Identity } from './identity.ts';
import type { TestCase, UnitMaterial } from './material.ts';
import { humanise } from './tokens.ts';

const MAX_CASES = 60;
const MAX_MESSAGES = 40;

/** Public names of the places tests import from: a module is named, never the lines to edit. */
export type ModuleName = (path: string) => string;

/**
 * The requirement of a unit, from its acceptance side only: what its tests bind to, what their names and comments say, and the
 * public documentation of the definitions they use. No model, no gold structure.
 */
export function requirementOf(material: UnitMaterial, bindings: Bindings, moduleName: ModuleName, identity: Identity): InstructedUnit {
  const clean = (text: string) => anonymise(text, identity);
  const title = clean(titleOf(material, bindings)).slice(0, 120);
  const acceptance = material.cases.slice(0, MAX_CASES).map((test) => clean(sentence(test)));
  const sections = [
    section('Context', [contextOf(material, bindings)]),
    section('Behaviour', behaviour(material.cases, bindings).map(clean)),
    section('Interface', interfaceLines(bindings, moduleName, clean)),
    section('Acceptance signals', acceptanceLines(material, acceptance)),
  ];
  return {
    requirement: {
      id: material.unit,
      title,
      requirement: `${sections.filter(Boolean).join('\n\n')}\n`,
      category: categoryOf(material, bindings),
    },
    acceptance,
    fileScope: material.sources.map((source) => source.path).sort(byCodeUnit),
    symbolScope: [...new Set(bindings.definitions.map(({ definition }) => definition.qualified))].sort(byCodeUnit),
  };
}

function titleOf(material: UnitMaterial, bindings: Bindings): string {
  const names = [...new Set(bindings.definitions.filter(isNew(material)).map(({ definition }) => definition.qualified))];
  if (names.length > 0) return `Provide ${listed(names, 3)}`;
  const changed = [...new Set(bindings.definitions.map(({ definition }) => definition.qualified))];
  const first = material.cases[0];
  const about = first === undefined ? 'the behaviour its tests describe' : humanise(first.name);
  if (changed.length > 0) return `Behaviour of ${listed(changed, 2)}: ${about}`;
  return capital(about === '' ? 'the behaviour its tests describe' : about);
}

function categoryOf(material: UnitMaterial, bindings: Bindings): string {
  if (bindings.definitions.some(isNew(material))) return 'feature';
  return bindings.names.length + bindings.flags.length > 0 ? 'extension' : 'behaviour-change';
}

/** A definition is new when the unit added its header line. */
function isNew(material: UnitMaterial): (bound: BoundDefinition) => boolean {
  return ({ definition, path }) => material.sources.some((source) => source.path === path && source.added.has(definition.startLine));
}

function contextOf(material: UnitMaterial, bindings: Bindings): string {
  const amount = material.cases.length === 1 ? 'One test case describes' : `${material.cases.length} test cases describe`;
  if (bindings.definitions.some(isNew(material)))
    return `The public interface below is to be provided. ${amount} what it must do; everything that worked before must go on working.`;
  return `Existing behaviour is to be extended or corrected. ${amount} what must hold; everything that worked before must go on working.`;
}

function behaviour(cases: readonly TestCase[], bindings: Bindings): string[] {
  const lines: string[] = [];
  for (const { definition } of bindings.definitions) {
    const doc = firstParagraph(definition.doc);
    if (doc !== null) lines.push(`- \`${definition.qualified}\`: ${doc}`);
  }
  for (const test of cases) {
    const doc = firstParagraph(test.doc);
    if (doc !== null) lines.push(`- ${doc}`);
  }
  if (lines.length > 0) return [...new Set(lines)].slice(0, MAX_CASES);
  return [...new Set(cases.map((test) => `- ${capital(humanise(test.name))}.`))].slice(0, MAX_CASES);
}

function interfaceLines(bindings: Bindings, moduleName: ModuleName, clean: (text: string) => string): string[] {
  const lines: string[] = [];
  const byModule = new Map<string, BoundDefinition[]>();
  for (const bound of bindings.definitions) {
    const module = moduleName(bound.path);
    byModule.set(module, [...(byModule.get(module) ?? []), bound]);
  }
  for (const [module, bounds] of [...byModule].sort(([a], [b]) => byCodeUnit(a, b))) {
    lines.push(`- In \`${module}\`:`);
    for (const { definition } of bounds)
      lines.push(`  - ${definition.kind} \`${definition.qualified}\`: \`${clean(definition.signature).replaceAll('`', "'")}\``);
  }
  if (bindings.names.length > 0) lines.push(`- Names used by the tests: ${bindings.names.map(span).join(', ')}.`);
  if (bindings.flags.length > 0) lines.push(`- Command-line flags: ${bindings.flags.map(span).join(', ')}.`);
  if (bindings.messages.length > 0) {
    lines.push('- Messages and formats, exactly as the tests write them:');
    for (const message of bindings.messages.slice(0, MAX_MESSAGES)) lines.push(`  - ${span(clean(message))}`);
  }
  return lines.length > 0 ? lines : ['- No new name: the tests use the interface that is there.'];
}

function acceptanceLines(material: UnitMaterial, acceptance: readonly string[]): string[] {
  const files = [...new Set(material.tests.filter((test) => test.after !== null).map((test) => test.path))].sort(byCodeUnit);
  return [...files.map((file) => `- The cases of \`${file}\` that belong to this unit pass.`), ...acceptance.map((line) => `- ${line}`)];
}

function sentence(test: TestCase): string {
  const text = humanise(test.name);
  return text === '' || text.toLowerCase() === test.name.toLowerCase() ? span(test.name) : `${span(test.name)}: ${text}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}

function firstParagraph(doc: string | null): string | null {
  const text =
    doc
      ?.trim()
      .split(/\n\s*\n/)[0]
      ?.replace(/\s+/g, ' ')
      .trim() ?? '';
  return text === '' ? null : text.slice(0, 600);
}

function span(text: string): string {
  const flat = text.replaceAll('\n', '\\n');
  return flat.includes('`') ? `\`\` ${flat} \`\`` : `\`${flat}\``;
}

function listed(names: readonly string[], max: number): string {
  const shown = names.slice(0, max).map(span).join(', ');
  return names.length > max ? `${shown} and ${names.length - max} more` : shown;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
