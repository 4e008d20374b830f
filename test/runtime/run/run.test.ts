import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#io/clock.ts';
import { materialise } from '#io/materialise.ts';
import { nodeTest } from '#languages/ecmascript/node-test.ts';
import { judgeUnit } from '#runtime/judge/judge-unit.ts';
import { runBattery } from '#runtime/judge/run-battery.ts';
import { RunConfig } from '#runtime/run/config.ts';
import { readEvents } from '#runtime/run/event-log.ts';
import { scoreRun } from '#runtime/run/run-directory.ts';
import { runTasks, type RunWorld } from '#runtime/run/run.ts';
import { scoreTrial } from '#runtime/run/score.ts';
import { hostContainment, localSandboxes } from '#runtime/sandbox/local.ts';
import type { SandboxProvider, Tree } from '#runtime/sandbox/sandbox.ts';
import { InfraError } from '#schema/errors.ts';
import { RunMetadata, RunResults, type TrialResult } from '#schema/results.ts';
import { toyTask, TOY_ADD, TOY_TASK_ID, withFiles } from '#test/kit/task.ts';

const local = localSandboxes(await hostContainment());
const world = (change: Partial<RunWorld> = {}): RunWorld => ({
  clock: systemClock,
  sandboxes: local,
  images: null,
  judge: { run: runBattery, unit: judgeUnit },
  framework: async () => nodeTest,
  signal: new AbortController().signal,
  onEvent: () => undefined,
  onResult: () => undefined,
  ...change,
});

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-test-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function pool(tree: Tree = toyTask()): Promise<string> {
  const directory = join(root, 'pool', TOY_TASK_ID);
  mkdirSync(directory, { recursive: true });
  await materialise(directory, tree);
  return join(root, 'pool');
}
async function run(settings: Record<string, unknown>, change: Partial<RunWorld> = {}, tree?: Tree) {
  const dataset = await pool(tree);
  return runTasks(
    RunConfig.parse({ dataset_path: dataset, output_path: join(root, 'runs'), run_id: 'r1', memory_mb: 1024, ...settings }),
    world(change),
  );
}
async function one(settings: Record<string, unknown>, change: Partial<RunWorld> = {}, tree?: Tree): Promise<TrialResult> {
  const { results } = await run(settings, change, tree);
  const [result] = results.results;
  if (result === undefined) throw new Error('no trial');
  return result;
}
const write = (file: { path: string; content: Buffer }, content = file.content.toString()) => ({ write: file.path, content });

