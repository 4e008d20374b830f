/** Directed edges over nodes `0 … size-1`, each `from → to`: `to` requires `from`. */
export type Arrow = readonly [from: number, to: number];

/** A square bit matrix: `has(row, column)` in one word access. */
export class Bits {
  readonly #words: number;
  readonly #cells: Uint32Array;
  constructor(size: number) {
    this.#words = Math.ceil(size / 32);
    this.#cells = new Uint32Array(this.#words * size);
  }
  has(row: number, column: number): boolean {
    return (((this.#cells[row * this.#words + (column >>> 5)] ?? 0) >>> (column & 31)) & 1) === 1;
  }
  add(row: number, column: number): void {
    const cell = row * this.#words + (column >>> 5);
    this.#cells[cell] = (this.#cells[cell] ?? 0) | (1 << (column & 31));
  }
  /** Adds all of `other`'s row to `row`. */
  absorb(row: number, other: number): void {
    for (let word = 0; word < this.#words; word += 1) {
      const cell = row * this.#words + word;
      this.#cells[cell] = (this.#cells[cell] ?? 0) | (this.#cells[other * this.#words + word] ?? 0);
    }
  }
}

/** Neighbour lists of each node, ascending and without repeats. */
export function neighbours(size: number, arrows: readonly Arrow[], way: 'out' | 'in'): number[][] {
  const lists = Array.from({ length: size }, () => new Set<number>());
  for (const [from, to] of arrows) {
    if (way === 'out') lists[from]?.add(to);
    else lists[to]?.add(from);
  }
  return lists.map((list) => [...list].sort((a, b) => a - b));
}

/**
 * A topological order, always taking the ready node that `choose` names (an index into the ready list, which is ascending).
 * Null when the arrows hold a cycle.
 */
export function topological(size: number, arrows: readonly Arrow[], choose: (ready: readonly number[]) => number): number[] | null {
  const out = neighbours(size, arrows, 'out');
  const waiting = neighbours(size, arrows, 'in').map((list) => list.length);
  const ready = waiting.flatMap((count, node) => (count === 0 ? [node] : []));
  const order: number[] = [];
  while (ready.length > 0) {
    const [node] = ready.splice(choose(ready), 1);
    if (node === undefined) break;
    order.push(node);
    for (const next of out[node] ?? []) {
      const left = (waiting[next] ?? 0) - 1;
      waiting[next] = left;
      if (left === 0) ready.splice(insertionPoint(ready, next), 0, next);
    }
  }
  return order.length === size ? order : null;
}

function insertionPoint(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ready node with the lowest number: the order of history where numbers are positions. */
export const earliest = (): number => 0;
/** Ready node with the highest number: the order least like history. */
export const latest = (ready: readonly number[]): number => ready.length - 1;
/** A choice drawn from a seed (mulberry32): the same seed, the same order on every machine. */
export function drawn(seed: number): (ready: readonly number[]) => number {
  let state = seed >>> 0;
  return (ready) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * ready.length);
  };
}

/** `has(v, u)`: u is a proper ancestor of v. The arrows must be acyclic and `order` one of their topological orders. */
export function ancestors(size: number, arrows: readonly Arrow[], order: readonly number[]): Bits {
  const bits = new Bits(size);
  const into = neighbours(size, arrows, 'in');
  for (const node of order) {
    for (const parent of into[node] ?? []) {
      bits.add(node, parent);
      bits.absorb(node, parent);
    }
  }
  return bits;
}

/** Arrows that a longer path implies: those outside the transitive reduction. */
export function implied(arrows: readonly Arrow[], size: number, above: Bits): ReadonlySet<Arrow> {
  const into = neighbours(size, arrows, 'in');
  return new Set(arrows.filter(([from, to]) => (into[to] ?? []).some((parent) => parent !== from && above.has(parent, from))));
}

/** Layer of each node: the longest path from a source, in arrows. */
export function layers(size: number, arrows: readonly Arrow[], order: readonly number[]): number[] {
  const into = neighbours(size, arrows, 'in');
  const layer = new Array<number>(size).fill(0);
  for (const node of order) {
    for (const parent of into[node] ?? []) layer[node] = Math.max(layer[node] ?? 0, (layer[parent] ?? 0) + 1);
  }
  return layer;
}

/** The most nodes in one layer: how much can be worked on at once at some point of a layered walk. 0 for no node. */
export function widest(layer: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const each of layer) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts.values()].reduce((most, count) => Math.max(most, count), 0);
}

/** Strongly connected components (Tarjan, iterative), each ascending; only those with more than one node. */
export function cycles(size: number, arrows: readonly Arrow[]): number[][] {
  const out = neighbours(size, arrows, 'out');
  const index = new Array<number>(size).fill(-1);
  const low = new Array<number>(size).fill(0);
  const stacked = new Array<boolean>(size).fill(false);
  const stack: number[] = [];
  const found: number[][] = [];
  let counter = 0;
  const enter = (node: number): { node: number; next: number } => {
    index[node] = low[node] = counter;
    counter += 1;
    stack.push(node);
    stacked[node] = true;
    return { node, next: 0 };
  };
  const close = (node: number): void => {
    if (low[node] !== index[node]) return;
    const component = stack.splice(stack.lastIndexOf(node));
    for (const member of component) stacked[member] = false;
    if (component.length > 1) found.push(component.sort((a, b) => a - b));
  };
  for (let root = 0; root < size; root += 1) {
    if (index[root] !== -1) continue;
    const path = [enter(root)];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const next = out[frame.node]?.[frame.next];
      frame.next += 1;
      if (next === undefined) {
        close(frame.node);
        path.pop();
        const above = path.at(-1);
        if (above !== undefined) low[above.node] = Math.min(low[above.node] ?? 0, low[frame.node] ?? 0);
      } else if (index[next] === -1) path.push(enter(next));
      else if (stacked[next] === true) low[frame.node] = Math.min(low[frame.node] ?? 0, index[next] ?? 0);
    }
  }
  return found.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}
