import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '#pipeline/blobs.ts';
import { bundle } from '#runtime/task/bundle.ts';
import { gitComposer } from '#runtime/task/git-composer.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import { Manifest } from '#schema/manifest.ts';
import type { Validated } from '#schema/task.ts';
import { publish } from '#stages/publish/stage.ts';
import { writePool } from '#stages/publish/write-pool.ts';
import { toyContent, toyTask, withFiles } from '#test/kit/task.ts';

function memoryBlobs(): Blobs {
  const held = new Map<string, Buffer>();
  return {
    put: async (content) => {
      const digest = createHash('sha256').update(content).digest('hex');
      held.set(digest, content);
      return digest;
    },
    get: async (digest) => held.get(digest) ?? Promise.reject(new Error(`no blob ${digest}`)),
    has: async (digest) => held.has(digest),
  };
}

async function validated(
  taskId: string,
  blobs: Blobs,
  observed: Validated['observed'] = {},
  change: (tree: Tree) => Tree = (tree) => tree,
): Promise<Validated> {
  const files = [];
  for (const file of change(toyTask({ taskId })))
    files.push({ path: file.path, mode: file.mode, digest: await blobs.put(file.content), size: file.content.length });
  const units = toyContent().units.map(({ unit }) => unit);
  return {
    taskId,
    sourceId: 'toy--toy',
    units,
    edges: [],
    evidence: [],
    trials: [],
    admissions: [],
    setAside: [],
    sandbox: 'local',
    files,
    stats: toyContent().stats,
    observed,
  };
}

const progress = { step: () => undefined };
const options = { poolName: 'toys' };

describe('publish', () => {
  const blobs = memoryBlobs();
  const io = { blobs, composer: gitComposer() };
  const run = async (tasks: readonly Validated[]) => (await publish.run([...tasks], options, io, progress))[0]?.outcome;

  it('lists every file by digest, and leaves what the machine saw outside every digest', async () => {
    const here = await run([await validated('task_pr_b', blobs, { image: 'sha256:1' }), await validated('task_pr_a', blobs)]);
    const there = await run([await validated('task_pr_a', blobs, { buildMs: 7 }), await validated('task_pr_b', blobs)]);
    if (here === undefined || there === undefined || !('kept' in here) || !('kept' in there)) throw new Error('nothing was published');
    const manifest = Manifest.parse(here.kept);
    expect(manifest.tasks.map(({ id }) => id)).toEqual(['task_pr_a', 'task_pr_b']);
    expect(manifest.digest).toBe(there.kept.digest);
    expect(manifest.observed).not.toEqual(there.kept.observed);
    expect(manifest.tasks[0]).toMatchObject({ licence: 'MIT', stats: { units: 2, tests: 3 } });
    expect(manifest.stats).toMatchObject({ tasks: 2, units: 2, edges: 1, totalUnits: 4, totalTests: 6, medianDepth: 2 });
  });

  it('leaves out a task that a check refuses, with the problems named', async () => {
    const bad = await validated('task_pr_bad', blobs, {}, (tree) => withFiles(tree, { 'base/tests/x': 'x' }));
    const outcome = await run([await validated('task_pr_good', blobs), bad]);
    if (outcome === undefined || !('kept' in outcome)) throw new Error('nothing was published');
    expect(outcome.kept.tasks.map(({ id }) => id)).toEqual(['task_pr_good']);
    expect(outcome.kept.refused).toMatchObject([{ id: 'task_pr_bad', problems: [{ code: 'reserved-in-base' }] }]);
    expect(outcome.kept.observed).toEqual({ task_pr_good: {} });
  });

  it('drops the pool when nothing is left of it', async () => {
    const bad = await validated('task_pr_bad', blobs, {}, (tree) => withFiles(tree, { 'gold-patch.diff': null }));
    expect(await run([bad])).toMatchObject({
      dropped: 'check-failed',
      detail: expect.stringContaining('missing-file at task_pr_bad/gold-patch.diff'),
    });
  });
});

describe('the written pool', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'publish-test-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('holds exactly the tasks of the manifest, mends what a hand changed, and takes stale ones away', async () => {
    const blobs = memoryBlobs();
    const outcomes = await publish.run([await validated('task_pr_a', blobs)], options, { blobs, composer: gitComposer() }, progress);
    const outcome = outcomes[0]?.outcome;
    if (outcome === undefined || !('kept' in outcome)) throw new Error('nothing was published');
    mkdirSync(join(root, 'task_pr_stale'));
    mkdirSync(join(root, 'task_pr_x.tmp-1-2'));
    mkdirSync(join(root, 'notes'));
    await writePool(root, outcome.kept, { stages: [] }, blobs);
    writeFileSync(join(root, 'task_pr_a/task.yaml'), 'changed\n');
    await writePool(root, outcome.kept, { stages: [] }, blobs);
    expect(readdirSync(root).sort()).toEqual([
      'REPORT.md',
      'dags',
      'funnel.json',
      'manifest.json',
      'notes',
      'observed.json',
      'stats.json',
      'task_pr_a',
    ]);
    expect(readFileSync(join(root, 'task_pr_a/task.yaml'), 'utf8')).toBe(
      toyTask()
        .find(({ path }) => path === 'task.yaml')
        ?.content.toString(),
    );
    expect(JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')).digest).toBe(outcome.kept.digest);
    expect(readFileSync(join(root, 'dags/task_pr_a.svg'), 'utf8')).toContain('unit_002');
    expect(readFileSync(join(root, 'REPORT.md'), 'utf8')).toContain('| task_pr_a | 2 | 2 | 2 |');
    await writePool(root, { ...outcome.kept, tasks: [], observed: {} }, { stages: [] }, blobs);
    expect(existsSync(join(root, 'task_pr_a'))).toBe(false);
    expect(readdirSync(join(root, 'dags'))).toEqual([]);
  });
});

describe('a bundle', () => {
  it('is the same bytes whatever the order of the files, with fixed times, owners and the modes', () => {
    const tree = toyTask();
    const tar = bundle('task_pr_a', tree);
    expect(tar.equals(bundle('task_pr_a', [...tree].reverse()))).toBe(true);
    const at = tar.indexOf('task_pr_a/run-tests.sh');
    expect(tar.subarray(at + 100, at + 108).toString()).toBe('0000755\0');
    expect(tar.subarray(at + 136, at + 148).toString()).toBe('00000000000\0');
  });
});
