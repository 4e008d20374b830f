import { z } from 'zod';
import { grammarVersions } from '#io/parser-versions.ts';
import { Candidate } from '#schema/candidate.ts';
import { Recovered } from '#schema/dag.ts';
import { defineStage } from '../define.ts';

/** Candidate → Recovered: units and the edges between them, by static evidence, completed until everything composes. */
export const recoverDag = defineStage({
  name: 'recover-dag',
  about: 'recover units and their prerequisites',
  version: 3,
  input: Candidate,
  output: Recovered,
  options: z.strictObject({
    /** A file that more than this share of the changes touches is hot, ... */
    hotShare: z.number().min(0).max(1).default(0.5),
    /** ... if at least so many do. */
    hotMin: z.number().int().min(1).default(5),
    /** A fix joins what it repairs when it lands within so many days and changes. */
    repairDays: z.number().min(0).default(14),
    repairChanges: z.number().int().min(0).default(10),
    /** What lacks tests or a patch is folded at first into what lies so many changes away at most. */
    foldChanges: z.number().int().min(0).default(10),
    /** Linear extensions that must compose to one tree. */
    orders: z.number().int().min(2).default(4),
    unitsMin: z.number().int().min(1).default(3),
  }),
  needs: ['repositories', 'parser'],
  fingerprint: async () => grammarVersions(),
  run: async (candidate, options, io, progress) => {
    const { recover } = await import('./recover.ts');
    await using repository = await io.repositories.reopen(candidate.gitDir);
    return [{ key: candidate.taskId, outcome: await recover(candidate, options, { repository, parser: io.parser }, progress) }];
  },
});
