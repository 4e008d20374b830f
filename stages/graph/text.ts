import { byCodeUnit } from '#schema/primitives.ts';
import { printable } from './shape.ts';

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
  const parents = new Map<string, Set<string>>();
  for (const { from, to } of edges) parents.set(to, (parents.get(to) ?? new Set<string>()).add(from));
  const layers = [...new Set(units.map((unit) => unit.layer))].sort((a, b) => a - b);
  const lines = layers.flatMap((layer) => {
    const here = units.filter((unit) => unit.layer === layer).sort((a, b) => byCodeUnit(a.id, b.id));
    return [
      `  layer ${layer}`,
      ...here.map((unit) => `    ${printable(unit.id)}  ${printable(unit.title)}${neededBy(parents.get(unit.id))}`),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function neededBy(parents: ReadonlySet<string> | undefined): string {
  return parents === undefined ? '' : `  ← ${[...parents].sort(byCodeUnit).map(printable).join(', ')}`;
}
