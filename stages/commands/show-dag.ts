import { writeAtomic } from '#io/files.ts';
import { table } from '#io/table.ts';
import { drawDag } from '#runtime/task/draw-dag.ts';
import { UserError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { type Agreement, compare, type Comparison } from '../graph/compare.ts';
import { dotOf } from '../graph/dot.ts';
import { mermaidOf } from '../graph/mermaid.ts';
import { shapeOf, type Shape } from '../graph/shape.ts';
import { dagText } from '../graph/text.ts';
import { isPlace, readShape, recoveredShape } from './dag-files.ts';
import type { PoolFlags } from './options.ts';
import type { Shell } from './shell.ts';

type Format = 'text' | 'dot' | 'mermaid' | 'svg';

interface ShowFlags extends PoolFlags {
  readonly format: Format;
  readonly reduced?: true | undefined;
  readonly out?: string | undefined;
}

/** Prints a DAG, or writes it. With `--json` the graph and its counts are data. */
export async function show(shell: Shell, dag: string, flags: ShowFlags): Promise<void> {
  const whole = await shapeNamed(shell, dag, flags, 'dag:show');
  const shape = flags.reduced === true ? { ...whole, edges: whole.edges.filter((edge) => !edge.implied) } : whole;
  const text = flags.json === true ? `${JSON.stringify({ ...shape, ...counts(shape) }, null, 2)}\n` : drawn(shape, flags.format);
  if (flags.out === undefined) return shell.out(text);
  await writeAtomic(flags.out, text);
  shell.out(`Wrote ${flags.out}\n`);
}

function drawn(shape: Shape, format: Format): string {
  if (format === 'dot') return dotOf(shape);
  if (format === 'mermaid') return mermaidOf(shape);
  if (format === 'svg') return drawDag(shape.nodes, shape.edges);
  const tree = dagText(
    shape.nodes,
    shape.edges.filter((edge) => !edge.implied),
  );
  return [tree, countsText(shape)].join('\n');
}

/** A place on disk, else a task of the pool. */
async function shapeNamed(shell: Shell, dag: string, flags: PoolFlags, command: string): Promise<Shape> {
  if (isPlace(dag)) return readShape(dag);
  const { withPool } = await import('./session.ts');
  const { graphOfTask } = await import('./edge.ts');
  return withPool(shell, flags, { command, writes: false }, async (session) => {
    const { units, edges, evidence } = await graphOfTask(session, dag);
    return recoveredShape(dag, units, edges, evidence);
  });
}

/** Edges by each name that they bear, all names that occur, by name; an edge counts once for each of its names. */
function countsOf(shape: Shape, namesOf: (edge: Shape['edges'][number]) => readonly string[]): Readonly<Record<string, number>> {
  const found = new Map<string, number>();
  for (const edge of shape.edges) for (const name of namesOf(edge)) found.set(name, (found.get(name) ?? 0) + 1);
  return Object.fromEntries([...found].sort(([a], [b]) => byCodeUnit(a, b)));
}
function counts(shape: Shape) {
  return {
    edgesByEvidence: countsOf(shape, (edge) => edge.kinds),
    edgesByPattern: countsOf(shape, (edge) => edge.patterns),
  };
}

function countsText(shape: Shape): string {
  const { edgesByEvidence, edgesByPattern } = counts(shape);
  const implied = shape.edges.filter((edge) => edge.implied).length;
  const rows = [
    { of: '', name: `${shape.nodes.length} units, ${shape.layers} layers, at most ${shape.width} wide`, edges: shape.edges.length },
    ...(implied === 0 ? [] : [{ of: '', name: 'implied by others, and not drawn', edges: implied }]),
    ...Object.entries(edgesByEvidence).map(([name, edges]) => ({ of: 'evidence', name, edges })),
    ...Object.entries(edgesByPattern).map(([name, edges]) => ({ of: 'pattern', name, edges })),
  ];
  return table(rows, [
    { head: 'edges', cell: (row) => row.edges, right: true },
    { head: 'by', cell: (row) => row.of },
    { head: 'name', cell: (row) => row.name },
  ]);
}

interface CompareFlags extends PoolFlags {
  readonly by: 'id' | 'change';
}

/** Prints how far a agrees with b. */
export async function compareDags(shell: Shell, a: string, b: string, flags: CompareFlags): Promise<void> {
  const named = async (dag: string): Promise<Shape> => {
    const shape = await shapeNamed(shell, dag, flags, 'dag:compare');
    return flags.by === 'id' ? shape : byChange(shape, dag);
  };
  const found = compare(await named(a), await named(b));
  shell.out(flags.json === true ? `${JSON.stringify({ a, b, by: flags.by, ...found }, null, 2)}\n` : comparisonText(found));
}

/** The same graph with its units called by the first change that each is of: what two scans of one history share. */
function byChange(shape: Shape, place: string): Shape {
  const names = new Map(shape.nodes.map((node) => [node.id, node.change]));
  const nameOf = (id: string): string => {
    const change = names.get(id) ?? null;
    if (change === null)
      throw new UserError(
        place,
        `does not say of which change ${id} is`,
        'Give a file of dag:scan --out or a task of the pool, or compare by id.',
      );
    return change;
  };
  const renamed = shapeOf(
    shape.name,
    shape.nodes.map((node) => ({ ...node, id: nameOf(node.id) })),
    shape.edges.map((edge) => ({ ...edge, from: nameOf(edge.from), to: nameOf(edge.to) })),
  );
  if ('cycle' in renamed) throw new Error(`${place}: renaming its units closed a cycle`);
  return renamed.shape;
}

const SHOWN = 10;
const share = (value: number | null): string => (value === null ? '-' : value.toFixed(3));

function comparisonText(found: Comparison): string {
  const row = (what: string, { a, b, common, precision, recall, f1 }: Agreement) => ({ what, a, b, common, precision, recall, f1 });
  const sets = table(
    [row('edges', found.edges), row('closure', found.closure)],
    [
      { head: '', cell: (each) => each.what },
      { head: 'a', cell: (each) => each.a, right: true },
      { head: 'b', cell: (each) => each.b, right: true },
      { head: 'common', cell: (each) => each.common, right: true },
      { head: 'precision', cell: (each) => share(each.precision), right: true },
      { head: 'recall', cell: (each) => share(each.recall), right: true },
      { head: 'F1', cell: (each) => share(each.f1), right: true },
    ],
  );
  const only = (ids: readonly string[]): string =>
    ids.length === 0 ? 'none' : `${ids.length}: ${ids.slice(0, SHOWN).join(', ')}${ids.length > SHOWN ? ', …' : ''}`;
  const rows: readonly (readonly [string, string])[] = [
    ['layer rho', found.layerRho === null ? `unscored: ${found.rhoUnscored}` : share(found.layerRho)],
    ['critical path ratio', `${share(found.criticalPathRatio.a)}, reference ${share(found.criticalPathRatio.b)}`],
    ['width ratio', share(found.widthRatio)],
    ['units in both', String(found.unitsInBoth)],
    ['only in a', only(found.onlyInA)],
    ['only in b', only(found.onlyInB)],
  ];
  return `${sets}\n${table(rows, [
    { head: 'measure', cell: ([name]) => name },
    { head: 'value', cell: ([, value]) => value },
  ])}`;
}
