import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { emitTask } from '#runtime/task/emit.ts';
import { DagFile } from '#stages/scan/dag-file.ts';
import { makeExample } from '../../../examples/make-repository.ts';
import { run, start } from '../../e2e/example-pool.ts';
import { scriptRepository, testDirectory } from '../../kit/git.ts';
import { toyContent } from '../../kit/task.ts';

let folder = '';
let remove = (): void => {};
const at = (...parts: string[]): string => join(folder, ...parts);
const dag = (...argv: string[]) => run('stages', argv);

beforeAll(async () => {
  ({ path: folder, remove } = testDirectory('dag'));
  await makeExample('shelf', at('shelf.git'));
  await dag('dag:scan', at('shelf.git'), '--cache', at('cache'), '--out', at('shelf.json'));
  for (const file of emitTask(toyContent())) {
    mkdirSync(join(at('task'), file.path, '..'), { recursive: true });
    writeFileSync(join(at('task'), file.path), file.content);
  }
});
afterAll(() => remove());

const Figures = z.object({
  changes: z.number().positive(),
  units: z.number().positive(),
  edges: z.number().positive(),
  edgesByEvidence: z.record(z.string(), z.number()),
  edgesByPattern: z.record(z.string(), z.number()),
  ambiguous: z.number(),
  denied: z.number(),
  layers: z.number().positive(),
  width: z.number().positive(),
  wallMs: z.number().positive(),
  gitMs: z.number().positive(),
  peakRssMb: z.number().positive(),
  composed: z.boolean(),
  answers: z.object({ reused: z.number(), kept: z.number() }),
});