describe('an agent on a task', { timeout: 60_000 }, () => {
  it('that is the oracle scores 1, and its run can be read and scored again to the same bytes', async () => {
    const { directory, results } = await run({ agent: 'oracle' });
    expect(results).toMatchObject({
      n_resolved: 1,
      n_unresolved: 0,
      n_not_judged: 0,
      accuracy: 1,
      resolved_ids: [TOY_TASK_ID],
      pass_at_k: { '1': 1 },
    });
    expect(results.results[0]).toMatchObject({
      is_resolved: true,
      failure_mode: 'none',
      test_pass_rate: { value: 1 },
      depth: { value: 1 },
      depth_layers: { value: 1 },
      released: ['unit_001', 'unit_002'],
      guards: { passed: 1, broken: [] },
      parser_results: { 'test_unit_runner.py::test_unit[unit_001]': 'passed', 'test_unit_runner.py::test_unit[unit_002]': 'passed' },
    });
    const stored = readFileSync(join(directory, 'results.json'), 'utf8');
    expect(RunResults.parse(JSON.parse(stored))).toEqual(results);
    expect(await scoreRun(directory)).toEqual(results);
    expect(RunMetadata.parse(JSON.parse(readFileSync(join(directory, 'run_metadata.json'), 'utf8'))).config['agent']).toBe('oracle');
  });

  it('that does nothing scores 0, with every guard whole', async () => {
    expect(await one({ agent: 'noop' })).toMatchObject({
      is_resolved: false,
      test_pass_rate: { value: 0 },
      depth: { value: 0 },
      depth_layers: { value: 0 },
      released: ['unit_001'],
      guards: { passed: 1, broken: [] },
    });
  });

  it('that does the first unit only gets that unit, layer 0, and the next one released', async () => {
    const result = await one({ agent: 'scripted', agent_kwargs: { edits: [write(TOY_ADD)] } });
    expect(result.units.map(({ unit, verdict, passed, expected }) => [unit, verdict, passed, expected])).toEqual([
      ['unit_001', 'pass', 2, 2],
      ['unit_002', 'fail', 0, 1],
    ]);
    expect(result).toMatchObject({
      is_resolved: false,
      test_pass_rate: { value: 2 / 3 },
      depth: { value: 0 },
      depth_layers: { value: 0.5 },
      released: ['unit_001', 'unit_002'],
    });
  });

  it('that does half of a unit does not get it', async () => {
    const result = await one({ agent: 'scripted', agent_kwargs: { edits: [write(TOY_ADD, 'export const add = () => 5;\n')] } });
    expect(result.units[0]).toMatchObject({ verdict: 'fail', passed: 1, expected: 2 });
    expect(result.test_pass_rate).toEqual({ value: 0.5 });
  });

  it('that breaks what worked is not resolved, however much it adds', async () => {
    const edits = [
      write(TOY_ADD),
      {
        write: 'src/sum.js',
        content: "export { add as sum2 } from './add.js';\nexport const sum = (...all) => all.reduce((a, b) => a + b, 0);\n",
      },
      { write: 'src/index.js', content: "export { sum } from './sum.js';\nexport const version = '2';\n" },
    ];
    const result = await one({ agent: 'scripted', agent_kwargs: { edits } });
    expect(result.units.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
    expect(result).toMatchObject({ is_resolved: false, guards: { broken: ['node|test/version.test.js|has a version'] } });
  });

  it('that writes tests, settings and manifests is judged without them, and they are told', async () => {
    const edits = [
      {
        write: 'test/add.test.js',
        content: "import { test } from 'node:test';\ntest('adds', () => {});\ntest('adds negatives', () => {});\n",
      },
      { write: 'package.json', content: '{ "type": "commonjs" }' },
      { write: 'tests/unit_001/test/add.test.js', content: '' },
    ];
    const result = await one({ agent: 'scripted', agent_kwargs: { edits } });
    expect(result.units.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
    expect(result.ignored_paths).toEqual(['package.json', 'test/add.test.js']);
  });
});

describe('the workspace of an agent', { timeout: 60_000 }, () => {
  const look = async (settings: Record<string, unknown>) => {
    const steps: string[] = [];
    const edits = [
      { run: ['git', 'rev-list', '--objects', '--all', '--count'] },
      { run: ['git', 'log', '--format=%H %an %s'] },
      { run: ['find', '.', '-name', '*.js', '-not', '-path', './.git/*'] },
      { run: ['sh', '-c', 'ls requirements; git status --porcelain; grep -rlF "return a + b" . || echo no gold'] },
    ];
    await run(
      { agent: 'scripted', agent_kwargs: { edits }, ...settings },
      { onEvent: (_trial, event) => event.type === 'step' && steps.push(event.step.text) },
    );
    return steps;
  };

  it('is one commit that is the same in every run, with requirements and tests and no gold', async () => {
    const [, log, files, listing] = await look({});
    expect(log).toMatch(/^git log .*\n[0-9a-f]{40} workspace Starting workspace\nexit 0$/);
    expect(files).toContain('./tests/unit_002/test/sum.test.js');
    expect(listing).toContain('unit_001.yaml\nunit_002.yaml\nno gold\n');
    const [, again] = await look({ run_id: 'r2' });
    expect(again).toBe(log);
  });

  it('has no tests when they are hidden', async () => {
    const [, , files, listing] = await look({ hide_tests: true });
    expect(files).not.toContain('tests/');
    expect(listing).toContain('unit_001.yaml');
  });
});

describe('a run', { timeout: 60_000 }, () => {
  it('does only what is missing when it is started again, and keeps every finished trial', async () => {
    const { directory, results } = await run({ agent: 'noop', n_attempts: 2 });
    const trial = (attempt: number): string => join(directory, TOY_TASK_ID, `${TOY_TASK_ID}.${attempt}-of-2.r1`, 'events.jsonl');
    const kept = readFileSync(trial(1), 'utf8');
    writeFileSync(trial(2), readFileSync(trial(2), 'utf8').split('\n').slice(0, 3).join('\n'));
    const done: string[] = [];
    const again = await run(
      { agent: 'noop', n_attempts: 2 },
      { onEvent: (name, event) => event.type === 'trial-started' && done.push(name) },
    );
    expect(done).toEqual([`${TOY_TASK_ID}.2-of-2.r1`]);
    expect(readFileSync(trial(1), 'utf8')).toBe(kept);
    expect(again.results.results.map(({ trial_name, is_resolved }) => [trial_name, is_resolved])).toEqual(
      results.results.map(({ trial_name, is_resolved }) => [trial_name, is_resolved]),
    );
  });

  it('starts no further trial once it is interrupted, and says how many wait', async () => {
    const interrupt = new AbortController();
    const finished = await run(
      { agent: 'noop', n_attempts: 3, n_concurrent: 1 },
      { signal: interrupt.signal, onResult: () => interrupt.abort() },
    );
    expect(finished).toMatchObject({ waiting: 2, results: { n_unresolved: 1 } });
  });

  it('refuses to go on with other settings, and names them', async () => {
    await run({ agent: 'noop' });
    await expect(run({ agent: 'oracle' })).rejects.toThrow('agent: "noop" → "oracle"');
    await expect(run({ agent: 'noop' }, {}, withFiles(toyTask(), { 'base/src/index.js': '' }))).rejects.toThrow(`task ${TOY_TASK_ID}`);
  });

  it('tells a torn last line from a broken log', async () => {
    const { directory } = await run({ agent: 'noop' });
    const path = join(directory, TOY_TASK_ID, `${TOY_TASK_ID}.1-of-1.r1`, 'events.jsonl');
    const whole = await readEvents(path);
    appendFileSync(path, '{"seq": 99, "at"');
    expect(await readEvents(path)).toEqual(whole);
    expect(scoreTrial('r1', whole).is_resolved).toBe(false);
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').toSpliced(1, 1).join('\n'));
    await expect(readEvents(path)).rejects.toThrow('events.jsonl:2: is event 2, not 1');
  });

  it('leaves not judged what the machine failed, which is not failed', async () => {
    const broken: SandboxProvider = { ...local, open: () => Promise.reject(new InfraError('the daemon went away')) };
    expect(await one({ agent: 'oracle' }, { sandboxes: broken })).toMatchObject({
      is_resolved: null,
      failure_mode: 'infra_error',
      detail: 'the daemon went away',
      test_pass_rate: { unscored: expect.any(String) },
    });
    const judge = { run: () => Promise.reject(new InfraError('out of disk')), unit: judgeUnit };
    const result = await one({ agent: 'oracle', run_id: 'r2' }, { judge });
    expect(result).toMatchObject({ is_resolved: null, depth: { unscored: 'not judged: unit_001' } });
    expect(result.units.map(({ verdict, why }) => [verdict, why])).toEqual([
      ['not-judged', 'out of disk'],
      ['not-judged', 'out of disk'],
    ]);
  });

  it("judges what is there when the agent's time is up", async () => {
    const edits = [write(TOY_ADD), { run: ['sleep', '30'] }];
    const result = await one({ agent: 'scripted', agent_kwargs: { edits }, global_agent_timeout_sec: 1 });
    expect(result).toMatchObject({ failure_mode: 'agent_timeout', is_resolved: false });
    expect(result.units[0]?.verdict).toBe('pass');
  });

  it('does not hold a task to tests that its own gold retires', async () => {
    const lifetimes = [{ unit: 'unit_001', id: 'node|test/add.test.js|adds negatives', validFrom: 'unit_001', retiredBy: 'unit_002' }];
    const result = await one(
      { agent: 'scripted', agent_kwargs: { edits: [write(TOY_ADD, 'export const add = () => 5;\n')] } },
      {},
      toyTask({ lifetimes }),
    );
    expect(result.units[0]).toMatchObject({ verdict: 'pass', expected: 1 });
  });

  it('is refused before it starts when an agent, an argument or a task is not known', async () => {
    await expect(run({ agent: 'genius' })).rejects.toThrow('no agent is called "genius"');
    await expect(run({ agent: 'noop', agent_kwargs: { edits: [] } })).rejects.toThrow('noop takes no arguments');
    await expect(run({ task_ids: ['task_x*'] })).rejects.toThrow('"task_x*" matches no task');
    await run({});
    rmSync(join(root, 'pool', TOY_TASK_ID, 'evidence/environment.json'));
    await expect(
      runTasks(RunConfig.parse({ dataset_path: join(root, 'pool'), output_path: join(root, 'runs2') }), world()),
    ).rejects.toThrow('evidence/environment.json: is missing');
    expect(existsSync(join(root, 'runs2'))).toBe(false);
  });
});
