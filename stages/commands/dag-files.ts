import { basename, join } from 'node:path';
import { z } from 'zod';
import { kindOf, readBytes, readTextIfThere } from '#io/files.ts';
import { checkJson } from '#io/json.ts';
import { readJson } from '#io/json-text.ts';
import { parseYaml, problemsAsMessage } from '#io/yaml.ts';
import { type Edge, Evidence, type Unit } from '#schema/dag.ts';
import { UserError } from '#schema/errors.ts';
import { ModuleDag, UnitDag } from '#schema/task.ts';
import { shapeOf, type Shape } from '../graph/shape.ts';
import { DagFile } from '../scan/dag-file.ts';

type Given = Parameters<typeof shapeOf>;

const PlainEdge = z.union([
  z.tuple([z.string(), z.string()]).transform(([from, to]) => ({ from, to })),
  z.looseObject({ from: z.string(), to: z.string() }),
]);
/** A graph as anyone would write it: `[["a", "b"]]`, or `{nodes: ["a", "b"], edges: [{from: "a", to: "b"}]}`. */
const PlainGraph = z.union([
  z.array(PlainEdge).transform((edges) => ({ nodes: [], edges })),
  z.looseObject({
    nodes: z
      .array(z.union([z.string().transform((id) => ({ id, title: '' })), z.looseObject({ id: z.string(), title: z.string().default('') })]))
      .default([]),
    edges: z.array(PlainEdge),
  }),
]);
const TaskTitles = z.looseObject({ units: z.array(z.looseObject({ unit_id: z.string(), title: z.string() })).default([]) });

/** True for what names a place on disk and no task. */
export function isPlace(name: string): boolean {
  const kind = kindOf(name);
  return kind === 'file' || kind === 'directory' || kind === 'link';
}

/** A graph from a task directory, a `unit_dag.json`, a `module_dag.yaml`, a file of `dag:scan --out`, or a plain list of edges. */
export async function readShape(place: string): Promise<Shape> {
  if (kindOf(place) !== 'directory') return readFile(place, await readBytes(place));
  const dag = join(place, 'unit_dag.json');
  if (kindOf(dag) === null)
    throw new UserError(place, 'holds no unit_dag.json', 'Name a task directory, a graph file, or a task of the pool.');
  return unitShape(dag, basename(place), checked(await readBytes(dag), dag, UnitDag), await titlesOf(place), await kindsOf(place));
}

/** The file that `dag:scan --out` wrote. */
export async function readDagFile(place: string): Promise<DagFile> {
  return checked(await readBytes(place), place, DagFile);
}

/** Units and edges as the stages have them. */
export function recoveredShape(
  name: string,
  units: readonly Pick<Unit, 'id' | 'subject' | 'steps'>[],
  edges: readonly Edge[],
  evidence: readonly Evidence[],
): Shape {
  const kinds = new Map(evidence.filter((each) => !each.hot).map((each) => [each.id, each.kind]));
  return made(
    name,
    name,
    units.map(({ id, subject, steps }) => ({ id, title: subject, change: steps[0]?.change ?? null })),
    edges.map(({ from, to, patterns, evidence: ids }) => ({
      from,
      to,
      patterns,
      kinds: [...new Set(ids.flatMap((id) => kinds.get(id) ?? []))],
    })),
  );
}

function readFile(place: string, content: Buffer): Shape {
  const name = basename(place);
  if (/\.ya?ml$/.test(name)) {
    const { project, nodes, edges } = parseYaml(content, place, ModuleDag);
    return made(
      place,
      project,
      nodes.map(({ id, label }) => ({ id, title: label === id ? '' : label, change: null })),
      edges.map(plain),
    );
  }
  const outline = z
    .looseObject({ format: z.string().optional(), repo_id: z.string().optional() })
    .safeParse(readJson(content.toString('utf8'))?.value);
  if (outline.success && outline.data.format === 'loopsmith-dag') {
    const { units, edges, evidence, repository } = checked(content, place, DagFile);
    return recoveredShape(repository, units, edges, evidence);
  }
  if (outline.success && outline.data.repo_id !== undefined) {
    const dag = checked(content, place, UnitDag);
    return unitShape(place, dag.repo_id, dag, new Map(), new Map());
  }
  const { nodes, edges } = checked(content, place, PlainGraph);
  const ids = new Set(nodes.length > 0 ? [] : edges.flatMap(({ from, to }) => [from, to]));
  return made(
    place,
    name,
    [...nodes, ...[...ids].map((id) => ({ id, title: '' }))].map(({ id, title }) => ({ id, title, change: null })),
    edges.map(plain),
  );
}

function unitShape(
  place: string,
  name: string,
  { nodes, edges }: UnitDag,
  titles: ReadonlyMap<string, string>,
  kinds: ReadonlyMap<string, string>,
): Shape {
  return made(
    place,
    name,
    nodes.map(({ id }) => ({ id, title: titles.get(id) ?? '', change: null })),
    edges.map(({ from, to, patterns, evidence }) => ({
      from,
      to,
      patterns: patterns ?? [],
      kinds: [...new Set((evidence ?? []).flatMap((id) => kinds.get(id) ?? []))],
    })),
  );
}

function plain({ from, to }: { readonly from: string; readonly to: string }) {
  return { from, to, kinds: [], patterns: [] };
}

/** Throws UserError on a node told twice, an edge to a node that is not there, and a cycle. */
function made(place: string, name: string, nodes: Given[1], edges: Given[2]): Shape {
  const ids = new Set<string>();
  for (const { id } of nodes) {
    if (ids.has(id)) throw new UserError(place, `names the node ${id} twice`, 'Name each once.');
    ids.add(id);
  }
  const stray = edges.find(({ from, to }) => !ids.has(from) || !ids.has(to));
  if (stray !== undefined)
    throw new UserError(place, `has an edge ${stray.from} → ${stray.to} to a node that it does not name`, 'Name both among its nodes.');
  const shaped = shapeOf(name, nodes, edges);
  if ('shape' in shaped) return shaped.shape;
  throw new UserError(place, `is no DAG: ${shaped.cycle.join(', ')} lie on a cycle`, 'Break the cycle.');
}

function checked<T>(content: Buffer, place: string, schema: z.ZodType<T>): T {
  const found = checkJson(content, place, schema);
  if (found.value !== null) return found.value;
  throw new UserError(
    place,
    problemsAsMessage(found.problems.slice(0, 3)),
    'Name a unit_dag.json, a file of dag:scan --out, or a list of edges.',
  );
}

async function titlesOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const place = join(directory, 'task.yaml');
  if (kindOf(place) !== 'file') return new Map();
  return new Map(parseYaml(await readBytes(place), place, TaskTitles).units.map(({ unit_id, title }) => [unit_id, title]));
}

async function kindsOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const lines = ((await readTextIfThere(join(directory, 'evidence', 'edges.jsonl'))) ?? '').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const evidence = Evidence.safeParse(readJson(line)?.value);
      return evidence.success && !evidence.data.hot ? [[evidence.data.id, evidence.data.kind]] : [];
    }),
  );
}
