import type { Ambiguity, Denial, Edge, Evidence, Unit } from '#schema/dag.ts';
import type { Seen, Touch } from '../recover-dag/overlap.ts';

/** A recovered graph with the changes it is of, in the order of history. */
export interface Explainable {
  readonly name: string;
  readonly units: readonly Unit[];
  readonly edges: readonly Edge[];
  readonly evidence: readonly Evidence[];
  readonly denied: readonly Denial[];
  readonly ambiguous: readonly Ambiguity[];
}

export type ReasonKind =
  | 'same-unit'
  | 'order'
  | 'implied-by-others'
  | 'hot'
  | 'denied-file'
  | 'ambiguous'
  | 'whitespace-only'
  | 'blank-lines'
  | 'beside'
  | 'name-not-resolved'
  | 'same-file'
  | 'unconnected';
/** Why there is no edge: what was seen, and why it was not enough. */
export interface Reason {
  readonly kind: ReasonKind;
  readonly text: string;
}

export interface EdgeWhy {
  readonly task: string;
  readonly u: string;
  readonly v: string;
  readonly edge: Edge | null;
  /** Of the edge; without one, what was seen and did not suffice. */
  readonly evidence: readonly Evidence[];
  /** Units of a longer way from u to v, ends included; null when v does not need u. */
  readonly way: readonly string[] | null;
  /** Why there is no edge, most telling first. Empty when there is one. */
  readonly reasons: readonly Reason[];
  /** Lines and names looked at again; null where that was not asked for, or could not be done. */
  readonly seen: Seen | null;
}

/** Explains one pair. `seen` is what a look at the lines found, where somebody looked. Pure. */
export function explain(graph: Explainable, from: Unit, to: Unit, seen: Seen | null): EdgeWhy {
  const edge = graph.edges.find((each) => each.from === from.id && each.to === to.id) ?? null;
  const evidence = graph.evidence.filter((each) =>
    edge === null ? each.from === from.id && each.to === to.id : edge.evidence.includes(each.id),
  );
  const way = wayBetween(graph.edges, from.id, to.id);
  const reasons = edge === null ? reasonsOf({ graph, from, to, evidence, way, seen }) : [];
  return { task: graph.name, u: from.id, v: to.id, edge, evidence, way, reasons, seen };
}

/** The shortest way along edges, ends included; among equals the first by the order of edges. */
function wayBetween(edges: readonly Edge[], from: string, to: string): string[] | null {
  const next = new Map<string, string[]>();
  for (const edge of edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge.to]);
  const cameFrom = new Map<string, string | null>([[from, null]]);
  for (const node of cameFrom.keys()) {
    if (node === to) break;
    for (const each of next.get(node) ?? []) if (!cameFrom.has(each)) cameFrom.set(each, node);
  }
  if (!cameFrom.has(to)) return null;
  const way: string[] = [];
  for (let node: string | null = to; node !== null; node = cameFrom.get(node) ?? null) way.unshift(node);
  return way;
}

interface Case {
  readonly graph: Explainable;
  readonly from: Unit;
  readonly to: Unit;
  readonly evidence: readonly Evidence[];
  readonly way: readonly string[] | null;
  readonly seen: Seen | null;
}

