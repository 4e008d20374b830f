import { z } from 'zod';
import { Materialized, Validated } from '#schema/task.ts';
import { languagesDigest } from '#io/parser-versions.ts';
import { JUDGE_VERSION } from '#runtime/judge/judge.ts';
import { defineStage } from '../define.ts';

/** Materialized → Validated: fail-to-pass admission by runs, then the gates. */
export const validate = defineStage({
  name: 'validate',
  about: 'run every unit in its states, admit tests, pass the gates',
  version: 5,
  input: Materialized,
  output: Validated,
  options: z.strictObject({
    repetitions: z.number().int().min(1),
    unitsMin: z.number().int().min(1),
    memoryMb: z.number().int().positive(),
    canary: z.string(),
    author: z.object({ name: z.string(), email: z.string() }),
    /** Sandboxes at a time; changes no answer. */
    concurrency: z.number().int().min(1),
  }),
  needs: ['repositories', 'parser', 'blobs', 'sandboxes', 'images'],
  fingerprint: async (materialized, _options, io) => ({
    sandbox: io.sandboxes.name,
    judge: JUDGE_VERSION,
    languages: languagesDigest(materialized.instructed.recovered.candidate.languages),
  }),
  run: async (materialized, options, io, progress) => {
    const { validateTask } = await import('./validate.ts');
    const { taskId } = materialized.instructed.recovered.candidate;
    return [{ key: taskId, outcome: await validateTask(materialized, options, io, progress) }];
  },
});
