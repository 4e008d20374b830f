import { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import { isBlank, isValues, listOf, problem, readMap, type Values } from './check-view.ts';
import { BASE_TESTS } from './emit-tests.ts';
import type { TaskFiles } from './files.ts';
import { sameName } from './load-names.ts';
import { layersOf, topological, type Arrow } from './order.ts';

interface Graph {
  readonly ids: readonly string[];
  readonly nodes: readonly Values[];
  readonly arrows: readonly Arrow[];
}

const Parts = z.looseObject({ nodes: z.array(z.looseObject({})), edges: z.array(z.looseObject({})) });

/** The graph of a file, with the problems that both kinds of graph share, each code under `prefix`. */
function readGraph(
  files: TaskFiles,
  path: string,
  prefix: string,
): { readonly graph: Graph | null; readonly values: Values; readonly problems: readonly Problem[] } {
  const { values, problems } = readMap(files, path);
  if (values === null) return { graph: null, values: {}, problems };
  const place = files.place(path);
  const parts = Parts.safeParse(values);
  if (!parts.success) {
    const where = parts.error.issues[0]?.path.map(String).join('.') ?? '';
    return {
      graph: null,
      values,
      problems: [problem('shape', `${place} ${where}`, 'nodes and edges are no lists of maps', 'Write each node and edge as a map.')],
    };
  }
  const nodes = parts.data.nodes as readonly Values[];
  const ids = nodes.map((node) => (typeof node['id'] === 'string' ? node['id'] : ''));
  const arrows = (parts.data.edges as readonly Values[]).map((edge) => ({
    from: String(edge['from'] ?? ''),
    to: String(edge['to'] ?? ''),
  }));
  const found = [...nodeProblems(ids, place, prefix), ...arrowProblems(ids, arrows, place, prefix)];
  return { graph: { ids, nodes, arrows }, values, problems: found };
}

function nodeProblems(ids: readonly string[], place: string, prefix: string): readonly Problem[] {
  if (ids.length === 0) return [problem(`${prefix}-empty`, `${place} nodes`, 'is empty', 'A graph has nodes.')];
  return ids.flatMap((id, index) => {
    if (isBlank(id)) return [problem(`${prefix}-blank-id`, `${place} nodes.${index}.id`, 'is blank', 'Give the node an id.')];
    if (ids.indexOf(id) < index)
      return [problem(`${prefix}-duplicate-id`, `${place} nodes.${index}.id`, `"${id}" is there twice`, 'Keep one of them.')];
    return [];
  });
}

function arrowProblems(ids: readonly string[], arrows: readonly Arrow[], place: string, prefix: string): readonly Problem[] {
  const known = new Set(ids);
  const seen = new Set<string>();
  const found: Problem[] = [];
  for (const [index, { from, to }] of arrows.entries()) {
    const at = `${place} edges.${index}`;
    const unknown = [from, to].filter((end) => !known.has(end));
    if (unknown.length > 0)
      found.push(problem(`${prefix}-endpoint`, at, `"${unknown.join('", "')}" is no node`, 'Point at nodes of the graph.'));
    else if (from === to) found.push(problem(`${prefix}-self-edge`, at, `"${from}" points at itself`, 'Remove the edge.'));
    const key = `${from}\n${to}`;
    if (seen.has(key)) found.push(problem(`${prefix}-duplicate-edge`, at, `${from} → ${to} is there twice`, 'Keep one of them.'));
    seen.add(key);
  }
  if (found.length === 0 && new Set(ids).size === ids.length && topological(ids, arrows) === null) {
    found.push(problem(`${prefix}-cycle`, `${place} edges`, 'the edges have a cycle', 'Remove the edge that closes it.'));
  }
  return found;
}

function layerProblems({ ids, nodes, arrows }: Graph, place: string): readonly Problem[] {
  const wrongType = nodes.flatMap((node, index) =>
    Number.isInteger(node['layer'])
      ? []
      : [problem('unit-graph-layer-type', `${place} nodes.${index}.layer`, 'is no integer', 'Give the layer as an integer.')],
  );
  if (wrongType.length > 0) return wrongType;
  const layers = layersOf(ids, arrows);
  return nodes.flatMap((node, index) => {
    const expected = layers?.get(ids[index] ?? '');
    if (expected === undefined || node['layer'] === expected) return [];
    return [
      problem(
        'unit-graph-layer',
        `${place} nodes.${index}.layer`,
        `is ${String(node['layer'])}, but the edges put it on ${expected}`,
        'A layer is the longest path from a source.',
      ),
    ];
  });
}

function totals(values: Values, graph: Graph, place: string): readonly Problem[] {
  const layers = 1 + Math.max(-1, ...graph.nodes.map((node) => Number(node['layer'])));
  const found: Problem[] = [];
  if (values['total_units'] !== graph.ids.length) {
    found.push(
      problem(
        'unit-graph-totals',
        `${place} total_units`,
        `is ${String(values['total_units'])}, but there are ${graph.ids.length} nodes`,
        'Count again.',
      ),
    );
  }
  if (values['num_layers'] !== layers) {
    found.push(
      problem(
        'unit-graph-totals',
        `${place} num_layers`,
        `is ${String(values['num_layers'])}, but the nodes have ${layers} layers`,
        'Count again.',
      ),
    );
  }
  return found;
}

function untested(files: TaskFiles, { nodes, ids }: Graph, place: string): readonly Problem[] {
  const directories = files.directories('tests').filter((name) => name !== BASE_TESTS);
  return nodes.flatMap((node, index) => {
    const has = sameName(directories, ids[index] ?? '') !== null;
    if (node['has_tests'] !== true || has) return [];
    return [
      problem(
        'unit-without-tests',
        `${place} nodes.${index}.has_tests`,
        `is true, but tests/${ids[index] ?? ''}/ holds nothing`,
        'Add the tests or say false.',
      ),
    ];
  });
}

/** unit_dag.json. */
export function checkUnitGraph(files: TaskFiles): readonly Problem[] {
  const { graph, values, problems } = readGraph(files, 'unit_dag.json', 'unit-graph');
  const place = files.place('unit_dag.json');
  if (graph === null || problems.length > 0) return problems;
  const layers = layerProblems(graph, place);
  return [...layers, ...(layers.length === 0 ? totals(values, graph, place) : []), ...untested(files, graph, place)];
}

/** module_dag.yaml. */
export function checkModuleGraph(files: TaskFiles): readonly Problem[] {
  const { graph, problems } = readGraph(files, 'module_dag.yaml', 'module-graph');
  if (graph === null || problems.length > 0) return problems;
  const rank = new Map(graph.ids.map((id, index) => [id, graph.nodes[index]?.['impl_order']]));
  return graph.nodes.flatMap((node, index) => {
    const at = `${files.place('module_dag.yaml')} nodes.${index}.impl_order`;
    if (!Number.isInteger(node['impl_order']))
      return [problem('module-graph-order-type', at, 'is no integer', 'Give the order as an integer.')];
    const early = graph.arrows.find(({ from, to }) => to === graph.ids[index] && Number(rank.get(from)) >= Number(node['impl_order']));
    return early === undefined
      ? []
      : [problem('module-graph-order', at, `comes before ${early.from}, which it needs`, 'Order modules along the edges.')];
  });
}

/** Ids of a task's unit graph, for the checks that compare with it; [] when it cannot be read. */
export function unitIds(files: TaskFiles): readonly string[] {
  const { values } = readMap(files, 'unit_dag.json');
  return listOf(values?.['nodes']).flatMap((node) =>
    isValues(node) && typeof node['id'] === 'string' && !isBlank(node['id']) ? [node['id']] : [],
  );
}
export function unitArrows(files: TaskFiles): readonly Arrow[] {
  const { values } = readMap(files, 'unit_dag.json');
  return listOf(values?.['edges']).flatMap((edge) => (isValues(edge) ? [{ from: String(edge['from']), to: String(edge['to']) }] : []));
}
