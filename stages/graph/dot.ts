import { byLayer, printable, type Shape } from './shape.ts';

/** A quoted string of DOT. Graphviz reads backslashes and entities inside labels too, so both are taken from it. */
function quoted(text: string): string {
  return `"${label(text)}"`;
}
function label(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** The graph in Graphviz' language: a rank for each layer, left to right, implied edges dashed. The same graph gives the same bytes. */
export function dotOf(shape: Shape): string {
  const ranks = byLayer(shape).map(
    (nodes) =>
      `  { rank=same; ${nodes.map(({ id, title }) => `${quoted(id)} [label="${label(id)}${title === '' ? '' : `\\n${label(title)}`}"];`).join(' ')} }`,
  );
  const edges = shape.edges.map(({ from, to, implied }) => `  ${quoted(from)} -> ${quoted(to)}${implied ? ' [style=dashed]' : ''};`);
  return [`digraph ${quoted(shape.name)} {`, '  rankdir=LR;', '  node [shape=box];', ...ranks, ...edges, '}', ''].join('\n');
}
