import { z } from 'zod';
import { Manifest } from '#schema/manifest.ts';
import { dropped, kept } from '#schema/outcome.ts';
import { Validated } from '#schema/task.ts';
import { defineStage } from '../define.ts';

/** All Validated → the pool's Manifest: the checks as a gate, statistics, digests. Writing the folder is `writePool`. */
export const publish = defineStage({
  name: 'publish',
  about: 'check every task and make the pool of those without an error',
  version: 1,
  input: z.array(Validated),
  output: Manifest,
  options: z.strictObject({ poolName: z.string().min(1) }),
  needs: ['blobs', 'composer'],
  run: async (tasks, { poolName }, io, progress) => {
    const { poolManifest } = await import('./manifest.ts');
    const manifest = await poolManifest(poolName, tasks, io, (id, done) => progress.step(`checking ${id}`, done, tasks.length));
    if (manifest.tasks.length > 0 || tasks.length === 0) return [{ key: poolName, outcome: kept(manifest) }];
    const codes = manifest.refused.map(
      ({ id, problems }) => `${id}: ${problems.map(({ code, place }) => `${code} at ${place}`).join(', ')}`,
    );
    return [{ key: poolName, outcome: dropped('check-failed', codes.join('; ')) }];
  },
});
