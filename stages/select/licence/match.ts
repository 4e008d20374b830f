import type { Template } from './templates.ts';
import { licenceWords, likeness, type Shingles, shared, shinglesOf, without } from './words.ts';

export type TextMatch =
  | { readonly spdx: readonly string[]; readonly open: boolean; readonly likeness: number }
  /** No template, or two that are too near to tell apart. */
  | { readonly unknown: string };

/** A text is a licence's own when it shares this much with it, */
const ALIKE = 0.9;
/** and this much more than with any other: BSD-2/BSD-3, MIT/X.Net and EPL/CPL lie further apart, copies vary less. */
const APART = 0.01;
/** A licence stands inside a text when this share of it does. */
const CONTAINED = 0.95;
/** Runs of words that no licence accounts for: a name put in for another makes a few, a further clause many. */
const FURTHER = 80;

/**
 * Tells the licence of a text: the one that it is most like, else those that stand in it whole. A text that says much more than
 * they do (a clause against selling, say) is unknown.
 */
export function matchText(text: string, templates: readonly Template[]): TextMatch {
  const shingles = shinglesOf(licenceWords(text));
  const [first, second] = templates
    .map((template) => ({ template, score: likeness(shingles, template.shingles) }))
    .sort((a, b) => b.score - a.score);
  if (first === undefined) return { unknown: 'no template to compare with' };
  const told = `${first.template.spdx} (${first.score.toFixed(3)})`;
  const further = without(shingles, first.template.shingles).total;
  const apart = first.score - (second?.score ?? 0) >= APART;
  if (first.score >= ALIKE && apart && further <= FURTHER)
    return { spdx: [first.template.spdx], open: first.template.open, likeness: first.score };
  const contained = containedIn(shingles, templates);
  if (contained !== null) return contained;
  if (first.score < ALIKE) return { unknown: `nearest is ${told}` };
  if (apart) return { unknown: `like ${told}, with ${further} further runs of words` };
  return { unknown: `as near to ${told} as to ${second?.template.spdx} (${second?.score.toFixed(3)})` };
}

/** The licences that stand whole in a text, the largest first; each takes its words away from those after it. */
function containedIn(text: Shingles, templates: readonly Template[]): TextMatch | null {
  const found: Template[] = [];
  let left = text;
  for (const template of [...templates].sort((a, b) => b.shingles.total - a.shingles.total)) {
    if (template.shingles.total < 20 || shared(template.shingles, left) < CONTAINED * template.shingles.total) continue;
    found.push(template);
    left = without(left, template.shingles);
  }
  // What is left may be the very clause that tells two licences apart.
  if (found.length === 0 || left.total > Math.min(FURTHER, (1 - ALIKE) * text.total)) return null;
  return {
    spdx: found.map((template) => template.spdx).sort(),
    open: found.every((template) => template.open),
    likeness: 1 - left.total / text.total,
  };
}
