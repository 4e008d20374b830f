/**
 * What each threshold of graph recovery does, on real histories: `tsx bench/thresholds.ts <changes> <repository> ...`. Every value is
 * tried with the others at their defaults, on the last so many changes of each repository, without composing. Prints a table: units
 * and edges, changes left outside for want of a tie, the widest unit (changes from its first to its last), and the longest chain.
 */
import { resolve } from 'node:path';
import { temporaryDirectory } from '#io/files.ts';
import { createParser } from '#io/parser.ts';
import { createRepositories } from '#io/repositories.ts';
import { table } from '#io/table.ts';
import { collectRange } from '../stages/collect/collect.ts';
import { normalizeRange } from '../stages/normalize/normalize.ts';
import { type RecoverOptions, uncomposedDag } from '../stages/recover-dag/recover.ts';
import { recoverDag } from '../stages/recover-dag/stage.ts';
import { NO_API } from '../stages/scan/scan.ts';
import { lineOf, sourceOf } from '../stages/scan/stretch.ts';

const [last = '', ...sources] = process.argv.slice(2);
if (!/^\d+$/.test(last) || sources.length === 0) {
  process.stderr.write('usage: tsx bench/thresholds.ts <changes> <repository> ...\n');
  process.exit(2);
}
const defaults = recoverDag.options.parse({});
const TRIED: readonly (readonly [keyof RecoverOptions, readonly number[]])[] = [
  ['hotShare', [0.1, 0.2, 0.3, 0.5, 0.7, 1]],
  ['hotMin', [2, 5, 10]],
  ['repairDays', [0, 7, 14, 30, 90]],
  ['repairChanges', [2, 5, 10, 20, 50]],
  ['foldChanges', [0, 2, 5, 10, 20, 40]],
];
const silent = { step: () => {} };

interface Row {
  readonly repository: string;
  readonly option: string;
  readonly value: number;
  readonly units: number;
  readonly edges: number;
  readonly untied: number;
  readonly span: number;
  readonly layers: number;
}
const rows: Row[] = [];
await using cache = await temporaryDirectory('loopsmith-bench');
await using parser = createParser();
for (const source of sources) {
  await using repository = await createRepositories({ cacheDir: cache.path, mirrors: [] }).open(resolve(source), []);
  const named = await sourceOf(repository, 'bench', source, await lineOf(repository, source, { last: Number(last) }));
  const collected = await collectRange(named, repository, NO_API, silent);
  if ('refused' in collected) throw new Error(`${source}: ${collected.detail}`);
  const normal = await normalizeRange(collected, repository, parser, silent);
  for (const [option, values] of TRIED)
    for (const value of values) {
      const dag = await uncomposedDag(normal, { ...defaults, [option]: value }, { repository, parser }, silent);
      const spans = dag.units.map(({ steps }) => (steps.at(-1)?.position ?? 0) - (steps[0]?.position ?? 0));
      rows.push({
        repository: source.split('/').slice(-2).join('/'),
        option: value === defaults[option] ? `${option} (default)` : option,
        value,
        units: dag.units.length,
        edges: dag.edges.length,
        untied: dag.outside.filter(({ reason }) => reason.endsWith('unconnected')).length,
        span: Math.max(0, ...spans),
        layers: dag.layers,
      });
    }
  process.stderr.write(`${source}: ${normal.changes.length} changes\n`);
}
process.stdout.write(
  table(rows, [
    { head: 'repository', cell: (row) => row.repository },
    { head: 'option', cell: (row) => row.option },
    { head: 'value', cell: (row) => row.value, right: true },
    { head: 'units', cell: (row) => row.units, right: true },
    { head: 'edges', cell: (row) => row.edges, right: true },
    { head: 'untied', cell: (row) => row.untied, right: true },
    { head: 'widest unit', cell: (row) => row.span, right: true },
    { head: 'layers', cell: (row) => row.layers, right: true },
  ]),
);
