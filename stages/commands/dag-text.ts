import { byCodeUnit } from '#schema/primitives.ts';

export interface DagUnit {
  readonly id: string;
  readonly layer: number;
  readonly title: string;
}
export interface DagEdge {
  readonly from: string;
  readonly to: string;
}

/** A DAG layer by layer, each unit with what it requires; edges that others imply are left out. */
export function dagText(units: readonly DagUnit[], edges: readonly DagEdge[]): string {
  const layers = [...new Set(units.map((unit) => unit.layer))].sort((a, b) => a - b);
  const lines = layers.flatMap((layer) => {
    const here = units.filter((unit) => unit.layer === layer).sort((a, b) => byCodeUnit(a.id, b.id));
    return [`  layer ${layer}`, ...here.map((unit) => `    ${unit.id}  ${unit.title}${neededBy(unit.id, edges)}`)];
  });
  return `${lines.join('\n')}\n`;
}

function neededBy(id: string, edges: readonly DagEdge[]): string {
  const parents = edges.filter((edge) => edge.to === id).map((edge) => edge.from);
  return parents.length === 0 ? '' : `  ← ${[...new Set(parents)].sort(byCodeUnit).join(', ')}`;
}
