import { join, resolve } from 'node:path';
import { mapBounded } from '#io/bounded.ts';
import type { Clock } from '#io/clock.ts';
import { sha256 } from '#io/digest.ts';
import { remove } from '#io/files.ts';
import { holdLock } from '#io/lock.ts';
import type { TestFramework } from '#languages/language.ts';
import { openAgent } from '#runtime/agents/index.ts';
import type { Gold } from '#runtime/agents/oracle.ts';
import type { Images } from '#runtime/sandbox/images.ts';
import type { SandboxProvider } from '#runtime/sandbox/sandbox.ts';
import { loadTask, type LoadedTask } from '#runtime/task/load.ts';
import { readDirectory } from '#runtime/task/read-directory.ts';
import type { TaskEnvironment } from '#runtime/task/records.ts';
import { InfraError, UserError } from '#schema/errors.ts';
import type { RunMetadata, RunResults, TrialEvent, TrialResult } from '#schema/results.ts';
import { budgets, type RunConfig } from './config.ts';
import { briefOf, CONTRACT, CONTRACT_VERSION } from './contract.ts';
import { digestOf } from './delta.ts';
import { readEvents, recordTo } from './event-log.ts';
import { findTasks, selectTasks } from './find-tasks.ts';
import type { Judge } from './judge-task.ts';
import {
  differences,
  eventsPath,
  readMetadata,
  runNames,
  scoreRun,
  trialDirectory,
  trialStates,
  writeMetadata,
  writeResults,
  writeTrialResult,
  type PlannedTrial,
} from './run-directory.ts';
import { scoreTrial } from './score.ts';
import { abandonTrial, runTrial, type TrialPlan } from './trial.ts';

/** What a run needs of the outside. */
export interface RunWorld {
  readonly clock: Clock;
  readonly sandboxes: SandboxProvider;
  /** Null where the host's tools serve. */
  readonly images: Images | null;
  readonly judge: Judge;
  /** Asked before the first trial that is still to be run. Throws UserError on an unknown name. */
  readonly framework: (name: string) => Promise<TestFramework>;
  /** Aborted: no further trial is started, those under way come to their end. */
  readonly signal: AbortSignal;
  readonly onEvent: (trial: string, event: TrialEvent) => void;
  readonly onResult: (result: TrialResult, done: number, total: number) => void;
}
export interface FinishedRun {
  readonly directory: string;
  readonly results: RunResults;
  /** Trials that an interrupt left for the next start of this run. */
  readonly waiting: number;
}

/** A task that can be judged here: ours, with its environment and ids. */
interface ReadyTask {
  readonly task: LoadedTask;
  readonly environment: TaskEnvironment;
  readonly framework: () => Promise<TestFramework>;
  /** Asked once for all attempts; an id, null for the host, or why there is none. */
  readonly image: () => Promise<{ readonly id: string | null } | { readonly infra: string }>;
}

function readyTask(task: LoadedTask, world: RunWorld): ReadyTask {
  const { environment } = task;
  if (environment === null) {
    throw new UserError(
      task.files.place('evidence/environment.json'),
      'is missing, so it is not known how its tests are run',
      'Import the task, or leave it out.',
    );
  }
  const blind = task.units.find((unit) => unit.selected === null);
  if (blind !== undefined)
    throw new UserError(task.files.place(`tests/${blind.id}`), 'names no admitted ids', 'Import the task, or leave it out.');
  let asked: ReturnType<ReadyTask['image']> | null = null;
  let framework: Promise<TestFramework> | null = null;
  return {
    task,
    environment,
    framework: () => (framework ??= world.framework(environment.framework)),
    image: () => (asked ??= imageOf(task, environment, world.images)),
  };
}

async function imageOf(task: LoadedTask, environment: TaskEnvironment, images: Images | null): ReturnType<ReadyTask['image']> {
  if (images === null) return { id: null };
  const [built] = await Promise.allSettled([images.build(environment.recipe, task.base, { 'loopsmith.task': task.id })]);
  if (built.status === 'fulfilled')
    return 'failed' in built.value ? { infra: `the image cannot be built: ${built.value.failed}` } : { id: built.value.id };
  if (built.reason instanceof InfraError) return { infra: built.reason.message };
  throw built.reason;
}

function goldOf(task: LoadedTask): Gold {
  const sharded = task.units.flatMap(({ slug, shard }) => (shard === null ? [] : [{ slug, patch: shard }]));
  return { patches: sharded.length === task.units.length ? sharded : [{ slug: 'gold-patch', patch: task.goldPatch }] };
}

async function planTrial(
  planned: PlannedTrial,
  ready: ReadyTask,
  image: string | null,
  config: RunConfig,
  world: RunWorld,
): Promise<TrialPlan> {
  const { task, environment } = ready;
  const { agentSec } = budgets(config, task.metadata.max_agent_timeout_sec, 1);
  const { testSec } = budgets(config, 1, environment.testTimeoutSec);
  const labels = { task: task.id, trial: planned.trial };
  return {
    trial: planned.trial,
    attempt: planned.attempt,
    task,
    agent: openAgent(config.agent, config.agent_kwargs, () => goldOf(task)),
    brief: briefOf(task, agentSec),
    model: config.model ?? null,
    hideTests: config.hide_tests,
    bench: {
      judge: world.judge,
      sandboxes: world.sandboxes,
      spec: { image, base: task.base, cpus: config.cpus, memoryMb: config.memory_mb, pids: 512, labels },
      framework: await ready.framework(),
      environment,
      timeoutSec: testSec,
    },
  };
}

