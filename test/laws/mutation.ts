import type { Edge, Evidence, Recovered, Unit } from '#schema/dag.ts';
import { ancestry, isAcyclic, requirements } from './structure.ts';

/** One way to break a right result; null where it holds nothing to break so. */
export type Mutation = (right: Recovered) => Recovered | null;

export function replaced<T>(items: readonly T[], which: (item: T) => boolean, change: (item: T) => T): T[] | null {
  const at = items.findIndex(which);
  return at < 0 ? null : items.map((item, index) => (index === at ? change(item) : item));
}
export const withEdges = (right: Recovered, edges: Edge[] | null): Recovered | null => (edges === null ? null : { ...right, edges });
export const withEvidence = (right: Recovered, evidence: Evidence[] | null): Recovered | null =>
  evidence === null ? null : { ...right, evidence };
export const withOutside = (right: Recovered, outside: Recovered['outside'] | null): Recovered | null =>
  outside === null ? null : { ...right, outside };

/** What follows from edges, asked afresh: so that a mutation of edges breaks no other law by the way. */
export function settled(right: Recovered): Recovered {
  if (!isAcyclic(right)) return right;
  const direct = requirements(right);
  const depth = (unit: string): number => Math.max(0, ...(direct.get(unit) ?? []).map((from) => depth(from) + 1));
  const edges = right.edges.map((edge) => ({
    ...edge,
    implied: (direct.get(edge.to) ?? []).some((between) => between !== edge.from && ancestry(direct, between).has(edge.from)),
  }));
  const units = right.units.map((unit) => ({ ...unit, layer: depth(unit.id), parents: [...(direct.get(unit.id) ?? [])] }));
  const depths = units.map((unit) => unit.layer);
  const width = Math.max(0, ...depths.map((layer) => depths.filter((other) => other === layer).length));
  return { ...right, edges, units, layers: Math.max(-1, ...depths) + 1, width };
}

export function withoutEdge(right: Recovered, gone: Edge): Recovered {
  return settled({
    ...right,
    edges: right.edges.filter((edge) => edge !== gone),
    evidence: right.evidence.filter((piece) => piece.from !== gone.from || piece.to !== gone.to),
  });
}

/** An edge that bears all that an edge must: a piece that composition might have found. */
export function withEdge(right: Recovered, from: Unit, to: Unit): Recovered {
  const [earlier, later] = [from.steps[0], to.steps[0]];
  const piece: Evidence = {
    id: 'e9999',
    kind: 'does-not-apply-without',
    from: from.id,
    to: to.id,
    change: later?.change ?? '',
    introducedBy: earlier?.change ?? '',
    path: 'pkg/apple.py',
    lines: [],
    symbol: null,
    definedIn: null,
    how: 'composing without it: contents',
    hot: false,
  };
  const edge: Edge = {
    from: from.id,
    to: to.id,
    patterns: ['structural-module-reuse'],
    evidence: [piece.id],
    proof: 'proven',
    implied: false,
  };
  return settled({ ...right, edges: [...right.edges, edge], evidence: [...right.evidence, piece] });
}
