/**
 * Edges and non-edges of recovered DAGs for a check by hand: `tsx bench/edge-sample.ts <per graph> <dag.json> ...`, where the graphs are
 * files of `dag:scan --out`. A non-edge is a pair of units that touch one file, or files of one directory, of which the later neither
 * requires the earlier nor follows from it over others. Seeded by the graph's own ends, so the same graphs give the same sample.
 *
 * Prints JSON: one record a pair, with the commits to read, what the graph says, and how many pairs of its kind there are.
 */
import { sha256 } from '#io/digest.ts';
import { EVIDENCE_ROLES } from '#schema/change.ts';
import type { Unit } from '#schema/dag.ts';
import { readDagFile } from '../stages/commands/dag-files.ts';
import { indexed } from '../stages/graph/shape.ts';

const [count = '', ...places] = process.argv.slice(2);
if (!/^\d+$/.test(count) || places.length === 0) {
  process.stderr.write('usage: tsx bench/edge-sample.ts <per graph> <dag.json> ...\n');
  process.exit(2);
}

interface Pair {
  readonly from: number;
  readonly to: number;
  readonly shared: readonly string[];
}

/** The first of all pairs in the order of a digest: as random as any, and the same everywhere. */
function drawn(pairs: readonly Pair[], seed: string): Pair[] {
  const keyed = pairs.map((pair) => ({ pair, key: sha256(`${seed} ${pair.from} ${pair.to}`) }));
  return keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, Number(count))
    .map(({ pair }) => pair);
}

function placesOf(unit: Unit): { files: Set<string>; folders: Set<string> } {
  const files = new Set(unit.files.filter((file) => EVIDENCE_ROLES.has(file.role)).map((file) => file.path));
  return { files, folders: new Set([...files].map((path) => path.split('/').slice(0, -1).join('/'))) };
}

const records: unknown[] = [];
for (const place of places) {
  const dag = await readDagFile(place);
  const ids = dag.units.map((unit) => unit.id);
  const graph = indexed(ids, dag.edges);
  if (graph === null) throw new Error(`${place} holds a cycle`);
  const touched = dag.units.map(placesOf);
  const near: Pair[] = [];
  for (const to of ids.keys())
    for (let from = 0; from < to; from += 1) {
      const [a, b] = [touched[from], touched[to]];
      if (a === undefined || b === undefined || graph.above.has(to, from) || graph.above.has(from, to)) continue;
      const files = [...a.files].filter((path) => b.files.has(path));
      const folders = [...a.folders].filter((path) => b.folders.has(path));
      if (files.length > 0 || folders.length > 0) near.push({ from, to, shared: files.length > 0 ? files : folders });
    }
  const edges = dag.edges.map((edge) => ({ from: ids.indexOf(edge.from), to: ids.indexOf(edge.to), shared: [] }));
  const told = (at: number) => dag.units[at]?.steps.map(({ change, position }) => ({ change, subject: dag.changes[position]?.subject }));
  for (const [kind, all] of [
    ['edge', edges],
    ['non-edge', near],
  ] as const)
    for (const { from, to, shared } of drawn(all, `${dag.to} ${kind}`))
      records.push({
        kind,
        repository: dag.repository,
        languages: dag.languages,
        of: all.length,
        earlier: { unit: ids[from], steps: told(from) },
        later: { unit: ids[to], steps: told(to) },
        shared,
        evidence: dag.evidence
          .filter((piece) => piece.from === ids[from] && piece.to === ids[to])
          .map(({ kind: by, path, lines, symbol, definedIn, how, hot }) => ({
            by,
            path,
            lines: lines.slice(0, 8),
            symbol,
            definedIn,
            how,
            hot,
          })),
      });
}
process.stdout.write(`${JSON.stringify(records, null, 1)}\n`);