async function attemptTrial(root: string, planned: PlannedTrial, ready: ReadyTask, config: RunConfig, world: RunWorld): Promise<void> {
  // What a killed run left of this trial counts for nothing: it is done from the start.
  await remove(trialDirectory(root, planned));
  const record = recordTo(eventsPath(root, planned), world.clock);
  const told = async (event: TrialEvent): Promise<void> => {
    await record(event);
    world.onEvent(planned.trial, event);
  };
  const image = await ready.image();
  if ('infra' in image) await abandonTrial(await planTrial(planned, ready, null, config, world), image.infra, told);
  else await runTrial(await planTrial(planned, ready, image.id, config, world), world.clock, told);
}

function planned(tasks: readonly LoadedTask[], attempts: number, runId: string): readonly PlannedTrial[] {
  return tasks.flatMap((task) =>
    Array.from({ length: attempts }, (_, index) => ({
      trial: `${task.id}.${index + 1}-of-${attempts}.${runId}`,
      task: task.id,
      attempt: index + 1,
    })),
  );
}

async function openRun(root: string, now: RunMetadata): Promise<RunMetadata> {
  const known = (await runNames(resolve(root, '..'))).includes(now.run_id);
  if (!known) {
    await writeMetadata(root, now);
    return now;
  }
  const before = await readMetadata(root);
  const changed = differences(before, now);
  if (changed.length > 0)
    throw new UserError(root, `is a run with other settings (${changed.join('; ')})`, 'Give another run_id, or the settings it had.');
  return before;
}

/**
 * Runs an agent on tasks, every attempt in sandboxes of its own, and writes the run's directory. Started again with the id of a run
 * that was cut off, it keeps the finished trials and does the others. Throws UserError before anything starts when a setting or a
 * task is wrong.
 */
export async function runTasks(config: RunConfig, world: RunWorld): Promise<FinishedRun> {
  const found = selectTasks(await findTasks(config.dataset_path), config.task_ids, config.exclude_task_ids, config.n_tasks ?? null);
  if (found.length === 0) throw new UserError(config.dataset_path, 'holds no task that is asked for', 'See `lhb tasks list`.');
  const ready = new Map<string, ReadyTask>();
  const digests: Record<string, string> = {};
  for (const { id, directory } of found) {
    const tree = await readDirectory(directory);
    digests[id] = digestOf(tree);
    ready.set(id, readyTask(loadTask(id, tree), world));
  }
  // Wrong names and arguments are told before anything is started.
  for (const { task } of ready.values()) openAgent(config.agent, config.agent_kwargs, () => goldOf(task));
  const createdAt = world.clock.now();
  const runId = config.run_id ?? createdAt.replaceAll(':', '-');
  const root = resolve(config.output_path, runId);
  await using _lock = await holdLock(join(root, '.lock'), { waitMs: 0, clock: world.clock });
  const metadata = await openRun(root, {
    run_id: runId,
    created_at: createdAt,
    agent: config.agent,
    model: config.model ?? null,
    trials: [
      ...planned(
        [...ready.values()].map(({ task }) => task),
        config.n_attempts,
        runId,
      ),
    ],
    tasks: digests,
    contract: { version: CONTRACT_VERSION, digest: sha256(CONTRACT) },
    isolation: world.sandboxes.isolation,
    config: { ...config },
  });
  await doTrials(root, metadata, ready, config, world);
  const results = await scoreRun(root);
  await writeResults(root, results);
  return { directory: root, results, waiting: metadata.trials.length - results.results.length };
}

async function doTrials(
  root: string,
  metadata: RunMetadata,
  ready: ReadonlyMap<string, ReadyTask>,
  config: RunConfig,
  world: RunWorld,
): Promise<void> {
  const states = await trialStates(root, metadata.trials);
  // A framework that nobody knows is told before any trial is started.
  for (const { planned: trial, state } of states) if (state !== 'finished') await ready.get(trial.task)?.framework();
  let done = 0;
  await mapBounded(states, config.n_concurrent, async ({ planned: trial, state }) => {
    const task = ready.get(trial.task);
    if (task === undefined) throw new UserError(root, `is a run of ${trial.task} too, which is not chosen now`, 'Choose the tasks it had.');
    if (state !== 'finished' && world.signal.aborted) return;
    if (state !== 'finished') await attemptTrial(root, trial, task, config, world);
    const result = scoreTrial(metadata.run_id, await readEvents(eventsPath(root, trial)));
    await writeTrialResult(root, trial, result);
    done += 1;
    world.onResult(result, done, states.length);
  });
}
