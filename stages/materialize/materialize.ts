import type { Recipe } from '#schema/recipe.ts';
import { dropped, kept, type Outcome } from '#schema/outcome.ts';
import type { Instructed, Materialized, UnitStates } from '#schema/task.ts';
import { languageById } from '#languages/index.ts';
import { renderDockerfile } from '#runtime/sandbox/dockerfile.ts';
import type { Progress } from '#pipeline/stage.ts';
import { readEntries, statesOf } from '../gold/states.ts';
import { openTask, type OpenTask } from '../gold/open-task.ts';
import { shardsOf } from '../gold/shards.ts';
import type { World } from '../world.ts';

type Needs = Pick<World, 'repositories' | 'images' | 'blobs'>;

/**
 * Composes every state of every unit, proves recomposition, and builds the image of the recipe over the base workspace.
 * `no-test-framework`, `does-not-compose`, `recomposition-failed` and `image-build-failed` leave the line with what was seen.
 */
export async function materializeTask(instructed: Instructed, io: Needs, progress: Progress): Promise<Outcome<Materialized>> {
  const { candidate, units } = instructed.recovered;
  const [serving] = candidate.source.source.languages.map(languageById);
  if (serving?.frameworks.length === 0) return dropped('no-test-framework', `no test framework of ${serving.title} can be run yet`);
  await using task = await openTask(io.repositories, candidate);
  const { gold } = task;
  progress.step('composing states', 0, units.length);
  const states: UnitStates[] = [];
  for (const unit of units) {
    const made = await statesOf(gold, unit, units, units, (path) => task.framework.runs(path));
    if ('conflict' in made) return dropped('does-not-compose', made.conflict);
    states.push(made);
    progress.step('composing states', states.length, units.length);
  }
  const shards = await shardsOf(gold, units);
  if ('failed' in shards) return dropped('recomposition-failed', shards.failed);
  const unowed = shards.residual.filter((path) => !owed(instructed, path));
  if (unowed.length > 0)
    return dropped('recomposition-failed', `no unit and no change outside the DAG brings ${unowed.slice(0, 5).join(', ')}`);

  const recipe = recipeOf(task, candidate.lastLanded.slice(0, 10));
  const image = await buildImage(task, recipe, shards.workspaceTree, io, progress);
  if ('dropped' in image) return image;
  const baseTests = (await gold.tests(await emptyOf(task))).map((entry) => entry.path);
  return kept({
    instructed,
    recipe,
    language: task.language.id,
    framework: task.framework.name,
    workspaceTree: shards.workspaceTree,
    endTree: candidate.endTree,
    states,
    baseTestFiles: baseTests,
    image,
    dockerfile: renderDockerfile(
      recipe,
      (await gold.repository.listTree(shards.workspaceTree)).map((entry) => entry.path),
    ),
    completed: [],
  });
}

/** A residual file is owed when a change outside the DAG touches it. */
function owed(instructed: Instructed, path: string): boolean {
  const { outside, candidate } = instructed.recovered;
  const positions = new Set(outside.map((each) => each.position));
  return candidate.changes.some(
    (change, position) => positions.has(position) && change.files.some((file) => file.path === path || file.oldPath === path),
  );
}

function recipeOf(task: OpenTask, asOf: string): Recipe {
  const overrides = task.gold.candidate.source.source.recipe;
  return task.language.recipe({ base: task.base, end: task.end, framework: task.framework, overrides, asOf });
}

async function emptyOf(task: OpenTask): Promise<string> {
  const composed = await task.gold.compose([]);
  if ('conflict' in composed) throw new Error('the empty state composes by definition');
  return composed.tree;
}

async function buildImage(
  task: OpenTask,
  recipe: Recipe,
  workspaceTree: string,
  io: Needs,
  progress: Progress,
): Promise<Materialized['image'] | ReturnType<typeof dropped>> {
  if (io.images === null) return { id: null, buildMs: 0, bytes: 0, baseImage: null, log: null };
  progress.step('building the image');
  const { repository, candidate } = task.gold;
  const workspace = await readEntries(repository, await repository.listTree(workspaceTree));
  const built = await io.images.build(recipe, workspace, { 'loopsmith.task': candidate.taskId });
  const log = await io.blobs.put(Buffer.from(built.log));
  if ('failed' in built) return dropped('image-build-failed', `${built.failed}: ${tellingLine(built.log)}; whole log: object ${log}`);
  return { id: built.id, buildMs: built.buildMs, bytes: built.bytes, baseImage: built.baseImage, log };
}

/** The last line that says what went wrong, or the last line. */
function tellingLine(log: string): string {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:Step \d|--->|Removing intermediate)/.test(line));
  const telling = lines.filter((line) => /error|fail|not found|cannot|no such|unable/i.test(line)).at(-1);
  return (telling ?? lines.at(-1) ?? 'it said nothing').slice(0, 300);
}
