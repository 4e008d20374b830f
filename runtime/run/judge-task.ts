import { InfraError } from '#schema/errors.ts';
import type { TestFramework } from '#languages/language.ts';
import type { Battery, JudgeUnit, RunBattery, WorkspaceDelta } from '#runtime/judge/judge.ts';
import type { SandboxProvider, SandboxSpec, Tree } from '#runtime/sandbox/sandbox.ts';
import { BASE_TESTS } from '#runtime/task/emit-tests.ts';
import type { LoadedTask, LoadedUnit } from '#runtime/task/load.ts';
import type { TaskEnvironment } from '#runtime/task/records.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { TrialEvent } from '#schema/results.ts';
import type { RunReport, UnitVerdict } from '#schema/trial.ts';
import { baseGuardIds, guardIds, scoredUnits } from './units.ts';

type JudgedEvent = Extract<TrialEvent, { type: 'judged' }>;

/** The one judge, as a parameter: `validate` calls the same two functions. */
export interface Judge {
  readonly run: RunBattery;
  readonly unit: JudgeUnit;
}
export interface Bench {
  readonly judge: Judge;
  readonly sandboxes: SandboxProvider;
  readonly spec: SandboxSpec;
  readonly framework: TestFramework;
  readonly environment: TaskEnvironment;
  readonly timeoutSec: number;
}

/** Runs of one battery before it counts as not judged. */
const INFRA_TRIES = 3;

function overlaid(base: Tree, over: Tree): Tree {
  const own = new Set(over.map((file) => file.path));
  return [...base.filter((file) => !own.has(file.path)), ...over].sort((a, b) => byCodeUnit(a.path, b.path));
}

function batteryOf(bench: Bench, unit: string, tests: Tree, runFiles: readonly string[]): Battery {
  const { recipe, extraArgs } = bench.environment;
  return {
    unit,
    framework: bench.framework,
    tests,
    runFiles,
    build: recipe.build,
    env: recipe.env,
    extraArgs,
    timeoutSec: bench.timeoutSec,
  };
}

/** A report, or why there is none though it was tried again: trouble of the machine is no verdict. */
async function report(bench: Bench, state: WorkspaceDelta, battery: Battery): Promise<RunReport | InfraError> {
  for (let left = INFRA_TRIES - 1; ; left -= 1) {
    const [settled] = await Promise.allSettled([
      bench.judge.run(bench.sandboxes, bench.spec, state, battery, { order: 'declared', seed: 0 }),
    ]);
    if (settled.status === 'fulfilled') return settled.value;
    if (!(settled.reason instanceof InfraError)) throw settled.reason;
    if (left === 0 || !settled.reason.retryable) return settled.reason;
  }
}

function judgedEvent(
  bench: Bench,
  of: JudgedEvent['of'],
  unit: string,
  told: RunReport | InfraError,
  expected: readonly string[],
): JudgedEvent {
  if (told instanceof InfraError) {
    const verdict: UnitVerdict = { unit, verdict: 'not-judged', why: told.message, passed: 0, expected: expected.length, tests: [] };
    return { type: 'judged', of, verdict, timedOut: false, tail: '', durationMs: 0 };
  }
  return {
    type: 'judged',
    of,
    verdict: bench.judge.unit(unit, told, expected),
    timedOut: told.timedOut,
    tail: told.tail,
    durationMs: told.durationMs,
  };
}

async function judgeUnitOf(
  bench: Bench,
  task: LoadedTask,
  unit: LoadedUnit,
  state: WorkspaceDelta,
  expected: readonly string[],
): Promise<readonly JudgedEvent[]> {
  const guards = guardIds(task, unit);
  if (expected.length + guards.length === 0) return [];
  const battery = batteryOf(bench, unit.id, overlaid(task.baseTests, unit.tests), unit.selected?.files ?? []);
  const told = await report(bench, state, battery);
  const events = expected.length === 0 ? [] : [judgedEvent(bench, 'unit', unit.id, told, expected)];
  return guards.length === 0 ? events : [...events, judgedEvent(bench, 'guards', unit.id, told, guards)];
}

/** Judges every unit of a task and the base's guards on one workspace state, each in a sandbox of its own, one after the other. */
export async function judgeTask(
  bench: Bench,
  task: LoadedTask,
  state: WorkspaceDelta,
  onJudged: (event: JudgedEvent) => Promise<void>,
): Promise<void> {
  const expected = new Map(scoredUnits(task).map((unit) => [unit.id, unit.expected]));
  for (const unit of task.units) {
    for (const event of await judgeUnitOf(bench, task, unit, state, expected.get(unit.id) ?? [])) await onJudged(event);
  }
  const guards = baseGuardIds(task);
  if (guards.length === 0) return;
  const told = await report(bench, state, batteryOf(bench, BASE_TESTS, task.baseTests, task.baseSelected?.files ?? []));
  await onJudged(judgedEvent(bench, 'guards', BASE_TESTS, told, guards));
}
