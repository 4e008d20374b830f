import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { materialise } from '#io/materialise.ts';
import { checkTask } from '#runtime/task/check.ts';
import { gitComposer } from '#runtime/task/git-composer.ts';
import { loadTask } from '#runtime/task/load.ts';
import { toyContent, toyTask, TOY_SOLUTION, TOY_TASK_ID } from '#test/kit/task.ts';

describe('an emitted task', () => {
  it('has nothing that the checks find', async () => {
    expect(await checkTask(TOY_TASK_ID, toyTask(), gitComposer())).toEqual([]);
  });

  it('is the same bytes each time, sorted by code unit', () => {
    const tree = toyTask();
    expect(tree).toEqual(toyTask());
    const paths = tree.map(({ path }) => path);
    expect(paths).toEqual([...paths].sort());
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('carries the canary in every text of ours that has comments, and in no repository file', () => {
    const { canary } = toyContent();
    const carrying = toyTask()
      .filter(({ content }) => content.includes(canary))
      .map(({ path }) => path);
    expect(carrying).toEqual([
      'Dockerfile',
      'docker-compose.yaml',
      'module_dag.yaml',
      'requirements/unit_001.yaml',
      'requirements/unit_002.yaml',
      'run-tests.sh',
      'solution.sh',
      'task.yaml',
    ]);
  });

  it('loads back to what it was made of', () => {
    const content = toyContent();
    const task = loadTask(TOY_TASK_ID, toyTask());
    expect(task.metadata.instruction).toBe(content.instruction);
    expect(task.units.map(({ id, slug, layer, parents }) => ({ id, slug, layer, parents }))).toEqual([
      { id: 'unit_001', slug: 'unit_001', layer: 0, parents: [] },
      { id: 'unit_002', slug: 'unit_002', layer: 1, parents: ['unit_001'] },
    ]);
    expect(task.units.map(({ shard, selected, tests, requirement }) => ({ shard, selected, tests, requirement }))).toEqual(
      content.units.map(({ shard, selected, tests, requirement }) => ({ shard, selected, tests, requirement: requirement.requirement })),
    );
    expect(task).toMatchObject({
      base: content.base,
      baseTests: content.baseTests,
      baseSelected: content.baseSelected,
      environment: content.environment,
      depth: 1,
    });
  });
});

describe('the scripts of an emitted task', () => {
  let root = '';
  const at = (path: string): string => join(root, path);
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'emit-test-'));
    mkdirSync(at('task'));
    await materialise(at('task'), toyTask());
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const workspace = (name: string): string => {
    execFileSync('cp', ['-r', at('task/base'), at(name)]);
    return at(name);
  };
  const runTests = (cwd: string, env: Record<string, string> = {}) => {
    const ended = spawnSync('bash', [at('task/run-tests.sh')], {
      cwd,
      env: { PATH: process.env['PATH'], TEST_DIR: at('task/tests'), REPO_DIR: cwd, ...env },
      encoding: 'utf8',
    });
    return { status: ended.status, out: ended.stdout };
  };

  it('solution.sh makes the gold of the base, and run-tests.sh passes every unit on it, leaving no test behind', () => {
    const cwd = workspace('gold');
    execFileSync('bash', [at('task/solution.sh')], { cwd, env: { PATH: process.env['PATH'], GOLD_PATCHES_DIR: at('task/gold_patches') } });
    for (const file of TOY_SOLUTION) expect(readFileSync(join(cwd, file.path), 'utf8')).toBe(file.content.toString());
    const { status, out } = runTests(cwd);
    expect(out).toMatch(/^test_unit_runner\.py::test_unit\[unit_001\] PASSED$/m);
    expect(out).toMatch(
      /short test summary info =+\nPASSED test_unit_runner\.py::test_unit\[unit_001\]\nPASSED test_unit_runner\.py::test_unit\[unit_002\]\n/,
    );
    expect(status).toBe(0);
    expect(existsSync(join(cwd, 'test'))).toBe(false);
  });

  it('run-tests.sh fails every unit on the base, and says so in the summary', () => {
    const { status, out } = runTests(workspace('base-only'));
    expect(out).toMatch(
      /FAILED test_unit_runner\.py::test_unit\[unit_001\] - status 1\nFAILED test_unit_runner\.py::test_unit\[unit_002\] - status 1\n/,
    );
    expect(status).toBe(1);
  });

  it('run-tests.sh runs the pristine tests, and gives the workspace back its own', () => {
    const cwd = workspace('tampered');
    mkdirSync(join(cwd, 'test'));
    writeFileSync(join(cwd, 'test/add.test.js'), '// mine\n');
    expect(runTests(cwd).out).toContain('FAILED test_unit_runner.py::test_unit[unit_001]');
    expect(readFileSync(join(cwd, 'test/add.test.js'), 'utf8')).toBe('// mine\n');
  });

  it("run-tests.sh runs one unit when UNIT_TEST_DIR is that unit's directory", () => {
    const { out } = runTests(workspace('one'), { UNIT_TEST_DIR: at('task/tests/unit_002') });
    expect(out).toContain('test_unit[unit_002]');
    expect(out).not.toContain('test_unit[unit_001]');
  });
});
