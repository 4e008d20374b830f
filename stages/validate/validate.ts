import type { Progress } from '#pipeline/stage.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import { emitTask } from '#runtime/task/emit.ts';
import type { SandboxProvider, Tree } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { dropped, kept, type Dropped, type Outcome } from '#schema/outcome.ts';
import type { Instructed, Materialized, StoredFile, Validated } from '#schema/task.ts';
import { openTask, type OpenTask } from '../gold/open-task.ts';
import { readEntries } from '../gold/states.ts';
import { shardsOf, type Shards } from '../gold/shards.ts';
import { writeRequirements } from '../requirements/write.ts';
import type { World } from '../world.ts';
import { contentOf, selectionOf } from './content.ts';
import { gates } from './gates.ts';
import { baseGuards } from './guards.ts';
import { lifetimesOf } from './lifetimes.ts';
import { withoutUnit } from './restructure.ts';
import { openTrials, type Trials } from './trials.ts';
import { proveUnits, type ProvenUnits } from './units.ts';

export interface ValidateOptions {
  readonly repetitions: number;
  readonly concurrency: number;
  readonly unitsMin: number;
  readonly memoryMb: number;
  readonly canary: string;
  readonly author: { readonly name: string; readonly email: string };
}
type Needs = Pick<World, 'repositories' | 'parser' | 'blobs' | 'sandboxes' | 'images'>;

/**
 * Execution decides: runs every unit's tests in its states, admits ids, folds or drops what nothing proves, rewrites requirements and
 * shards of what changed, and passes the task through the oracle and no-op gates.
 */
export async function validateTask(
  materialized: Materialized,
  options: ValidateOptions,
  io: Needs,
  progress: Progress,
): Promise<Outcome<Validated>> {
  const { recovered } = materialized.instructed;
  await using task = await openTask(io.repositories, recovered.candidate);
  const image = await imageOf(materialized, task, io);
  if ('dropped' in image) return image;
  const { workspaceTree } = materialized;
  const trials = await openTrials({
    task,
    recipe: materialized.recipe,
    sandboxes: io.sandboxes,
    image: image.id,
    workspaceTree,
    memoryMb: options.memoryMb,
  });

  const settled = await settle(task, materialized, trials, options, progress);
  if ('dropped' in settled) return settled;
  const { proven, shards, selected } = settled;
  const instructed = await reinstruct(materialized.instructed, proven, io, progress);
  if ('dropped' in instructed) return instructed;
  const guards = await baseGuards(task, { start: shards.workspaceTree, end: shards.finalTree }, trials, options, progress);
  const lifetimes = await lifetimesOf(task, proven, trials);
  const isolation = io.sandboxes.isolation;
  const packages = await packagesOf(image.id, io.sandboxes, recovered.candidate.taskId);
  const { content, stats } = await contentOf({
    task,
    materialized,
    instructed: instructed.kept,
    proven,
    shards,
    selected,
    guards,
    lifetimes,
    isolation,
    packages,
    options,
  });
  progress.step('storing the task');
  return kept({
    taskId: content.taskId,
    sourceId: recovered.candidate.sourceId,
    units: proven.recovered.units,
    edges: proven.recovered.edges,
    evidence: proven.recovered.evidence,
    trials: [...proven.trials],
    admissions: [...proven.admissions],
    setAside: content.funnel.setAside,
    sandbox: io.sandboxes.name,
    files: await store(emitTask(content), io.blobs),
    stats,
    observed: {
      image: image.id,
      imageBytes: materialized.image.bytes,
      imageBuildMs: Math.round(materialized.image.buildMs),
      testCommands: trials.spent.commands,
      testCommandsMs: Math.round(trials.spent.ms),
      isolation,
    },
  });
}

interface Settled {
  readonly proven: ProvenUnits;
  readonly shards: Shards;
  readonly selected: ReturnType<typeof selectionOf>;
}

/** Proves units until the gates are passed: an id that fails with the whole gold in place is set aside, and its unit with it if it was the last. */
async function settle(
  task: OpenTask,
  materialized: Materialized,
  trials: Trials,
  options: ValidateOptions,
  progress: Progress,
): Promise<Settled | Dropped> {
  let recovered = materialized.instructed.recovered;
  const without = new Set<string>();
  for (;;) {
    const proven = await proveUnits(task, recovered, trials, options, progress);
    if ('dropped' in proven) return proven;
    if (proven.recovered.units.length < options.unitsMin) {
      return dropped(
        'no-admitted-tests',
        `${proven.recovered.units.length} units have an admitted test, ${options.unitsMin} are asked for`,
      );
    }
    const shards = await shardsOf(task.gold, proven.recovered.units);
    if ('failed' in shards) return dropped('recomposition-failed', shards.failed);
    const selected = selectionOf(proven, materialized.framework, without);
    const bare = [...selected].find(([, tests]) => tests.fail_to_pass.length === 0)?.[0];
    if (bare !== undefined) {
      recovered = withoutUnit(proven.recovered, bare, 'its tests fail with the whole gold in place');
      continue;
    }
    progress.step('passing the gates');
    const gate = await gates(
      task,
      trials,
      { states: proven.states, selected, start: shards.workspaceTree, end: shards.finalTree },
      options.concurrency,
    );
    if (gate.dropped !== null) return gate.dropped;
    if (gate.unsolved.length === 0) return { proven, shards, selected };
    for (const each of gate.unsolved) without.add(each);
    recovered = proven.recovered;
  }
}

async function reinstruct(instructed: Instructed, proven: ProvenUnits, io: Needs, progress: Progress): Promise<Outcome<Instructed>> {
  const same = proven.recovered.units.length === instructed.recovered.units.length;
  return same ? kept(instructed) : writeRequirements(proven.recovered, io, progress);
}

/** System packages of an image, sorted, as its own package database lists them. */
async function packagesOf(image: string | null, sandboxes: SandboxProvider, task: string): Promise<string[]> {
  if (image === null) return [];
  const labels = { 'loopsmith.task': task, 'loopsmith.role': 'packages' };
  await using sandbox = await sandboxes.open({ image, base: [], cpus: 1, memoryMb: 512, pids: 64, labels });
  const limits = { cwd: '/', env: {}, timeoutMs: 60_000, outputBytes: 4 * 1024 * 1024 };
  const listed = await sandbox.exec(['dpkg-query', '-W', '-f', '${Package} ${Version}\\n'], limits);
  return listed.stdout.toString('utf8').split('\n').filter(Boolean).sort(byCodeUnit);
}

/** The image by its content: found when it is there, built again when it was pruned. */
async function imageOf(materialized: Materialized, task: OpenTask, io: Needs): Promise<{ id: string | null } | Dropped> {
  if (io.images === null) return { id: null };
  const { repository, candidate } = task.gold;
  const workspace = await readEntries(repository, await repository.listTree(materialized.workspaceTree));
  const built = await io.images.build(materialized.recipe, workspace, { 'loopsmith.task': candidate.taskId });
  return 'failed' in built ? dropped('image-build-failed', built.failed) : { id: built.id };
}

async function store(files: Tree, blobs: Blobs): Promise<StoredFile[]> {
  const stored: StoredFile[] = [];
  for (const file of files)
    stored.push({ path: file.path, mode: file.mode, digest: await blobs.put(file.content), size: file.content.length });
  return stored;
}
