import { z } from 'zod';
import { Candidate } from '#schema/candidate.ts';
import { Normalized } from '#schema/change.ts';
import { Denylists } from '#schema/denylist.ts';
import { Thresholds } from '#schema/pool.ts';
import { defineStage } from '../define.ts';

const { spanDaysMin, scaleMin, maxChanges, testedShareMin } = Thresholds.unwrap().shape;
/** Limits that no pool has had reason to move. */
export const FIXED_LIMITS = { testedMin: 5, changeShareMax: 0.6, scaleMax: 30_000 } as const;

/** Normalized → Candidates: contiguous windows of the range that are long, large and tested enough, under an open licence. */
export const select = defineStage({
  name: 'select',
  about: 'choose windows of the range that can become tasks',
  version: 1,
  input: Normalized,
  output: Candidate,
  options: z.strictObject({ spanDaysMin, scaleMin, maxChanges, testedShareMin, denylists: Denylists }),
  needs: ['repositories'],
  run: async (normalized, { denylists, ...limits }, { repositories }) => {
    const { selectCandidates } = await import('./select.ts');
    await using repository = await repositories.reopen(normalized.gitDir);
    return await selectCandidates(normalized, { ...limits, ...FIXED_LIMITS }, denylists, repository);
  },
});
