import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawDag } from '#runtime/task/draw-dag.ts';
import { dotOf } from '../../../stages/graph/dot.ts';
import { mermaidOf } from '../../../stages/graph/mermaid.ts';
import { printable } from '../../../stages/graph/shape.ts';
import { dagText } from '../../../stages/graph/text.ts';
import { dags, HOSTILE, shaped } from './arbitrary.ts';

const ids = HOSTILE.map((_, index) => `unit_${index}`);
const hostile = shaped(
  ids,
  [
    ['unit_0', 'unit_1'],
    ['unit_1', 'unit_2'],
    ['unit_0', 'unit_2'],
  ],
  HOSTILE,
);

/** a → b → c, and a → c, which the others imply. */
function triangle(titles: readonly string[]) {
  return shaped(
    ['a', 'b', 'c'],
    [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ],
    titles,
  );
}

/** Strings of DOT, unescaped, and what stands outside them. */
function readDot(text: string): { readonly strings: readonly string[]; readonly outside: string } {
  const strings: string[] = [];
  const outside = text.replace(/"((?:[^"\\]|\\.)*)"/gs, (_, inner: string) => {
    strings.push(inner);
    return '""';
  });
  return { strings, outside };
}

describe('DOT', () => {
  test('a small graph, to the byte', () => {
    const shape = triangle(['One', 'Two "quoted"']);
    expect(dotOf(shape)).toBe(`digraph "graph" {
  rankdir=LR;
  node [shape=box];
  { rank=same; "a" [label="a\\nOne"]; }
  { rank=same; "b" [label="b\\nTwo \\"quoted\\""]; }
  { rank=same; "c" [label="c"]; }
  "a" -> "b";
  "a" -> "c" [style=dashed];
  "b" -> "c";
}
`);
  });

  test('hostile titles stay inside their strings', () => {
    const text = dotOf(hostile);
    const { outside } = readDot(text);
    expect(
      outside.replace(
        /\{ rank=same; (?:"" \[label=""\]; ?)+\}|"" -> ""(?: \[style=dashed\])?;|rankdir=LR;|node \[shape=box\];|digraph "" \{|\}|\s/g,
        '',
      ),
    ).toBe('');
    expect(text.split('\n').length).toBe(3 + hostile.layers + 3 + 1 + 1);
  });
});

describe('Mermaid', () => {
  test('a small graph, to the byte', () => {
    const shape = triangle(['One', '"end"']);
    expect(mermaidOf(shape)).toBe(`flowchart LR
  subgraph layer0["layer 0"]
    n0["a<br/>One"]
  end
  subgraph layer1["layer 1"]
    n1["b<br/>#34;end#34;"]
  end
  subgraph layer2["layer 2"]
    n2["c"]
  end
  n0 --> n1
  n0 -.-> n2
  n1 --> n2
`);
  });

  test('hostile titles stay inside their labels', () => {
    const label = String.raw`"(?:[\p{L}\p{N} .,_/:\-]|#\d+;|<br\/>)*"`;
    const line = new RegExp(
      `^(?:flowchart LR|  end|  n\\d+ -(?:-|\\.-)> n\\d+|  subgraph layer\\d+\\[${label}\\]|    n\\d+\\[${label}\\]|)$`,
      'u',
    );
    for (const each of mermaidOf(hostile).split('\n')) expect(each).toMatch(line);
  });
});

describe('SVG', () => {
  test('hostile titles stay inside their elements, and no character is one that XML cannot hold', () => {
    const text = drawDag(hostile.nodes, hostile.edges);
    expect(text).not.toMatch(/<script|<b>/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(text.match(/<g>/g)?.length).toBe(HOSTILE.length);
    expect(text.match(/stroke-dasharray/g)?.length).toBe(1);
    // Every tag that is opened is one of ours.
    expect(new Set([...text.matchAll(/<\/?([a-z]+)/g)].map((match) => match[1]))).toEqual(
      new Set(['svg', 'defs', 'marker', 'path', 'g', 'title', 'rect', 'text']),
    );
  });
});

describe('every picture', () => {
  const drawers = [
    dotOf,
    mermaidOf,
    (shape: typeof hostile) => drawDag(shape.nodes, shape.edges),
    (shape: typeof hostile) => dagText(shape.nodes, shape.edges),
  ];
  test('does not depend on the order in which the graph is told', () => {
    fc.assert(
      fc.property(dags(), ({ ids: names, edges }) => {
        const [one, other] = [shaped(names, edges), shaped([...names].reverse(), [...edges].reverse())];
        for (const draw of drawers) expect(draw(other)).toBe(draw(one));
      }),
    );
  });
  test('holds no control character of a title', () => {
    for (const draw of drawers) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(draw(hostile)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/);
    }
  });
});

test('a printable text is one line', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[\p{Cc}\u2028\u2029]/u.test(printable(text))));
  expect(printable('a\r\nb\u2028c')).toBe('a b c');
});
