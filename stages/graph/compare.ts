import { byCodeUnit } from '#schema/primitives.ts';
import { indexed, type Shape } from './shape.ts';
import { spearman } from './spearman.ts';

/** Agreement of two sets of pairs. A ratio without a denominator is null: there is nothing to score, which is neither 0 nor 1. */
export interface Agreement {
  readonly a: number;
  readonly b: number;
  readonly common: number;
  /** Of the pairs of a, the share that b has. */
  readonly precision: number | null;
  /** Of the pairs of b, the share that a has. */
  readonly recall: number | null;
  /** `2 common / (a + b)`: the harmonic mean of the two wherever both are there, and 0 when nothing is common. */
  readonly f1: number | null;
}

export interface Comparison {
  readonly unitsInBoth: number;
  readonly onlyInA: readonly string[];
  readonly onlyInB: readonly string[];
  /** Direct prerequisite edges (paper, appendix K.1, equations 7 and 8). */
  readonly edges: Agreement;
  /** Pairs of the transitive closures (K.2, equations 9 and 10): credits an order that goes another way. */
  readonly closure: Agreement;
  /** Spearman's rank correlation of the layers of the units in both, ties at their mean rank (K.3, equation 11); null with its reason in `rhoUnscored`. */
  readonly layerRho: number | null;
  readonly rhoUnscored: string | null;
  /** Longest path in nodes by all nodes (K.4, equation 12), of each. */
  readonly criticalPathRatio: { readonly a: number | null; readonly b: number | null };
  /** Widest layer of a by that of b (K.5, equation 13). */
  readonly widthRatio: number | null;
}

/**
 * Compares a graph with a reference by the names of their units: a is judged, b is the reference. Edges count with all their ends, also
 * where a unit is in one graph only, as the paper has them. Layers are those of each whole graph.
 */
export function compare(a: Shape, b: Shape): Comparison {
  const inA = new Map(a.nodes.map((node) => [node.id, node.layer]));
  const inB = new Map(b.nodes.map((node) => [node.id, node.layer]));
  const both = [...inA.keys()].filter((id) => inB.has(id)).sort(byCodeUnit);
  const rho = spearman(
    both.map((id) => inA.get(id) ?? 0),
    both.map((id) => inB.get(id) ?? 0),
  );
  return {
    unitsInBoth: both.length,
    onlyInA: [...inA.keys()].filter((id) => !inB.has(id)).sort(byCodeUnit),
    onlyInB: [...inB.keys()].filter((id) => !inA.has(id)).sort(byCodeUnit),
    edges: edgeAgreement(a, b),
    closure: closureAgreement(a, b),
    layerRho: 'unscored' in rho ? null : rho.value,
    rhoUnscored: 'unscored' in rho ? rho.unscored : null,
    criticalPathRatio: { a: ratio(a.layers, a.nodes.length), b: ratio(b.layers, b.nodes.length) },
    widthRatio: ratio(a.width, b.width),
  };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function agreement(a: number, b: number, common: number): Agreement {
  return { a, b, common, precision: ratio(common, a), recall: ratio(common, b), f1: ratio(2 * common, a + b) };
}

function edgeAgreement(a: Shape, b: Shape): Agreement {
  const keyOf = ({ from, to }: { readonly from: string; readonly to: string }): string => JSON.stringify([from, to]);
  const ofB = new Set(b.edges.map(keyOf));
  return agreement(a.edges.length, b.edges.length, a.edges.filter((edge) => ofB.has(keyOf(edge))).length);
}

function closureAgreement(a: Shape, b: Shape): Agreement {
  const ids = [...new Set([...a.nodes, ...b.nodes].map((node) => node.id))];
  const [left, right] = [indexed(ids, a.edges), indexed(ids, b.edges)];
  if (left === null || right === null) throw new Error('a shape holds a cycle');
  let [inA, inB, common] = [0, 0, 0];
  for (let v = 0; v < ids.length; v += 1) {
    for (let u = 0; u < ids.length; u += 1) {
      const [hasA, hasB] = [left.above.has(v, u), right.above.has(v, u)];
      if (hasA) inA += 1;
      if (hasB) inB += 1;
      if (hasA && hasB) common += 1;
    }
  }
  return agreement(inA, inB, common);
}
