import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import type { Edge } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { UnitDag } from '#schema/task.ts';
import type { TaskContent } from './content.ts';
import { moduleGraph } from './modules.ts';
import { jsonText, textFile, yamlText } from './text.ts';

function edgeLabel(edge: Edge): string {
  const pieces = `${edge.evidence.length} ${edge.evidence.length === 1 ? 'piece' : 'pieces'} of evidence`;
  return edge.patterns.length === 0 ? pieces : `${edge.patterns.join(', ')}; ${pieces}`;
}

/** unit_dag.json: upstream's fields, and on each edge its patterns, evidence ids and proof. */
export function emitUnitDag(task: TaskContent): TreeFile {
  const edges = [...task.edges].sort((a, b) => byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to));
  const value = {
    repo_id: task.taskId,
    total_units: task.units.length,
    num_layers: 1 + Math.max(-1, ...task.units.map(({ unit }) => unit.layer)),
    nodes: [...task.units]
      .sort((a, b) => byCodeUnit(a.unit.id, b.unit.id))
      .map(({ unit, selected }) => ({ id: unit.id, layer: unit.layer, has_tests: selected.fail_to_pass.length > 0 })),
    edges: edges.map((edge) => ({
      from: edge.from,
      to: edge.to,
      type: 'prerequisite',
      label: edgeLabel(edge),
      patterns: edge.patterns,
      evidence: edge.evidence,
      proof: edge.proof,
      implied: edge.implied,
    })),
  } satisfies UnitDag;
  return textFile('unit_dag.json', jsonText(value));
}

/** module_dag.yaml. */
export function emitModuleDag(task: TaskContent): TreeFile {
  const units = task.units.map(({ unit }) => unit);
  return textFile('module_dag.yaml', yamlText(moduleGraph(task.taskId, units, task.edges, task.base), task.canary));
}
