import { EVIDENCE_ROLES } from '#schema/change.ts';
import type { Edge, Unit } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { ModuleDag } from '#schema/task.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';

/** Directories deeper than this are one module with their parent: `src/click`, not `src/click/shell/bash`. */
const DEPTH = 2;

function moduleOf(path: string): string {
  const parts = path.split('/').slice(0, -1);
  return parts.length === 0 ? '.' : parts.slice(0, DEPTH).join('/');
}

/** Modules of a unit's source files, the one with most files first. A unit without source counts its tests' directories. */
export function modulesOf(unit: Unit): readonly string[] {
  const source = unit.files.filter((file) => file.role === 'source');
  const files = source.length > 0 ? source : unit.files.filter((file) => EVIDENCE_ROLES.has(file.role));
  const counts = new Map<string, number>();
  for (const file of files) counts.set(moduleOf(file.path), (counts.get(moduleOf(file.path)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0])).map(([path]) => path);
}

function lines(content: Buffer): number {
  let count = 0;
  for (const byte of content) if (byte === 10) count += 1;
  return count + (content.length > 0 && content.at(-1) !== 10 ? 1 : 0);
}

/** Unit edges between the main modules of their ends, in implementation order only: the graph of modules stays acyclic. */
function moduleEdges(units: readonly Unit[], edges: readonly Edge[], rank: ReadonlyMap<string, number>): ModuleDag['edges'] {
  const main = new Map(units.map((unit) => [unit.id, modulesOf(unit)[0]]));
  const counts = new Map<string, { from: string; to: string; count: number }>();
  for (const edge of edges) {
    const from = main.get(edge.from);
    const to = main.get(edge.to);
    if (from === undefined || to === undefined || (rank.get(from) ?? 0) >= (rank.get(to) ?? 0)) continue;
    const key = `${from}\n${to}`;
    counts.set(key, { from, to, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()]
    .sort((a, b) => byCodeUnit(a.from, b.from) || byCodeUnit(a.to, b.to))
    .map(({ from, to, count }) => ({ from: nodeId(from), to: nodeId(to), label: `${count} unit ${count === 1 ? 'edge' : 'edges'}` }));
}

function nodeId(path: string): string {
  return path === '.' ? 'root' : path;
}

/** The directories that units fall into, in the order in which units first reach them. Sizes are the base's. */
export function moduleGraph(taskId: string, units: readonly Unit[], edges: readonly Edge[], base: Tree): ModuleDag {
  const rank = new Map<string, number>();
  for (const unit of units) for (const path of modulesOf(unit)) if (!rank.has(path)) rank.set(path, rank.size);
  const nodes = [...rank].map(([path, order]) => {
    const files = base.filter((file) => moduleOf(file.path) === path);
    const touching = units.filter((unit) => modulesOf(unit).includes(path)).length;
    return {
      id: nodeId(path),
      label: path === '.' ? 'top level' : path,
      path,
      description: `${touching} ${touching === 1 ? 'unit' : 'units'}`,
      files_count: files.length,
      loc: files.reduce((sum, file) => sum + lines(file.content), 0),
      impl_order: order,
    };
  });
  return { project: taskId, description: 'Directories that the units fall into', nodes, edges: moduleEdges(units, edges, rank) };
}
