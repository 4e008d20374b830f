import { join } from 'node:path';
import { sha256 } from '#io/digest.ts';
import { exists, list, makeDirectory, remove, renameIntoPlace, temporaryName, writeAtomic } from '#io/files.ts';
import { materialise } from '#io/materialise.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import { treeDigest } from '#runtime/task/bundle.ts';
import { drawDag } from '#runtime/task/draw-dag.ts';
import { loadTask } from '#runtime/task/load.ts';
import { readDirectory } from '#runtime/task/read-directory.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import { jsonText } from '#runtime/task/text.ts';
import type { Manifest, ManifestTask } from '#schema/manifest.ts';
import { InfraError } from '#schema/errors.ts';
import { poolReport } from './report.ts';

async function treeOf(task: ManifestTask, blobs: Blobs): Promise<Tree> {
  const tree = [];
  for (const { path, mode, sha256 } of task.files) tree.push({ path, mode, content: await blobs.get(sha256) });
  return tree;
}

/** Moves a directory out of the way in one rename before it is deleted: nobody ever sees half a task. */
async function takeAway(path: string): Promise<void> {
  const grave = temporaryName(path);
  if (await renameIntoPlace(path, grave)) await remove(grave);
  else throw new InfraError(`could not move ${path} away`);
}

/** Whether the directory holds exactly what the manifest says, so that a hand's change in it is seen and undone. */
async function isWritten(target: string, task: ManifestTask): Promise<boolean> {
  const files = (await readDirectory(target)).map((file) => ({
    path: file.path,
    mode: file.mode,
    sha256: sha256(file.content),
    size: file.content.length,
  }));
  return treeDigest(files) === task.tree;
}

async function writeTask(root: string, task: ManifestTask, blobs: Blobs, there: boolean): Promise<void> {
  const target = join(root, task.id);
  const drawn = join(root, 'dags', `${task.id}.svg`);
  if (there && (await exists(drawn)) && (await isWritten(target, task))) return;
  const fresh = temporaryName(target);
  await makeDirectory(fresh);
  const tree = await treeOf(task, blobs);
  await materialise(fresh, tree);
  if (there) await takeAway(target);
  if (!(await renameIntoPlace(fresh, target))) throw new InfraError(`${target} appeared while it was being written`);
  await writeAtomic(drawn, drawing(task.id, tree));
}

function drawing(id: string, tree: Tree): string {
  const { units, edges } = loadTask(id, tree);
  return drawDag(
    units,
    edges.map((edge) => ({ ...edge, implied: impliedBy(edge, edges) })),
  );
}
/** True when a longer way leads from one end to the other. */
function impliedBy(
  edge: { readonly from: string; readonly to: string },
  edges: readonly { readonly from: string; readonly to: string }[],
): boolean {
  const reached = new Set<string>();
  const open = edges.filter((each) => each.from === edge.from && each.to !== edge.to).map((each) => each.to);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    open.push(...edges.filter((each) => each.from === node).map((each) => each.to));
  }
  return reached.has(edge.to);
}

/**
 * Makes `root` (`tasks-out/<pool>`) hold exactly the manifest's tasks, each replaced or removed in one rename, and the pool's own
 * files: manifest.json, stats.json, funnel.json, observed.json, dags/, REPORT.md. `funnel` is what the pipeline counted.
 */
export async function writePool(root: string, manifest: Manifest, funnel: unknown, blobs: Blobs): Promise<void> {
  await makeDirectory(root);
  const present = (await list(root, (path) => path.includes('/'))).filter((entry) => entry.kind === 'directory').map((entry) => entry.path);
  const wanted = new Set(manifest.tasks.map(({ id }) => id));
  for (const name of present) {
    if (name.includes('.tmp-')) await remove(join(root, name));
    else if (name.startsWith('task_') && !wanted.has(name)) await takeAway(join(root, name));
  }
  const drawings = present.includes('dags') ? await list(join(root, 'dags')) : [];
  for (const { path } of drawings) if (!wanted.has(path.replace(/\.svg$/, ''))) await remove(join(root, 'dags', path));
  for (const task of manifest.tasks) await writeTask(root, task, blobs, present.includes(task.id));
  const { observed, ...deterministic } = manifest;
  await writeAtomic(join(root, 'manifest.json'), jsonText(deterministic));
  await writeAtomic(join(root, 'observed.json'), jsonText(observed));
  await writeAtomic(join(root, 'stats.json'), jsonText(manifest.stats));
  await writeAtomic(join(root, 'funnel.json'), jsonText(funnel));
  await writeAtomic(join(root, 'REPORT.md'), poolReport(manifest));
}