function reasonsOf(one: Case): Reason[] {
  const { graph, from, to, evidence, way, seen } = one;
  const reasons: Reason[] = [];
  const first = (unit: Unit): number => Math.min(...unit.steps.map((step) => step.position));
  if (from.id === to.id) return [{ kind: 'same-unit', text: 'a unit does not require itself' }];
  if (first(from) > first(to)) reasons.push({ kind: 'order', text: `${from.id} landed after ${to.id}: an edge never leads back in time` });
  if (way !== null && way.length > 2)
    reasons.push({ kind: 'implied-by-others', text: `${to.id} requires ${from.id} by way of ${way.slice(1, -1).join(', ')}` });
  const hot = [...new Set(evidence.filter((each) => each.hot).map((each) => each.path))];
  if (hot.length > 0)
    reasons.push({ kind: 'hot', text: `all evidence lies in hot files, which admit no edge by themselves: ${hot.join(', ')}` });
  const shared = from.files.filter((file) => to.files.some((other) => other.path === file.path)).map((file) => file.path);
  for (const { path, rule } of graph.denied)
    if (shared.includes(path)) reasons.push({ kind: 'denied-file', text: `both touch ${path}, which bears no evidence: ${rule}` });
  reasons.push(...unclear(one), ...(seen === null ? [] : touched(one, seen)));
  const plain = shared.filter((path) => !graph.denied.some((each) => each.path === path));
  if (evidence.length === 0 && plain.length > 0)
    reasons.push({
      kind: 'same-file',
      text: `both touch ${plain.join(', ')}, and ${to.id} neither rewrites nor stands inside what ${from.id} wrote there`,
    });
  if (reasons.length === 0)
    reasons.push({ kind: 'unconnected', text: `${to.id} edits no line, uses no definition and runs no test of ${from.id}` });
  return reasons;
}

/** Uses in v of a name of which u brought one of several definitions. */
function unclear({ graph, from, to }: Case): Reason[] {
  const changes = new Set(to.steps.map((step) => step.change));
  const symbols = new Set(from.symbols);
  const isOfU = (candidate: string): boolean =>
    from.files.some(
      ({ path, role }) => candidate.startsWith(`${path}: `) && (role === 'test' || symbols.has(candidate.slice(path.length + 2))),
    );
  return graph.ambiguous
    .filter((each) => changes.has(each.change) && each.candidates.some(isOfU))
    .map(({ path, line, name, candidates }) => ({
      kind: 'ambiguous',
      text: `${path}:${line} uses ${name}, which may be any of ${candidates.join(', ')}: two candidates are no evidence`,
    }));
}

const TOLD: Readonly<Record<Exclude<Touch, 'rewrites'>, { readonly kind: ReasonKind; readonly why: string }>> = {
  'whitespace-by-later': { kind: 'whitespace-only', why: 'the later changes nothing but their whitespace' },
  'whitespace-by-earlier': {
    kind: 'whitespace-only',
    why: 'the earlier had changed nothing but their whitespace, so they are an older change’s',
  },
  blank: { kind: 'blank-lines', why: 'they are blank, and nobody owns a blank line' },
  beside: { kind: 'beside', why: 'the later adds next to them and rewrites none: neighbourhood is no evidence' },
};

/** What a look at the lines found beside evidence, and what it did not find. */
function touched({ graph, from, to, evidence }: Case, { overlaps, names }: Seen): Reason[] {
  const reasons: Reason[] = [];
  const denied = new Set(graph.denied.map((each) => each.path));
  for (const { touch, path, lines } of overlaps) {
    if (touch !== 'rewrites') reasons.push({ kind: TOLD[touch].kind, text: `${path}:${lines.join(',')}: ${TOLD[touch].why}` });
    else if (!denied.has(path) && !evidence.some((each) => each.path === path))
      reasons.push({
        kind: 'denied-file',
        text: `${path}:${lines.join(',')}: rewritten by ${to.id}, but the file is neither source nor test in one of the changes`,
      });
  }
  const linked = new Set(evidence.map((each) => each.symbol?.slice(each.symbol.lastIndexOf('.') + 1)));
  const contended = new Set(
    graph.ambiguous.filter((each) => to.steps.some((step) => step.change === each.change)).map((each) => each.name),
  );
  for (const { name, path, line } of names) {
    if (linked.has(name) || contended.has(name)) continue;
    reasons.push({
      kind: 'name-not-resolved',
      text: `${path}:${line} holds the name ${name}, which ${from.id} introduced, but no use there resolves to it: another thing of that name, a comment, a string, or a value of unknown type`,
    });
  }
  return reasons;
}
