/**
 * Prints the Markdown table of a built pool that docs/real-tasks.md holds: what each task is, how its edges are evidenced, what its
 * tests came to, and what it cost. `tsx scripts/task-table.ts <pool folder> <output of pool:status --json>`.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readText } from '#io/files.ts';
import { Evidence } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { Admission } from '#schema/trial.ts';

const [pool, status] = process.argv.slice(2);
if (pool === undefined || status === undefined) {
  process.stderr.write('usage: tsx scripts/task-table.ts <pool folder> <output of pool:status --json>\n');
  process.exit(2);
}
const Listed = z.object({ tasks: z.array(z.object({ id: z.string() })) });
const Rows = z.array(z.object({ stage: z.string(), key: z.string(), ms: z.number() }));
const Stats = z.object({
  changes: z.number(),
  units: z.number(),
  edges: z.number(),
  layers: z.number(),
  width: z.number(),
  goldLines: z.number(),
});
const Origin = z.object({ source: z.string() });
const Observed = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()])));
const Funnel = z.object({ setAside: z.array(z.object({ reason: z.string() })) });

const text = (...parts: string[]) => readText(join(pool, ...parts));
const json = async <T>(schema: z.ZodType<T>, ...parts: string[]): Promise<T> => schema.parse(JSON.parse(await text(...parts)));
const lines = async <T>(schema: z.ZodType<T>, ...parts: string[]): Promise<T[]> =>
  (await text(...parts))
    .split('\n')
    .filter(Boolean)
    .map((line) => schema.parse(JSON.parse(line)));

/** `calls 3, imports 2`: most first. */
function counted(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || byCodeUnit(a[0], b[0]))
    .map(([value, count]) => `${value} ${count}`)
    .join(', ');
}

const manifest = await json(Listed, 'manifest.json');
const observed = await json(Observed, 'observed.json');
const rows = Rows.parse(JSON.parse(await readText(status)));
const secondsOf = (stage: string, key: string) => Math.round((rows.find((row) => row.stage === stage && row.key === key)?.ms ?? 0) / 1000);

const out: (string | number)[][] = [];
for (const { id } of manifest.tasks) {
  const stats = await json(Stats, id, 'evidence', 'stats.json');
  const { source } = await json(Origin, id, 'provenance.json');
  const evidence = await lines(Evidence, id, 'evidence', 'edges.jsonl');
  const admissions = await lines(Admission, id, 'evidence', 'admissions.jsonl');
  const aside = (await json(Funnel, id, 'evidence', 'funnel.json')).setAside.map((each) => each.reason);
  const seen = observed[id] ?? {};
  const verdicts = admissions.map((each) => each.verdict);
  out.push([
    source,
    stats.changes,
    stats.units,
    stats.edges,
    counted(evidence.map((each) => each.kind)),
    `${stats.layers}/${stats.width}`,
    stats.goldLines,
    verdicts.filter((each) => each === 'admitted').length,
    verdicts.filter((each) => each === 'pass-to-pass').length,
    counted(verdicts.filter((each) => each !== 'admitted' && each !== 'pass-to-pass')) || 'none',
    counted(aside.filter((each) => !verdicts.some((verdict) => verdict === each))) || 'none',
    Math.round(Number(seen['imageBytes'] ?? 0) / 1e6),
    secondsOf('materialize', id),
    secondsOf('validate', id),
    `${seen['testCommands'] ?? 0}: ${Math.round(Number(seen['testCommandsMs'] ?? 0) / 1000)}`,
  ]);
}
const head = [
  'source',
  'changes',
  'units',
  'edges',
  'evidence',
  'layers/width',
  'gold lines',
  'admitted ids',
  'guards',
  'ids set aside',
  'changes set aside',
  'image MB',
  'materialize s',
  'validate s',
  'test commands: s',
];
const print = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
print(head);
print(head.map(() => '---'));
for (const row of out) print(row);
