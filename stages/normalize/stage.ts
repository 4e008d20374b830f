import { z } from 'zod';
import { grammarVersions } from '#io/parser-versions.ts';
import { Collected, Normalized } from '#schema/change.ts';
import { kept } from '#schema/outcome.ts';
import { defineStage } from '../define.ts';

/** Collected → Normalized: what each file is for, what each change is. */
export const normalize = defineStage({
  name: 'normalize',
  about: 'give every file a role and every change its marks',
  version: 1,
  input: Collected,
  output: Normalized,
  options: z.strictObject({}),
  needs: ['repositories', 'parser'],
  fingerprint: async () => grammarVersions(),
  run: async (collected, _options, { repositories, parser }, progress) => {
    const { normalizeRange } = await import('./normalize.ts');
    await using repository = await repositories.reopen(collected.gitDir);
    return [{ key: collected.sourceId, outcome: kept(await normalizeRange(collected, repository, parser, progress)) }];
  },
});
