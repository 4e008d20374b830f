import { nearest } from '#io/nearest.ts';
import { table } from '#io/table.ts';
import { type Edge, type Evidence, Recovered, type Unit } from '#schema/dag.ts';
import { UserError } from '#schema/errors.ts';
import { Validated } from '#schema/task.ts';
import type { Session } from './session.ts';

type Graph = Pick<Recovered, 'units' | 'edges' | 'evidence' | 'denied' | 'ambiguous'>;

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
  readonly reasons: readonly string[];
}

/** Explains one pair from what the last build found: proofs by execution where the task was validated, else the static graph. */
export async function explainEdge(session: Session, task: string, u: string, v: string): Promise<EdgeWhy> {
  const graph = await graphOf(session, task);
  const from = unitOf(graph, task, u);
  const to = unitOf(graph, task, v);
  const edge = graph.edges.find((each) => each.from === from.id && each.to === to.id) ?? null;
  const evidence = graph.evidence.filter((each) =>
    edge === null ? each.from === from.id && each.to === to.id : edge.evidence.includes(each.id),
  );
  const way = wayBetween(graph.edges, from.id, to.id);
  return { task, u: from.id, v: to.id, edge, evidence, way, reasons: edge === null ? reasonsOf(graph, from, to, evidence, way) : [] };
}

async function graphOf(session: Session, task: string): Promise<Graph> {
  const { rows } = await session.run({ act: 'look' });
  const objectOf = (stage: string) =>
    rows
      .filter((row) => row.stage === stage)
      .flatMap((row) => row.outcomes ?? [])
      .find((each) => each.key === task);
  const recovered = objectOf('recover-dag');
  if (recovered === undefined || !('object' in recovered)) {
    const known = rows.filter((row) => row.stage === 'recover-dag').map((row) => row.key);
    const meant = nearest(task, known);
    const why =
      recovered === undefined
        ? 'is no task of this pool, or its DAG was never recovered'
        : `was dropped: ${recovered.dropped} (${recovered.detail})`;
    throw new UserError(task, why, meant === null ? 'See pool:status, or run stage:recover-dag.' : `Did you mean ${meant}?`);
  }
  const graph = await session.value(recovered.object, Recovered);
  const validated = objectOf('validate');
  return validated !== undefined && 'object' in validated ? { ...graph, ...(await session.value(validated.object, Validated)) } : graph;
}

function unitOf(graph: Graph, task: string, name: string): Unit {
  const id = /^\d+$/.test(name) ? `unit_${name.padStart(3, '0')}` : name;
  const unit = graph.units.find((each) => each.id === id);
  if (unit === undefined)
    throw new UserError(task, `has no unit ${id}`, `Its units are ${graph.units[0]?.id} to ${graph.units.at(-1)?.id}.`);
  return unit;
}

function wayBetween(edges: readonly Edge[], from: string, to: string): string[] | null {
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const end = way.at(-1);
    if (end === to) return way;
    for (const edge of edges) {
      if (edge.from !== end || seen.has(edge.to)) continue;
      seen.add(edge.to);
      ways.push([...way, edge.to]);
    }
  }
  return null;
}

function reasonsOf(graph: Graph, from: Unit, to: Unit, evidence: readonly Evidence[], way: readonly string[] | null): string[] {
  const reasons: string[] = [];
  const first = (unit: Unit): number => Math.min(...unit.steps.map((step) => step.position));
  if (from.id === to.id) reasons.push('a unit does not require itself');
  else if (first(from) > first(to)) reasons.push(`${from.id} landed after ${to.id}: an edge never leads back in time`);
  if (way !== null && way.length > 2) reasons.push(`${to.id} requires ${from.id} by way of ${way.slice(1, -1).join(', ')}`);
  const hot = evidence.filter((each) => each.hot);
  if (hot.length > 0)
    reasons.push(
      `all evidence lies in hot files, which admit no edge by themselves: ${[...new Set(hot.map((each) => each.path))].join(', ')}`,
    );
  const shared = from.files.filter((file) => to.files.some((other) => other.path === file.path)).map((file) => file.path);
  for (const denied of graph.denied.filter((each) => shared.includes(each.path)))
    reasons.push(`both touch ${denied.path}, which bears no evidence: ${denied.rule}`);
  const changes = new Set(to.steps.map((step) => step.change));
  for (const each of graph.ambiguous.filter(
    (unclear) =>
      changes.has(unclear.change) &&
      unclear.candidates.some((candidate) => from.files.some((file) => candidate === file.path || candidate.startsWith(`${file.path}: `))),
  )) {
    reasons.push(
      `${each.path}:${each.line} uses ${each.name}, which may be any of ${each.candidates.join(', ')}: two candidates are no evidence`,
    );
  }
  const plain = shared.filter((path) => !graph.denied.some((each) => each.path === path));
  if (evidence.length === 0 && plain.length > 0)
    reasons.push(`both touch ${plain.join(', ')}, and ${to.id} neither rewrites nor stands inside what ${from.id} wrote there`);
  if (reasons.length === 0) reasons.push(`${to.id} edits no line, uses no definition and runs no test of ${from.id}`);
  return reasons;
}

export function edgeText(why: EdgeWhy): string {
  const pair = `${why.u} → ${why.v}`;
  const { edge } = why;
  const head =
    edge === null
      ? `${pair}: no edge.\n${why.reasons.map((reason) => `  ${reason}\n`).join('')}`
      : `${pair}: ${edge.proof}${edge.implied ? ', implied by other edges' : ''}; ${edge.patterns.join(', ') || 'no pattern'}\n`;
  if (why.evidence.length === 0) return head;
  return `${head}\n${table(why.evidence, [
    { head: 'evidence', cell: (each) => each.id },
    { head: 'kind', cell: (each) => `${each.kind}${each.hot ? ' (hot)' : ''}` },
    { head: 'where', cell: (each) => `${each.path}${each.lines.length > 0 ? `:${each.lines.join(',')}` : ''}` },
    {
      head: 'symbol',
      cell: (each) => (each.symbol === null ? '' : `${each.symbol}${each.definedIn === null ? '' : ` of ${each.definedIn}`}`),
    },
    { head: 'how', cell: (each) => each.how },
    { head: 'change', cell: (each) => each.change.slice(0, 12) },
    { head: 'introduced by', cell: (each) => each.introducedBy.slice(0, 12) },
  ])}`;
}
