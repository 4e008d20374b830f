import type { Template } from './templates.ts';
import { licenceWords, likeness, type Shingles, shinglesOf } from './words.ts';

export type TextMatch =
  | { readonly spdx: readonly string[]; readonly open: boolean; readonly likeness: number }
  /** No template, or two that are too near to tell apart. */
  | { readonly unknown: string };

/** A text is a licence's own when it shares this much with it, */
const ALIKE = 0.9;
/** and this much more than with any other: BSD-2/BSD-3, MIT/X.Net and EPL/CPL lie further apart, copies vary less. */
const APART = 0.015;
/** A licence stands inside a longer text when this share of it does. */
const CONTAINED = 0.95;
/** Largest share of a text with several licences that none of them accounts for. */
const LEFT_OVER = 0.4;

/** Tells the licence, or the licences, of a text. */
export function matchText(text: string, templates: readonly Template[]): TextMatch {
  const shingles = shinglesOf(licenceWords(text));
  const scored = templates.map((template) => ({ template, score: likeness(shingles, template.shingles) })).sort((a, b) => b.score - a.score);
  const [first, second] = scored;
  if (first === undefined) return { unknown: 'no template to compare with' };
  if (first.score >= ALIKE) {
    if (second !== undefined && first.score - second.score < APART) {
      return { unknown: `as near to ${first.template.spdx} (${first.score.toFixed(3)}) as to ${second.template.spdx} (${second.score.toFixed(3)})` };
    }
    return { spdx: [first.template.spdx], open: first.template.open, likeness: first.score };
  }
  return severalIn(shingles, templates) ?? { unknown: `nearest is ${first.template.spdx} with ${first.score.toFixed(3)}` };
}

/** Licences that stand whole in one text, the largest first; each takes its words away from those after it. */
function severalIn(text: Shingles, templates: readonly Template[]): TextMatch | null {
  const left = new Map(text);
  const found: Template[] = [];
  for (const template of [...templates].sort((a, b) => size(b.shingles) - size(a.shingles))) {
    if (size(template.shingles) < 40 || coverage(template.shingles, left) < CONTAINED) continue;
    found.push(template);
    for (const [run, count] of template.shingles) left.set(run, Math.max(0, (left.get(run) ?? 0) - count));
  }
  if (found.length === 0 || size(left) > LEFT_OVER * size(text)) return null;
  return { spdx: found.map((template) => template.spdx).sort(), open: found.every((template) => template.open), likeness: 1 - size(left) / size(text) };
}

function coverage(part: Shingles, whole: Shingles): number {
  let shared = 0;
  for (const [run, count] of part) shared += Math.min(count, whole.get(run) ?? 0);
  return shared / Math.max(1, size(part));
}
function size(bag: Shingles): number {
  let total = 0;
  for (const count of bag.values()) total += count;
  return total;
}
