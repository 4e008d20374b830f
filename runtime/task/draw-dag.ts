import { byCodeUnit } from '#schema/primitives.ts';

interface DrawnUnit {
  readonly id: string;
  readonly title: string;
  readonly layer: number;
}
interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  /** Drawn dashed. */
  readonly implied: boolean;
}

const WIDTH = 190;
const HEIGHT = 44;
const GAP_X = 70;
const GAP_Y = 18;
const MARGIN = 20;
const TITLE_CHARACTERS = 28;

/** XML holds no control characters, not even escaped. */
function escaped(text: string): string {
  const held = text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
  return held.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= TITLE_CHARACTERS ? text : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Columns are layers; in a column, units near those they need (mean row of the parents, then id). */
function spots(units: readonly DrawnUnit[], edges: readonly DrawnEdge[]): ReadonlyMap<string, Spot> {
  const placed = new Map<string, Spot>();
  const parents = new Map<string, string[]>();
  for (const { from, to } of edges) parents.set(to, [...(parents.get(to) ?? []), from]);
  const height = (id: string): number => {
    const above = (parents.get(id) ?? []).flatMap((parent) => placed.get(parent)?.y ?? []);
    return above.length === 0 ? 0 : above.reduce((sum, y) => sum + y, 0) / above.length;
  };
  const layers = [...new Set(units.map((unit) => unit.layer))].sort((a, b) => a - b);
  for (const layer of layers) {
    const column = units.filter((unit) => unit.layer === layer).map((unit) => ({ unit, at: height(unit.id) }));
    column.sort((a, b) => a.at - b.at || byCodeUnit(a.unit.id, b.unit.id));
    for (const [row, { unit }] of column.entries())
      placed.set(unit.id, { x: MARGIN + layer * (WIDTH + GAP_X), y: MARGIN + row * (HEIGHT + GAP_Y) });
  }
  return placed;
}

function drawnEdge(edge: DrawnEdge, from: Spot, to: Spot): string {
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
  const bend = Math.max(30, (x2 - x1) / 2);
  const dash = edge.implied ? ' stroke-dasharray="4 3" stroke="#b5b5b5"' : ' stroke="#555"';
  return `<path d="M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}" fill="none"${dash} marker-end="url(#arrow)"/>`;
}
function drawnUnit(unit: DrawnUnit, { x, y }: Spot): string {
  return (
    `<g><title>${escaped(unit.title)}</title><rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="6" fill="#f4f7fb" stroke="#33557a"/>` +
    `<text x="${x + 10}" y="${y + 18}" font-weight="bold">${escaped(unit.id)}</text><text x="${x + 10}" y="${y + 34}">${escaped(shortened(unit.title))}</text></g>`
  );
}

/** The unit graph as SVG, layers from left to right. The same graph gives the same bytes. */
export function drawDag(units: readonly DrawnUnit[], edges: readonly DrawnEdge[]): string {
  const placed = spots(units, edges);
  const all = [...placed.values()];
  const width = all.reduce((most, { x }) => Math.max(most, x), 0) + WIDTH + MARGIN;
  const height = all.reduce((most, { y }) => Math.max(most, y), 0) + HEIGHT + MARGIN;
  const arrows = edges.flatMap((edge) => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    return from === undefined || to === undefined ? [] : [drawnEdge(edge, from, to)];
  });
  const boxes = units.flatMap((unit) => {
    const spot = placed.get(unit.id);
    return spot === undefined ? [] : [drawnUnit(unit, spot)];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>',
    ...arrows,
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}
