import { createRepositories } from '#io/repositories.ts';
import { exists } from '#io/files.ts';
import { nearest } from '#io/nearest.ts';
import { table } from '#io/table.ts';
import { Recovered, type Unit } from '#schema/dag.ts';
import { UserError } from '#schema/errors.ts';
import { Validated } from '#schema/task.ts';
import { type EdgeWhy, explain, type Explainable } from '../graph/explain.ts';
import { look, type LookedAt, type Seen } from '../recover-dag/overlap.ts';
import { readDagFile } from './dag-files.ts';
import type { Session } from './session.ts';

/** A graph with what a look at its lines needs. */
export interface Graph extends Explainable {
  readonly changes: readonly (LookedAt & { readonly id: string; readonly subject: string })[];
  readonly gitDir: string;
}

/** What `dag:why` and `dag:why-not` print. */
export interface Explained extends EdgeWhy {
  /** The changes of each unit, in the order of history. */
  readonly changes: Readonly<Record<'u' | 'v', readonly { readonly id: string; readonly subject: string }[]>>;
  /** Why lines and names were not looked at; null when they were, or nobody asked. */
  readonly notLooked: string | null;
}

/** A pool's graph as the last build found it: proofs by execution where the task was validated, else the static graph. */
export async function graphOfTask(session: Session, task: string): Promise<Graph> {
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
  const { candidate, ...dag } = await session.value(recovered.object, Recovered);
  const graph = { ...dag, name: task, changes: candidate.changes, gitDir: candidate.gitDir };
  const validated = objectOf('validate');
  if (validated === undefined || !('object' in validated)) return graph;
  const { units, edges, evidence } = await session.value(validated.object, Validated);
  return { ...graph, units, edges, evidence };
}

/** The graph in a file that `dag:scan --out` wrote. */
export async function graphOfFile(place: string): Promise<Graph> {
  return { ...(await readDagFile(place)), name: place };
}

/** Explains one pair; with `looking`, lines and names are looked at again in the clone. */
export async function explainEdge(graph: Graph, u: string, v: string, looking: boolean): Promise<Explained> {
  const [from, to] = [unitOf(graph, u), unitOf(graph, v)];
  const looked = looking ? await lookBetween(graph, from, to) : { seen: null, notLooked: null };
  const changes = (unit: Unit) =>
    unit.steps.map(({ change, position }) => ({ id: change, subject: graph.changes[position]?.subject ?? unit.subject }));
  return { ...explain(graph, from, to, looked.seen), changes: { u: changes(from), v: changes(to) }, notLooked: looked.notLooked };
}

async function lookBetween(graph: Graph, from: Unit, to: Unit): Promise<{ readonly seen: Seen | null; readonly notLooked: string | null }> {
  const positions = (unit: Unit) => new Set(unit.steps.map((step) => step.position));
  if (from.id === to.id) return { seen: null, notLooked: null };
  if (!(await exists(graph.gitDir))) return { seen: null, notLooked: `its clone is gone (${graph.gitDir})` };
  await using repository = await createRepositories({ cacheDir: graph.gitDir, mirrors: [] }).reopen(graph.gitDir);
  return { seen: await look(repository, graph.changes, positions(from), positions(to), from.symbols), notLooked: null };
}

function unitOf({ name, units }: Graph, asked: string): Unit {
  const id = /^\d+$/.test(asked) ? `unit_${asked.padStart(3, '0')}` : asked;
  const unit = units.find((each) => each.id === id);
  if (unit === undefined) throw new UserError(name, `has no unit ${id}`, `Its units are ${units[0]?.id} to ${units.at(-1)?.id}.`);
  return unit;
}

export function edgeText(why: Explained): string {
  const { edge } = why;
  const pair = `${why.u} → ${why.v}`;
  const head =
    edge === null
      ? `${pair}: no edge.\n${why.reasons.map(({ text }) => `  ${text}\n`).join('')}`
      : `${pair}: ${edge.proof}${edge.implied ? ', implied by other edges' : ''}; ${edge.patterns.join(', ') || 'no pattern'}\n`;
  const looked = why.notLooked === null ? '' : `  Lines and names were not looked at: ${why.notLooked}.\n`;
  return [`${head}${looked}`, changesText(why), ...(why.evidence.length === 0 ? [] : [evidenceText(why)])].join('\n');
}

function changesText({ u, v, changes }: Explained): string {
  const rows = [...changes.u.map((change) => ({ unit: u, ...change })), ...changes.v.map((change) => ({ unit: v, ...change }))];
  return table(rows, [
    { head: 'unit', cell: (row) => row.unit },
    { head: 'change', cell: (row) => row.id.slice(0, 12) },
    { head: 'subject', cell: (row) => row.subject },
  ]);
}

function evidenceText({ evidence }: Explained): string {
  return table(evidence, [
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
  ]);
}
