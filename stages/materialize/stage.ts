import { z } from 'zod';
import { Instructed, Materialized } from '#schema/task.ts';
import { languagesDigest } from '#io/parser-versions.ts';
import { defineStage } from '../define.ts';

/** Instructed → Materialized: composed states, shards proven to recompose, the image. */
export const materialize = defineStage({
  name: 'materialize',
  about: 'compose states, cut shards, build the image',
  version: 1,
  input: Instructed,
  output: Materialized,
  options: z.strictObject({}),
  needs: ['repositories', 'images', 'blobs', 'sandboxes'],
  fingerprint: async (instructed, _options, io) => ({
    sandbox: io.sandboxes.name,
    languages: languagesDigest(instructed.recovered.candidate.languages),
  }),
  run: async (instructed, _options, io, progress) => {
    const { materializeTask } = await import('./materialize.ts');
    return [{ key: instructed.recovered.candidate.taskId, outcome: await materializeTask(instructed, io, progress) }];
  },
});
