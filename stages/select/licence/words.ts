/** Words of a run of this many make one shingle. */
const RUN = 4;

/** Lines that name a holder and a year, and differ from copy to copy. A line that only begins with the word is the licence's own. */
const COPYRIGHT =
  /^[\s*#/;-]*(?:(?:portions )?copyright:?\s*(?:\(c\)|©|<|\[|\{|\d{4})|©|\(c\)\s)[^\n]{0,160}$|^\W*all rights reserved\W*$/gim;
const PLACEHOLDER =
  /<[^<>\n]{1,60}>|\[(?:year|yyyy|fullname|name of copyright owner|email|project)\]|\{(?:yyyy|name of copyright owner)\}/gi;
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
export interface Shingles {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

export function shinglesOf(words: readonly string[]): Shingles {
  const counts = new Map<string, number>();
  const last = Math.max(words.length - RUN, 0);
  for (let at = 0; at <= last; at++) {
    const run = words.slice(at, at + RUN).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return { counts, total: last + 1 };
}

/** Runs that two texts share, counted. */
export function shared(a: Shingles, b: Shingles): number {
  const [small, large] = a.counts.size < b.counts.size ? [a.counts, b.counts] : [b.counts, a.counts];
  let sum = 0;
  for (const [run, count] of small) sum += Math.min(count, large.get(run) ?? 0);
  return sum;
}

/** Dice's coefficient of two bags of runs: 0 for nothing shared, 1 for equal. */
export function likeness(a: Shingles, b: Shingles): number {
  const total = a.total + b.total;
  return total === 0 ? 0 : (2 * shared(a, b)) / total;
}

export function without(text: Shingles, part: Shingles): Shingles {
  const counts = new Map([...text.counts].map(([run, count]) => [run, Math.max(0, count - (part.counts.get(run) ?? 0))]));
  return { counts, total: text.total - shared(text, part) };
}
