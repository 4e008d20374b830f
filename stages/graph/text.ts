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
  readonly implied?: boolean | undefined;
}

/** A DAG layer by layer, each unit with what it requires. Edges that others imply are counted and left out. */
export function dagText(units: readonly DagUnit[], all: readonly DagEdge[]): string {
  const edges = all.filter((edge) => edge.implied !== true);
  const implied = all.length - edges.length;
  const parents = new Map<string, Set<string>>();
  for (const { from, to } of edges) parents.set(to, (parents.get(to) ?? new Set<string>()).add(from));
  const layers = [...new Set(units.map((unit) => unit.layer))].sort((a, b) => a - b);
  const lines = layers.flatMap((layer) => {
    const here = units.filter((unit) => unit.layer === layer).sort((a, b) => byCodeUnit(a.id, b.id));
    return [
      `  layer ${layer}`,
      ...here.map(({ id, title }) => `    ${printable(id)}${title === '' ? '' : `  ${printable(title)}`}${neededBy(parents.get(id))}`),
    ];
  });
  const counted = `  ${all.length} edges${implied === 0 ? '' : `, of which ${implied} follow from others and are not drawn`}`;
  return `${[counted, ...lines].join('\n')}\n`;
}

function neededBy(parents: ReadonlySet<string> | undefined): string {
  return parents === undefined ? '' : `  ← ${[...parents].sort(byCodeUnit).map(printable).join(', ')}`;
}
