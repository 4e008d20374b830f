import { byLayer, printable, type Shape } from './shape.ts';

/** A label of Mermaid: all but plain characters as entity codes, since quotes, brackets and words like `end` have meanings there. */
function label(text: string): string {
  return [...printable(text)]
    .map((character) => (/[\p{L}\p{N} .,_/:-]/u.test(character) ? character : `#${character.codePointAt(0)};`))
    .join('');
}

/** The graph as a Mermaid flowchart: a box for each layer, implied edges dotted. The same graph gives the same bytes. */
export function mermaidOf(shape: Shape): string {
  const names = new Map(shape.nodes.map(({ id }, index) => [id, `n${index}`]));
  const layers = byLayer(shape).flatMap((nodes, layer) => [
    `  subgraph layer${layer}["layer ${layer}"]`,
    ...nodes.map(({ id, title }) => `    ${names.get(id)}["${label(id)}${title === '' ? '' : `<br/>${label(title)}`}"]`),
    '  end',
  ]);
  const edges = shape.edges.map(({ from, to, implied }) => `  ${names.get(from)} ${implied ? '-.->' : '-->'} ${names.get(to)}`);
  return ['flowchart LR', ...layers, ...edges, ''].join('\n');
}
