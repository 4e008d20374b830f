/** Words of a run of this many make one shingle. */
const RUN = 4;

/** Lines that name a holder or a year, and differ from copy to copy. Only short ones: a template may be one line in all. */
const COPYRIGHT = /^[\s*#/;-]*(?:portions )?(?:copyright|©|\(c\)|all rights reserved\b)[^\n]{0,160}$/gim;
const PLACEHOLDER = /<[^<>\n]{1,60}>|\[(?:year|yyyy|fullname|name of copyright owner|email|project)\]|\{(?:yyyy|name of copyright owner)\}/gi;
/** Words that copies of one licence spell in two ways. */
const SPELLINGS: Readonly<Record<string, string>> = {
  licence: 'license',
  licences: 'licenses',
  licenced: 'licensed',
  organisation: 'organization',
  http: 'https',
  organizations: 'organization',
};

/** A licence text as the words that matter: no copyright lines, placeholders, comment signs, punctuation, case. */
export function licenceWords(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(COPYRIGHT, '')
    .replace(PLACEHOLDER, ' ')
    .toLowerCase()
    .replace(/[‘’']s\b/g, 's')
    .replace(/\b(?:i|ii|iii|iv|v|vi|[a-z]|\d{1,2})[.)]\s/g, ' ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => SPELLINGS[word] ?? word);
}

/** Counted runs of words. */
export type Shingles = ReadonlyMap<string, number>;

export function shinglesOf(words: readonly string[]): Shingles {
  const counts = new Map<string, number>();
  const last = Math.max(words.length - RUN, 0);
  for (let at = 0; at <= last; at++) {
    const run = words.slice(at, at + RUN).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

/** Dice's coefficient of two bags of shingles: 0 for nothing shared, 1 for equal. */
export function likeness(a: Shingles, b: Shingles): number {
  let shared = 0;
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const [run, count] of small) shared += Math.min(count, large.get(run) ?? 0);
  const total = sum(a) + sum(b);
  return total === 0 ? 0 : (2 * shared) / total;
}

function sum(bag: Shingles): number {
  let total = 0;
  for (const count of bag.values()) total += count;
  return total;
}
