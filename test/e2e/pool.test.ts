import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UnitDag } from '#schema/task.ts';
import { digests, readManifest, run, writePool } from './example-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'example-pool-'));
const out = join(folder, 'out');
let pool = '';
let task = '';
let dag: UnitDag = { repo_id: '', total_units: 0, num_layers: 0, nodes: [], edges: [] };

beforeAll(async () => {
  pool = await writePool(folder);
  await run('stages', ['pool:build', '--pool', pool]);
  task = readManifest(out).tasks[0]?.id ?? '';
  dag = UnitDag.parse(JSON.parse(readFileSync(join(out, task, 'unit_dag.json'), 'utf8')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is built', () => {
  test('a task with a graph that is deep and wide, every edge with evidence', () => {
    expect(task).toMatch(/^task_pr_[0-9a-z]+$/);
    expect(dag.nodes.length).toBeGreaterThanOrEqual(10);
    expect(dag.num_layers).toBeGreaterThanOrEqual(4);
    const widths = Array.from({ length: dag.num_layers }, (_, layer) => dag.nodes.filter((node) => node.layer === layer).length);
    expect(Math.max(...widths)).toBeGreaterThanOrEqual(2);
    const parents = dag.nodes.map((node) => dag.edges.filter((edge) => edge.to === node.id).length);
    expect(Math.max(...parents)).toBeGreaterThanOrEqual(3);
    const known = new Set(
      readFileSync(join(out, task, 'evidence/edges.jsonl'), 'utf8')
        .match(/"e\d{4}"/g)
        ?.map((id) => id.slice(1, -1)),
    );
    for (const edge of dag.edges) {
      expect(edge.evidence?.length).toBeGreaterThan(0);
      expect(edge.evidence?.filter((id) => !known.has(id))).toEqual([]);
    }
    expect(dag.edges.some((edge) => edge.proof === 'proven')).toBe(true);
    expect(dag.nodes.every((node) => node.has_tests)).toBe(true);
  });

  test('nothing that an agent sees names the source', () => {
    const seen = ['base', 'requirements'].flatMap((part) =>
      readdirSync(join(out, task, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const requirements = seen.filter((path) => path.startsWith(join(out, task, 'requirements')));
    expect(requirements.length).toBe(dag.nodes.length);
    for (const path of requirements) expect(readFileSync(path, 'utf8')).not.toMatch(/Mara|Jonas|Ines|ledger-text|\(#\d+\)|[0-9a-f]{40}/);
    expect(seen.filter((path) => /gold|solution|\/tests?\//.test(path.slice(join(out, task).length)))).toEqual([]);
  });
});

describe('commands on it', () => {
  test('a second build computes nothing and changes nothing', async () => {
    const before = digests(out);
    const frozen = await run('stages', ['pool:build', '--pool', pool, '--frozen']);
    expect(frozen.stdout).toMatch(/up to date/i);
    await run('stages', ['pool:build', '--pool', pool]);
    expect(digests(out)).toEqual(before);
  });

  test('a file that a hand changed in the pool is put right', async () => {
    const before = digests(out);
    writeFileSync(join(out, task, 'task.yaml'), 'instruction: nothing\n');
    await run('stages', ['pool:build', '--pool', pool]);
    expect(digests(out)).toEqual(before);
  });

  test('dag:why shows the evidence of an edge, and why there is none', async () => {
    const edge = dag.edges[0];
    if (edge === undefined) throw new Error('no edge');
    const why = await run('stages', ['dag:why', '--pool', pool, task, edge.from, edge.to]);
    expect(why.stdout).toMatch(/^e\d{4} +[a-z-]+ +\S+:\d+/m);
    const apart = dag.nodes.find(
      (node) => node.id !== edge.from && !dag.edges.some((each) => each.from === node.id && each.to === edge.from),
    );
    if (apart === undefined) throw new Error('every unit is a parent');
    const none = await run('stages', ['dag:why', '--pool', pool, task, apart.id, edge.from]).catch((error: Error) => ({
      stdout: error.message,
    }));
    expect(none.stdout).toMatch(/no edge/i);
  });

  test('pool:why, pool:funnel, pool:stats and pool:status answer', async () => {
    expect((await run('stages', ['pool:why', '--pool', pool, task])).stdout).toContain(task);
    expect((await run('stages', ['pool:funnel', '--pool', pool])).stdout).toMatch(/recover-dag/);
    expect((await run('stages', ['pool:stats', '--pool', pool])).stdout).toMatch(/units/);
    expect((await run('stages', ['pool:status', '--pool', pool])).stdout).toMatch(/fresh/);
  });
});

describe('agents on it', () => {
  const Results = z.object({
    results: z.array(z.object({ is_resolved: z.boolean().nullable(), test_pass_rate: z.object({ value: z.number() }) })),
  });

  test.each([
    { agent: 'noop', resolved: false, rate: 0 },
    { agent: 'oracle', resolved: true, rate: 1 },
  ])('$agent scores $rate', async ({ agent, resolved, rate }) => {
    const config = join(folder, `${agent}.yaml`);
    writeFileSync(
      config,
      `dataset_path: ${out}\nagent: ${agent}\nsandbox: local\noutput_path: ${join(folder, 'runs')}\nrun_id: ${agent}\n`,
    );
    await run('runtime', ['run', '--config', config]);
    const { results } = Results.parse(JSON.parse(readFileSync(join(folder, 'runs', agent, 'results.json'), 'utf8')));
    expect(results.map((each) => [each.is_resolved, each.test_pass_rate.value])).toEqual([[resolved, rate]]);
  });
});