describe('dag:scan', { timeout: 120_000 }, () => {
  test('--json is one object of figures; a second run parses nothing; --out holds the same graph', async () => {
    const { stdout, stderr } = await dag('dag:scan', at('shelf.git'), '--cache', at('cache'), '--json');
    const figures = Figures.parse(JSON.parse(stdout));
    expect(figures.answers.kept).toBe(0);
    expect(figures.answers.reused).toBeGreaterThan(figures.changes);
    expect(figures.composed).toBe(false);
    expect(figures.gitMs).toBeLessThanOrEqual(figures.wallMs);
    expect(stderr).toMatch(/collect …[\s\S]*normalize …[\s\S]*recover-dag took/);
    const written = DagFile.parse(JSON.parse(readFileSync(at('shelf.json'), 'utf8')));
    expect([written.units.length, written.edges.length, written.changes.length]).toEqual([figures.units, figures.edges, figures.changes]);
  });

  test('--compose on a window, --quick, and a table', async () => {
    const composed = Figures.parse(
      JSON.parse((await dag('dag:scan', at('shelf.git'), '--cache', at('cache'), '--last', '6', '--compose', '--json')).stdout),
    );
    expect([composed.composed, composed.changes]).toEqual([true, 6]);
    const { stdout } = await dag('dag:scan', at('shelf.git'), '--cache', at('cache'), '--quick');
    expect(stdout).toMatch(/pairs tied by a name +\d+/);
    expect(stdout).toMatch(/composed +no/);
  });

  test.each([
    [['dag:scan', '/nowhere/at/all'], 'is not a git repository'],
    [['dag:scan', 'SHELF', '--from', 'nothing'], '--from: nothing is no commit'],
    [['dag:scan', 'SHELF', '--window', 'long'], 'Give a number of days above 0.'],
    [['dag:scan', 'SHELF', '--quick', '--compose'], '--quick: finds no units'],
    [['dag:show', 'FOLDER'], 'holds no unit_dag.json'],
    [['dag:why-not', 'SHELF.JSON', '1', '99'], 'has no unit unit_099'],
    [['dag:why', 'SHELF.GIT/HEAD', '1', '2'], 'is not JSON'],
  ])('%j exits 2 with one line', async (argv, message) => {
    const places: Readonly<Record<string, string>> = {
      SHELF: at('shelf.git'),
      FOLDER: folder,
      'SHELF.JSON': at('shelf.json'),
      'SHELF.GIT/HEAD': at('shelf.git', 'HEAD'),
    };
    const scan = argv[0] === 'dag:scan' ? ['--cache', at('cache')] : [];
    const { stdout, stderr } = await run('stages', [...argv.map((word) => places[word] ?? word), ...scan], {}, 2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test('interrupted: it says what is kept, exits 130, and the next run goes on from there', async () => {
    let text = '';
    const steps = Array.from({ length: 300 }, (_, index) => {
      text += `export function made${index}(x) {\n  return ${index === 0 ? 'x' : `made${index - 1}(x)`};\n}\n`;
      return {
        commit: `change ${index}`,
        files: { 'src/all.js': text, [`test/t${index}.test.js`]: `import { made${index} } from '../src/all.js';\nmade${index}(1);\n` },
      };
    });
    scriptRepository(at('long.git'), steps);
    const argv = ['dag:scan', at('long.git'), '--cache', at('long-cache'), '--json'];
    const { child, ended } = start('stages', [...argv, '--events', 'ndjson']);
    // Asked twice it would end at once.
    let asked = false;
    child.stderr?.on('data', (chunk: string) => {
      if (!asked && /"stage":"normalize".*"done":/.test(chunk)) asked = child.kill('SIGINT');
    });
    const { exit, stdout, stderr } = await ended;
    expect([exit, stdout]).toEqual([130, '']);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /interrupted in normalize \(read roles \d+ of 299\)\. \d+ new answers .* are kept in .*long-cache\./,
    );
    const kept = Number(/(\d+) new answers/.exec(stderr)?.[1]);
    expect(kept).toBeGreaterThan(299);
    const again = Figures.parse(JSON.parse((await dag(...argv)).stdout));
    expect(again.answers.reused).toBeGreaterThanOrEqual(kept);
    const fresh = Figures.parse(
      JSON.parse((await dag(...argv.map((word) => (word === at('long-cache') ? at('fresh-cache') : word)))).stdout),
    );
    const graph = ({ changes, units, edges, edgesByEvidence, layers, width }: z.infer<typeof Figures>) => ({
      changes,
      units,
      edges,
      edgesByEvidence,
      layers,
      width,
    });
    expect(graph(again)).toEqual(graph(fresh));
  });
});

describe('dag:show', { timeout: 60_000 }, () => {
  test.each([
    ['text', /layer 0\n {4}unit_001 {2}Add two numbers/],
    ['dot', /^digraph /],
    ['mermaid', /^flowchart LR\n/],
    ['svg', /^<svg /],
  ])('%s of a task directory, the same bytes twice', async (format, start) => {
    const { stdout } = await dag('dag:show', at('task'), '--format', format);
    expect(stdout).toMatch(start);
    expect((await dag('dag:show', at('task'), '--format', format)).stdout).toBe(stdout);
  });

  test('counts by evidence and pattern; --reduced and --out', async () => {
    const { stdout } = await dag('dag:show', at('task'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      edgesByEvidence: { imports: 1 },
      edgesByPattern: { 'functional-producer-consumer': 1 },
      layers: 2,
    });
    writeFileSync(at('triangle.json'), '{"nodes":["a","b",{"id":"c","title":"C"}],"edges":[["a","b"],["b","c"],{"from":"a","to":"c"}]}');
    await dag('dag:show', at('triangle.json'), '--format', 'dot', '--out', at('triangle.dot'));
    expect(readFileSync(at('triangle.dot'), 'utf8')).toContain('"a" -> "c" [style=dashed];');
    expect((await dag('dag:show', at('triangle.json'), '--format', 'dot', '--reduced')).stdout).not.toContain('"a" -> "c"');
    expect((await dag('dag:show', at('task', 'module_dag.yaml'))).stdout).toContain('layer 0');
  });
});

describe('dag:compare', { timeout: 60_000 }, () => {
  test('a task with itself and with a plan', async () => {
    const same = JSON.parse((await dag('dag:compare', at('task'), at('task', 'unit_dag.json'), '--json')).stdout);
    expect(same).toMatchObject({ edges: { f1: 1 }, closure: { f1: 1 }, layerRho: 1, onlyInA: [], onlyInB: [] });
    writeFileSync(at('plan.json'), '[["unit_001", "unit_003"]]');
    const { stdout } = await dag('dag:compare', at('plan.json'), at('task'));
    expect(stdout).toMatch(/edges +1 +1 +0 +0\.000 +0\.000 +0\.000/);
    expect(stdout).toMatch(/only in b +1: unit_002/);
  });

  test('two scans by the changes that their units are of', async () => {
    await dag('dag:scan', at('shelf.git'), '--cache', at('cache'), '--last', '8', '--out', at('last.json'));
    const found = JSON.parse((await dag('dag:compare', at('last.json'), at('shelf.json'), '--by', 'change', '--json')).stdout);
    expect(found.unitsInBoth).toBeGreaterThan(3);
    expect(found.edges.precision).toBe(1);
    const { stderr } = await run('stages', ['dag:compare', at('last.json'), at('task'), '--by', 'change'], {}, 2);
    expect(stderr).toContain('does not say of which change unit_001 is');
  });

  test('what is no graph is refused with its place', async () => {
    writeFileSync(at('cycle.json'), '[["a","b"],["b","a"]]');
    writeFileSync(at('stray.json'), '{"nodes":["a"],"edges":[["a","b"]]}');
    writeFileSync(at('twice.json'), '{"nodes":["a","a"],"edges":[]}');
    for (const [file, message] of [
      ['cycle.json', 'is no DAG: a, b lie on a cycle'],
      ['stray.json', 'has an edge a → b to a node that it does not name'],
      ['twice.json', 'names the node a twice'],
    ] as const) {
      const { stderr } = await run('stages', ['dag:compare', at(file), at('task')], {}, 2);
      expect(stderr).toContain(message);
    }
  });
});

describe('dag:why and dag:why-not on a scan', { timeout: 60_000 }, () => {
  test('an edge: evidence with commits, lines and subjects; why-not exits 1', async () => {
    const { edges, units } = DagFile.parse(JSON.parse(readFileSync(at('shelf.json'), 'utf8')));
    const edge = edges[0];
    if (edge === undefined) throw new Error('the example has no edge');
    const why = JSON.parse((await dag('dag:why', at('shelf.json'), edge.from, edge.to, '--json')).stdout);
    expect(why).toMatchObject({ edge: { from: edge.from }, reasons: [], seen: null });
    expect(why.changes.v[0].subject).toBe(units.find((unit) => unit.id === edge.to)?.subject);
    expect(why.evidence[0]).toMatchObject({
      change: expect.stringMatching(/^[0-9a-f]{40}$/),
      introducedBy: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    await run('stages', ['dag:why-not', at('shelf.json'), edge.from, edge.to], {}, 1);
  });

  test('no edge: reasons, lines looked at; without the clone it says so', async () => {
    const { edges, units, ...rest } = DagFile.parse(JSON.parse(readFileSync(at('shelf.json'), 'utf8')));
    const direct = new Set(edges.map(({ from, to }) => `${from} ${to}`));
    const pair = units.flatMap((v, index) =>
      units.slice(0, index).flatMap((u) => (direct.has(`${u.id} ${v.id}`) ? [] : [[u.id, v.id] as const])),
    )[0];
    if (pair === undefined) throw new Error('the example is complete');
    const { stdout } = await dag('dag:why-not', at('shelf.json'), ...pair);
    expect(stdout).toMatch(/^unit_\d+ → unit_\d+: no edge\.\n {2}\S/);
    expect(existsSync(rest.gitDir)).toBe(true);
    writeFileSync(at('lost.json'), JSON.stringify({ edges, units, ...rest, gitDir: at('gone.git') }));
    expect((await dag('dag:why-not', at('lost.json'), ...pair)).stdout).toContain('Lines and names were not looked at: its clone is gone');
  });
});
