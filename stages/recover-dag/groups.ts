import type { SetAside } from '#schema/outcome.ts';
import { cycles, earliest, topological, type Arrow } from './graph.ts';
import type { Link } from './links.ts';

export interface Outside {
  readonly reason: string;
  readonly detail: string;
}

/** Changes gathered into units to be: a partition of those not outside, with why each join was made. Positions name changes. */
export class Groups {
  readonly #root: number[];
  readonly #outside = new Map<number, Outside>();
  readonly #folded: (SetAside & { readonly position: number })[] = [];
  constructor(size: number) {
    this.#root = Array.from({ length: size }, (_, position) => position);
  }

  /** The group's name: its first position. */
  of(position: number): number {
    const above = this.#root[position] ?? position;
    return above === position ? position : this.of(above);
  }

  isOutside(position: number): boolean {
    return this.#outside.has(position);
  }

  get outside(): ReadonlyMap<number, Outside> {
    return this.#outside;
  }

  /** Puts a change, with its whole group, outside the DAG. */
  exclude(position: number, why: Outside): void {
    for (const member of this.members(position)) this.#outside.set(member, why);
  }

  /** Joins a change (and its group) to another's; what was outside comes back in. `what` is the change's id. */
  join(position: number, into: number, what: string, reason: string, detail: string): void {
    for (const each of [...this.members(position), ...this.members(into)]) this.#outside.delete(each);
    const [first, second] = [this.of(position), this.of(into)].sort((a, b) => a - b);
    if (first === undefined || second === undefined || first === second) return;
    this.#root[second] = first;
    this.#folded.push({ position, what, reason, detail });
  }

  members(position: number): number[] {
    const root = this.of(position);
    return this.#root.flatMap((_, each) => (this.of(each) === root ? [each] : []));
  }

  folded(position: number): SetAside[] {
    const root = this.of(position);
    return this.#folded.filter((each) => this.of(each.position) === root).map(({ what, reason, detail }) => ({ what, reason, detail }));
  }

  /** Groups inside the DAG, each ascending, by first position. */
  all(): number[][] {
    const groups = new Map<number, number[]>();
    this.#root.forEach((_, position) => {
      if (this.#outside.has(position)) return;
      const root = this.of(position);
      groups.set(root, [...(groups.get(root) ?? []), position]);
    });
    return [...groups.values()].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
  }
}

/** Groups in the order of their ids, with the arrows between them: ids ascending is a topological order. */
export interface Plan {
  readonly groups: readonly (readonly number[])[];
  readonly arrows: readonly Arrow[];
  readonly indexOf: ReadonlyMap<number, number>;
}

/** Merges the cycles that joins have made, then numbers groups by first position as far as the arrows allow. */
export function planOf(groups: Groups, links: readonly Link[], idOf: (position: number) => string): Plan {
  for (;;) {
    const all = groups.all();
    const arrows = arrowsBetween(all, links);
    const knots = cycles(all.length, arrows);
    const order = knots.length === 0 ? topological(all.length, arrows, earliest) : null;
    if (order !== null) {
      const ordered = order.map((node) => all[node] ?? []);
      return { groups: ordered, arrows: arrowsBetween(ordered, links), indexOf: indexOf(ordered) };
    }
    for (const knot of knots) {
      const [first, ...rest] = knot.map((node) => all[node]?.[0] ?? 0);
      for (const each of rest) groups.join(each, first ?? 0, idOf(each), 'cycle', 'requires and is required by the rest of the unit');
    }
  }
}

function indexOf(groups: readonly (readonly number[])[]): Map<number, number> {
  return new Map(groups.flatMap((members, index) => members.map((position) => [position, index] as const)));
}

function arrowsBetween(groups: readonly (readonly number[])[], links: readonly Link[]): Arrow[] {
  const index = indexOf(groups);
  const arrows = new Map<string, Arrow>();
  for (const link of links) {
    const from = index.get(link.from);
    const to = index.get(link.to);
    if (from !== undefined && to !== undefined && from !== to) arrows.set(`${from} ${to}`, [from, to]);
  }
  return [...arrows.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
