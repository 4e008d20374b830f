import { addedText, type UnitMaterial } from './material.ts';

const MIN_LENGTH = 24;

/**
 * Gold source lines that a requirement shows. A line counts when it is long enough to be telling, the unit added it to a source
 * file, and it is neither a definition's header or documentation (public contract) nor written in the unit's tests.
 */
export function goldLeaks(text: string, material: UnitMaterial): string[] {
  const shown = squash(text);
  const allowed = squash(publicText(material));
  const leaks: string[] = [];
  for (const line of material.sources.map(addedText).join('\n').split('\n')) {
    const bare = squash(line);
    if (bare.length < MIN_LENGTH || !/[=({;:]/.test(bare)) continue;
    if (shown.includes(bare) && !allowed.includes(bare)) leaks.push(line.trim());
  }
  return leaks;
}

function publicText(material: UnitMaterial): string {
  const contract = material.sources.flatMap((source) =>
    source.definitions.flatMap((definition) => [definition.signature, definition.doc ?? '']),
  );
  return [...contract, ...material.tests.map((test) => test.after ?? '')].join('\n');
}

function squash(text: string): string {
  return text.replace(/\s+/g, '');
}
