import { z } from 'zod';
import { Recovered } from '#schema/dag.ts';
import { Instructed } from '#schema/task.ts';
import { grammarVersions } from '#io/parser-versions.ts';
import { defineStage } from '../define.ts';

/** Recovered → Instructed: one requirement a unit, from the acceptance side only, and the task's instruction. */
export const instruct = defineStage({
  name: 'instruct',
  about: 'write requirements from what the tests bind to',
  version: 2,
  input: Recovered,
  output: Instructed,
  options: z.strictObject({}),
  needs: ['repositories', 'parser'],
  fingerprint: async () => grammarVersions(),
  run: async (recovered, _options, io, progress) => {
    const { writeRequirements } = await import('../requirements/write.ts');
    return [{ key: recovered.candidate.taskId, outcome: await writeRequirements(recovered, io, progress) }];
  },
});
