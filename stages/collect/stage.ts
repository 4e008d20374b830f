import { z } from 'zod';
import { Denylists, denialOf } from '#schema/denylist.ts';
import { Collected } from '#schema/change.ts';
import { dropped, kept, type Outcome } from '#schema/outcome.ts';
import { NamedSource } from '#schema/source.ts';
import type { GitHub } from '#io/github.ts';
import type { Repositories } from '#io/repository.ts';
import type { Progress } from '#pipeline/stage.ts';
import { defineStage } from '../define.ts';
import { githubName } from './source-name.ts';

const Options = z.strictObject({ denylists: Denylists });

/** NamedSource → Collected: the changes of the pinned range as they landed, each with its pull request where one is told. */
export const collect = defineStage({
  name: 'collect',
  about: 'read the merged changes of the pinned range',
  version: 1,
  input: NamedSource,
  output: Collected,
  options: Options,
  needs: ['repositories', 'github'],
  fingerprint: async (named, _options, { github }) => {
    const name = githubName(named.source.repository);
    return { pullRequests: name !== null && (await github.knows(name)) ? 'git and API' : 'git' };
  },
  run: async (named, options, io, progress) => [{ key: named.id, outcome: await collectSource(named, options, io, progress) }],
});

async function collectSource(
  named: NamedSource,
  { denylists }: z.infer<typeof Options>,
  io: { readonly repositories: Repositories; readonly github: GitHub },
  progress: Progress,
): Promise<Outcome<Collected>> {
  const denial = denialOf(denylists.repositories, named.source.repository);
  if (denial !== null) return dropped('repository-unavailable', `on the denylist since ${denial.since}: ${denial.why}`);
  const { from, to } = named.source.range;
  await using repository = await io.repositories.open(named.source.repository, [from, to], named.observed?.repository ?? named.place);
  const { collectRange } = await import('./collect.ts');
  const collected = await collectRange(named, repository, io.github, progress);
  return 'refused' in collected ? dropped(collected.refused, collected.detail) : kept(collected);
}
