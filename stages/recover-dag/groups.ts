import type { SetAside } from '#schema/outcome.ts';
import { cycles, earliest, topological, type Arrow } from '../graph/arrows.ts';
import type { Link } from './links.ts';

export interface Outside {
  readonly reason: string;
  readonly detail: string;
}

/** Changes gathered into units to be: a partition of those not outside, with why each join was made. Positions name changes. */
export class Groups {
  readonly #root: number[];
  /** By root: ascending. */
  readonly #members: (readonly number[])[];
  readonly #outside = new Map<number, Outside>();
  readonly #folded: (SetAside & { readonly position: number })[] = [];
  constructor(size: number) {
    this.#root = Array.from({ length: size }, (_, position) => position);
    this.#members = this.#root.map((position) => [position]);
  }

  /** The group's name: its first position. */
  of(position: number): number {
    return this.#root[position] ?? position;
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
    const moved = this.members(second);
    for (const each of moved) this.#root[each] = first;
    this.#members[first] = [...this.members(first), ...moved].sort((a, b) => a - b);
    this.#folded.push({ position, what, reason, detail });
  }

  members(position: number): readonly number[] {
    return this.#members[this.of(position)] ?? [];
  }

  /** What was joined to make each group, by the group's name, in the order of joining. */
  folded(): ReadonlyMap<number, readonly SetAside[]> {
    const byRoot = new Map<number, SetAside[]>();
    for (const { position, what, reason, detail } of this.#folded) {
      const list = byRoot.get(this.of(position)) ?? [];
      list.push({ what, reason, detail });
      byRoot.set(this.of(position), list);
    }
    return byRoot;
  }

  /** Groups inside the DAG, each ascending, by first position. */
  all(): (readonly number[])[] {
    return this.#members.filter((_, position) => this.of(position) === position && !this.#outside.has(position));
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
