import fc from 'fast-check';
import { shapeOf, type Shape } from '../../../stages/graph/shape.ts';

/** Titles as an attacker, or a repository, would write them. */
export const HOSTILE = [
  '"]; evil [label="',
  '<script>alert(1)</script> & <b>',
  'a\\" -> b; \\N \\G',
  'end',
  '--> x["y"]',
  'line\nbreak\r\n\u2028and\ttab',
  'bell\u0007 escape\u001b[31m zero\u0000 lone\ud800',
  '\u202egnp.exe',
  '}%%{init: {}}%% ]]> -- #quot; &quot;',
  '日本語 émoji 🎉',
] as const;

export function shaped(ids: readonly string[], edges: readonly (readonly [string, string])[], titles: readonly string[] = []): Shape {
  const made = shapeOf(
    'graph',
    ids.map((id, index) => ({ id, title: titles[index] ?? '', change: null })),
    edges.map(([from, to]) => ({ from, to, kinds: [], patterns: [] })),
  );
  if ('cycle' in made) throw new Error(`a cycle: ${made.cycle.join(', ')}`);
  return made.shape;
}

/** A DAG over at most `size` nodes named by letters; arrows go from lower to higher of a drawn order, so the names say nothing. */
export function dags(size = 9): fc.Arbitrary<{ readonly ids: readonly string[]; readonly edges: readonly (readonly [string, string])[] }> {
  const letters = Array.from({ length: size }, (_, index) => String.fromCharCode(97 + index));
  return fc
    .tuple(fc.shuffledSubarray(letters, { minLength: 1 }), fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 24 }))
    .map(([ids, pairs]) => {
      const edges = pairs.flatMap(([a, b]): (readonly [string, string])[] => {
        const [from, to] = [ids[Math.min(a, b) % ids.length] ?? '', ids[Math.max(a, b) % ids.length] ?? ''];
        return ids.indexOf(from) < ids.indexOf(to) ? [[from, to]] : [];
      });
      return { ids, edges };
    });
}
