export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/**
 * One valid order: always the ready node that comes first in `nodes`. Null when the arrows have a cycle.
 * Arrows whose ends are not in `nodes` are left out.
 */
export function topological(nodes: readonly string[], arrows: readonly Arrow[]): readonly string[] | null {
  const known = new Set(nodes);
  const needs = new Map<string, Set<string>>(nodes.map((node) => [node, new Set<string>()]));
  for (const { from, to } of arrows) if (known.has(from) && known.has(to)) needs.get(to)?.add(from);
  const order: string[] = [];
  const done = new Set<string>();
  while (order.length < nodes.length) {
    const next = nodes.find((node) => !done.has(node) && [...(needs.get(node) ?? [])].every((need) => done.has(need)));
    if (next === undefined) return null;
    done.add(next);
    order.push(next);
  }
  return order;
}

/** Longest path from a source, per node; null on a cycle. */
export function layersOf(nodes: readonly string[], arrows: readonly Arrow[]): ReadonlyMap<string, number> | null {
  const order = topological(nodes, arrows);
  if (order === null) return null;
  const layers = new Map<string, number>();
  for (const node of order) {
    const above = arrows.filter((arrow) => arrow.to === node).map((arrow) => layers.get(arrow.from) ?? -1);
    layers.set(node, Math.max(-1, ...above) + 1);
  }
  return layers;
}
