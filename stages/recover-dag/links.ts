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
  const byKey = new Map<string, { readonly link: Link; readonly lines: Set<number> }>();
  for (const link of links) {
    const key = JSON.stringify([link.kind, link.from, link.to, link.path, link.symbol, link.definedIn, link.hot]);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, { link, lines: new Set(link.lines) });
    else for (const line of link.lines) known.lines.add(line);
  }
  return [...byKey.values()]
    .map(({ link, lines }) => ({ ...link, lines: [...lines].sort((a, b) => a - b) }))
    .sort((a, b) => a.to - b.to || a.from - b.from);
}

/** Which links touch a change, as indices into the list: ascending. */
export class LinkIndex {
  readonly links: readonly Link[];
  readonly #at = new Map<number, number[]>();
  constructor(links: readonly Link[]) {
    this.links = links;
    for (const [index, link] of links.entries()) {
      this.#add(link.from, index);
      if (link.to !== link.from) this.#add(link.to, index);
    }
  }

  #add(position: number, index: number): void {
    const list = this.#at.get(position);
    if (list === undefined) this.#at.set(position, [index]);
    else list.push(index);
  }

  /** Links that touch any of these changes, in the order of the list, each once. */
  touching(positions: readonly number[]): Link[] {
    const indices = new Set(positions.flatMap((position) => this.#at.get(position) ?? []));
    return [...indices].sort((a, b) => a - b).flatMap((index) => this.links[index] ?? []);
  }
}

/** Links that may admit an edge: evidence in hot files does not, by itself. */
export function admitting(links: readonly Link[]): Link[] {
  return links.filter((link) => !link.hot);
}
