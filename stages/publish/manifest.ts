import { z } from 'zod';
import { sha256 } from '#io/digest.ts';
import { checkJson } from '#io/json.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import { bundle, treeDigest } from '#runtime/task/bundle.ts';
import { checkTask, isAccepted } from '#runtime/task/check.ts';
import type { Composer } from '#runtime/task/composer.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import type { Problem } from '#schema/check.ts';
import type { Manifest, ManifestTask } from '#schema/manifest.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { StoredFile, Validated } from '#schema/task.ts';
import { poolStats } from './statistics.ts';

const Licensed = z.looseObject({ licence: z.looseObject({ spdx: z.string() }) });

/** A stored tree with its content. */
async function readStored(files: readonly StoredFile[], blobs: Blobs): Promise<Tree> {
  const tree = [];
  for (const file of files) tree.push({ path: file.path, mode: file.mode, content: await blobs.get(file.digest) });
  return tree;
}

function manifestTask(task: Validated, tree: Tree): ManifestTask {
  const files = [...task.files]
    .sort((a, b) => byCodeUnit(a.path, b.path))
    .map(({ path, mode, digest, size }) => ({ path, mode, sha256: digest, size }));
  const provenance = tree.find((file) => file.path === 'provenance.json')?.content ?? Buffer.alloc(0);
  const read = checkJson(provenance, `${task.taskId}/provenance.json`, Licensed);
  if (read.value === null) throw new Error(`${task.taskId}: provenance.json was checked and cannot be read`);
  return {
    id: task.taskId,
    tree: treeDigest(files),
    bundle: sha256(bundle(task.taskId, tree)),
    files,
    licence: read.value.licence.spdx,
    provenance: sha256(provenance),
    stats: task.stats,
  };
}

/** Ours must say where a task comes from; a task without it is not published, however well the rest is made. */
function ownProblems(id: string, tree: Tree): readonly Problem[] {
  const place = `${id}/provenance.json`;
  const provenance = tree.find((file) => file.path === 'provenance.json');
  if (provenance === undefined)
    return [{ code: 'missing-file', severity: 'error', place, what: 'is missing', fix: 'Emit the task again.' }];
  return checkJson(provenance.content, place, Licensed).problems;
}

/** Checks every task; those without an error make the pool. Observations of the machine stay outside every digest. */
export async function poolManifest(
  pool: string,
  tasks: readonly Validated[],
  io: { readonly blobs: Blobs; readonly composer: Composer },
  onTask: (id: string, done: number) => void,
): Promise<Manifest> {
  const accepted: ManifestTask[] = [];
  const refused: { id: string; problems: Problem[] }[] = [];
  for (const [done, task] of [...tasks].sort((a, b) => byCodeUnit(a.taskId, b.taskId)).entries()) {
    onTask(task.taskId, done);
    const tree = await readStored(task.files, io.blobs);
    const problems = [...(await checkTask(task.taskId, tree, io.composer)), ...ownProblems(task.taskId, tree)];
    if (isAccepted(problems)) accepted.push(manifestTask(task, tree));
    else refused.push({ id: task.taskId, problems });
  }
  const inPool = new Set(accepted.map(({ id }) => id));
  return {
    pool,
    tasks: accepted,
    refused,
    stats: poolStats(accepted),
    digest: sha256(accepted.map(({ id, tree }) => `${id} ${tree}\n`).join('')),
    observed: Object.fromEntries(tasks.filter(({ taskId }) => inPool.has(taskId)).map(({ taskId, observed }) => [taskId, observed])),
  };
}
