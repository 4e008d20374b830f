import { byCodeUnit } from '#schema/primitives.ts';
import { ancestors, type Arrow, type Bits, cycles, earliest, implied, layers, topological, widest } from './arrows.ts';

export interface Node {
  readonly id: string;
  /** What a person calls it; may be empty, and may hold anything. */
  readonly title: string;
  readonly layer: number;
  /** Id of the first change of a unit that was recovered from history; null for other graphs. */
  readonly change: string | null;
}
export interface Link {
  readonly from: string;
  readonly to: string;
  /** True when other edges imply it (outside the transitive reduction). */
  readonly implied: boolean;
  /** Kinds of the evidence that admits it, each once; [] where the graph does not tell. */
  readonly kinds: readonly string[];
  readonly patterns: readonly string[];
}
/** A DAG of units, as pictures and comparisons need it. Nodes by id, edges by `from`, then `to`, each once. */
export interface Shape {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly edges: readonly Link[];
  readonly layers: number;
  readonly width: number;
}

type GivenNode = Pick<Node, 'id' | 'title' | 'change'>;
type GivenEdge = Omit<Link, 'implied'>;

/** The arrows over nodes that a graph's ids stand for: index by id. Ends that are no node are an error of the caller. */
export interface Indexed {
  readonly arrows: readonly Arrow[];
  /** `has(v, u)`: u is a proper ancestor of v. */
  readonly above: Bits;
  readonly layers: readonly number[];
}

/** Null when the arrows hold a cycle. */
export function indexed(ids: readonly string[], edges: readonly { readonly from: string; readonly to: string }[]): Indexed | null {
  const index = new Map(ids.map((id, position) => [id, position]));
  const arrows = edges.map(({ from, to }): Arrow => [index.get(from) ?? -1, index.get(to) ?? -1]);
  const order = topological(ids.length, arrows, earliest);
  if (order === null) return null;
  return { arrows, above: ancestors(ids.length, arrows, order), layers: layers(ids.length, arrows, order) };
}

/** Orders a graph, reduces it and gives it layers: the longest path from a source. A list of ids on a cycle when it is no DAG. */
export function shapeOf(
  name: string,
  given: readonly GivenNode[],
  edges: readonly GivenEdge[],
): { readonly shape: Shape } | { readonly cycle: readonly string[] } {
  const nodes = [...given].sort((a, b) => byCodeUnit(a.id, b.id));
  const ids = nodes.map((node) => node.id);
  const once = [...new Map(edges.map((edge) => [JSON.stringify([edge.from, edge.to]), edge])).values()].sort(
    (a, b) => byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to),
  );
  const graph = indexed(ids, once);
  if (graph === null) return { cycle: cycleOf(ids, once) };
  const shortcuts = implied(graph.arrows, ids.length, graph.above);
  const depth = graph.layers;
  return {
    shape: {
      name,
      nodes: nodes.map((node, at) => ({ ...node, layer: depth[at] ?? 0 })),
      edges: once.map(({ from, to, kinds, patterns }, at) => {
        const arrow = graph.arrows[at];
        return { from, to, implied: arrow !== undefined && shortcuts.has(arrow), kinds, patterns };
      }),
      layers: depth.reduce((most, layer) => Math.max(most, layer + 1), 0),
      width: widest(depth),
    },
  };
}

function cycleOf(ids: readonly string[], edges: readonly GivenEdge[]): string[] {
  const loop = edges.find((edge) => edge.from === edge.to);
  if (loop !== undefined) return [loop.from];
  const index = new Map(ids.map((id, position) => [id, position]));
  const [knot = []] = cycles(
    ids.length,
    edges.map(({ from, to }): Arrow => [index.get(from) ?? -1, index.get(to) ?? -1]),
  );
  return knot.flatMap((node) => ids[node] ?? []);
}

/** Nodes layer by layer, each by id. */
export function byLayer(shape: Shape): (readonly Node[])[] {
  return Array.from({ length: shape.layers }, (_, layer) => shape.nodes.filter((node) => node.layer === layer));
}

/** A text on one line: line ends and other control characters, which no picture can hold, become visible stand-ins. */
export function printable(text: string): string {
  return text
    .replace(/\r\n|[\n\r\u2028\u2029]/gu, ' ')
    .replace(/\t/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
