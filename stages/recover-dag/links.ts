import type { EvidenceKind } from '#schema/dag.ts';

/**
 * Evidence between changes, before there are units. `from` and `to` are indices into the candidate's changes and `from < to`:
 * history orders them, so links are acyclic.
 */
export interface Link {
  readonly kind: EvidenceKind;
  readonly from: number;
  readonly to: number;
  readonly path: string;
  readonly lines: readonly number[];
  readonly symbol: string | null;
  readonly definedIn: string | null;
  readonly how: string;
  readonly hot: boolean;
}

/** Joins links that differ in lines alone. Order: by `to`, `from`, then first come. */
export function joined(links: readonly Link[]): Link[] {
  const byKey = new Map<string, Link>();
  for (const link of links) {
    const key = JSON.stringify([link.kind, link.from, link.to, link.path, link.symbol, link.definedIn, link.hot]);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? link : { ...known, lines: [...known.lines, ...link.lines] });
  }
  return [...byKey.values()]
    .map((link) => ({ ...link, lines: [...new Set(link.lines)].sort((a, b) => a - b) }))
    .sort((a, b) => a.to - b.to || a.from - b.from);
}

/** Links that may admit an edge: evidence in hot files does not, by itself. */
export function admitting(links: readonly Link[]): Link[] {
  return links.filter((link) => !link.hot);
}
