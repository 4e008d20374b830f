import picomatch from 'picomatch';
import type { TreeEntry } from '#io/repository.ts';
import type { Battery, RunPlan } from '#runtime/judge/judge.ts';
import { runBattery } from '#runtime/judge/run-battery.ts';
import type { SandboxProvider, SandboxSpec, Tree } from '#runtime/sandbox/sandbox.ts';
import type { Oid } from '#schema/primitives.ts';
import type { Recipe } from '#schema/recipe.ts';
import type { RunReport } from '#schema/trial.ts';
import type { OpenTask } from '../gold/open-task.ts';
import { deltaOf, readEntries } from '../gold/states.ts';

export interface TrialSetup {
  readonly task: OpenTask;
  readonly recipe: Recipe;
  readonly sandboxes: SandboxProvider;
  readonly image: string | null;
  /** The workspace that the image holds. */
  readonly workspaceTree: Oid;
  readonly memoryMb: number;
}

/** What to run where: a whole tree (source side and tests' side) and the test files of it to hand to the framework. */
export interface TrialRequest {
  readonly unit: string;
  readonly tree: Oid;
  readonly runFiles: readonly string[];
  readonly plan: RunPlan;
}

/** Runs test files over trees, each run in a fresh sandbox; equal runs (same tree, files and repetition) are done once. */
export interface Trials {
  run(request: TrialRequest): Promise<RunReport>;
  /** Runs once more, shared with nobody: for gates. */
  runFresh(request: TrialRequest): Promise<RunReport>;
  /** Sum of the test commands' own times, and how many were run. */
  readonly spent: { commands: number; ms: number };
}

export async function openTrials(setup: TrialSetup): Promise<Trials> {
  const { task, sandboxes } = setup;
  const { repository, sides } = task.gold;
  const start = await repository.listTree(setup.workspaceTree);
  const base: Tree = setup.image === null ? await readEntries(repository, start) : [];
  const known = new Map<string, Promise<RunReport>>();
  const spent = { commands: 0, ms: 0 };
  const overrides = task.gold.candidate.source.source.recipe;
  const excluded = picomatch(overrides.excludeTests, { dot: true });
  const spec: SandboxSpec = {
    image: setup.image,
    base,
    cpus: 1,
    memoryMb: setup.memoryMb,
    pids: 512,
    labels: { 'loopsmith.task': task.gold.candidate.taskId, 'loopsmith.role': 'trial' },
  };

  async function runFresh(request: TrialRequest): Promise<RunReport> {
    const entries = await repository.listTree(request.tree);
    const side = (tests: boolean): TreeEntry[] => entries.filter((entry) => sides.testSide(entry.path) === tests);
    const delta = deltaOf(start, side(false));
    const battery: Battery = {
      unit: request.unit,
      framework: task.framework,
      tests: await readEntries(repository, side(true)),
      runFiles: request.runFiles.filter((path) => !excluded(path)),
      build: [...setup.recipe.build, ...overrides.build],
      env: { ...setup.recipe.env, ...overrides.env },
      extraArgs: overrides.frameworkArgs,
      timeoutSec: overrides.testTimeoutSec,
    };
    const report = await runBattery(
      sandboxes,
      spec,
      { put: await readEntries(repository, delta.put), remove: delta.remove },
      battery,
      planFor(request.plan, task),
    );
    spent.commands += 1;
    spent.ms += report.durationMs;
    return report;
  }

  return {
    spent,
    runFresh,
    run(request) {
      const key = `${request.tree} ${request.plan.order} ${request.plan.seed} ${request.runFiles.join(' ')}`;
      const running = known.get(key);
      if (running !== undefined) return running;
      const started = runFresh(request);
      known.set(key, started);
      return started;
    },
  };
}

/** An order the framework cannot give is replaced by the declared one; the repetition still runs, with its seed. */
function planFor(plan: RunPlan, task: OpenTask): RunPlan {
  return task.framework.orders.includes(plan.order) ? plan : { ...plan, order: 'declared' };
}

/** The repetitions of a state (`trials.md`, 4.3 step 1): declared, reversed, then shuffled with a seed of its own each. */
export function repetitions(count: number): RunPlan[] {
  return Array.from(
    { length: count },
    (_, index) => ({ order: index === 0 ? 'declared' : index === 1 ? 'reversed' : 'shuffled', seed: index + 1 }) as const,
  );
}
