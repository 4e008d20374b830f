import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { materialise } from '#io/materialise.ts';
import { agentArguments, runConfig } from '#runtime/commands/run-config.ts';
import { RunResults } from '#schema/results.ts';
import { toyTask, TOY_TASK_ID, withFiles } from '#test/kit/task.ts';

let root = '';
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'lhb-test-'));
  for (const [name, tree] of [
    ['good', toyTask()],
    ['bad', withFiles(toyTask(), { 'base/tests/x': '' })],
  ] as const) {
    mkdirSync(join(root, name, TOY_TASK_ID), { recursive: true });
    await materialise(join(root, name, TOY_TASK_ID), tree);
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function lhb(...args: string[]) {
  const ended = spawnSync(process.execPath, ['scripts/start.mjs', 'runtime/main.ts', ...args], { encoding: 'utf8', cwd: process.cwd() });
  return { exit: ended.status, out: ended.stdout, err: ended.stderr };
}

describe('lhb', { timeout: 120_000 }, () => {
  it('tells what it can do', () => {
    expect(lhb('--help')).toMatchObject({ exit: 0, out: expect.stringContaining('Evaluate coding agents') });
    expect(lhb('run', '--help').out).toContain('pnpm lhb run --config config.yaml --n-attempts 3 --json');
  });

  it('lists and validates tasks, exit 1 when a check finds an error', () => {
    expect(JSON.parse(lhb('tasks', 'list', root, '--json').out)).toHaveLength(2);
    expect(lhb('tasks', 'validate', join(root, 'good'))).toMatchObject({ exit: 0, out: '1 task checked, 0 with errors\n' });
    const bad = lhb('tasks', 'validate', join(root, 'bad'));
    expect(bad.exit).toBe(1);
    expect(bad.out).toContain(`error ${TOY_TASK_ID}/base/tests/x: has the reserved name "tests" in its path.`);
  });

  it('runs an agent, and reads the run again', () => {
    const where = ['--output-path', join(root, 'runs')];
    const ran = lhb(
      'run',
      '--dataset-path',
      join(root, 'good'),
      '--agent',
      'noop',
      '--sandbox',
      'local',
      '--run-id',
      'first',
      '--json',
      '--require-resolved',
      ...where,
    );
    expect(ran.exit).toBe(1);
    expect(RunResults.parse(JSON.parse(ran.out))).toMatchObject({ id: 'first', n_unresolved: 1 });
    expect(lhb('runs', 'list', ...where).out).toMatch(/^first .* noop .* 1 +1$/m);
    expect(lhb('runs', 'status', 'first', ...where).out).toContain('finished');
    expect(JSON.parse(lhb('runs', 'summarize', 'first', '--json', ...where).out)).toEqual(JSON.parse(ran.out));
    expect(lhb('runs', 'status', 'second', ...where)).toMatchObject({ exit: 2, err: expect.stringContaining('second: is no run.') });
  });

  it('names the place of what is wrong, exit 2', () => {
    writeFileSync(join(root, 'config.yaml'), 'agent: noop\nn_attemps: 3\n');
    expect(lhb('run', '--config', join(root, 'config.yaml'))).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/config\.yaml:2:1 n_attemps: unknown key "n_attemps"\. Did you mean "n_attempts"\?\n$/),
    });
    expect(lhb('run', '--n-attempts', 'many')).toMatchObject({ exit: 2, err: expect.stringContaining('--n-attempts') });
    expect(lhb('tasks', 'list', join(root, 'nowhere'))).toMatchObject({ exit: 2, err: expect.stringContaining('does not exist') });
  });
});

describe('the settings of a run', () => {
  it("are the file's, its paths relative to it, with the flags over them", async () => {
    writeFileSync(join(root, 'settings.yaml'), 'dataset_path: good\nagent: noop\nn_attempts: 3\nx-note: free\n');
    expect(await runConfig(join(root, 'settings.yaml'), { n_attempts: 5, agent: undefined })).toMatchObject({
      dataset_path: join(root, 'good'),
      output_path: 'runs',
      agent: 'noop',
      n_attempts: 5,
    });
  });

  it('take agent arguments as JSON where they are', () => {
    expect(agentArguments(['edits=[{"remove":"a"}]', 'name=plain', 'count=3'])).toEqual({
      edits: [{ remove: 'a' }],
      name: 'plain',
      count: 3,
    });
    expect(() => agentArguments(['nothing'])).toThrow('is no key=value');
  });
});
