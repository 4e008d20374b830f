import { join } from 'node:path';
import type { GitHub } from '#io/github.ts';
import { createRepositories } from '#io/repositories.ts';
import { Denylists } from '#schema/denylist.ts';
import type { Collected } from '#schema/change.ts';
import { isKept, type Outcome } from '#schema/outcome.ts';
import { PrSource, type NamedSource } from '#schema/source.ts';
import { collect } from '#stages/collect/stage.ts';
import { scriptRepository, type ScriptedRepository, type Step } from '#test/kit/git.ts';

export const noGitHub: GitHub = { knows: async () => false, repository: async () => null, mergedPullRequests: async () => null };

export interface Collecting {
  readonly repository: ScriptedRepository;
  readonly outcome: Outcome<Collected>;
}
export interface CollectOptions {
  readonly from?: string;
  readonly to?: string;
  readonly github?: GitHub;
  readonly ignore?: readonly string[];
  readonly denylists?: Partial<Denylists>;
}

export function sourceOf(repository: string, from: string, to: string, more: object = {}): NamedSource {
  const source = PrSource.parse({
    kind: 'pr',
    repository,
    licence: 'MIT',
    domain: 'test',
    languages: ['python'],
    range: { from, to },
    ...more,
  });
  return { id: 'owner--name', place: 'sources/prs/owner--name.yaml', source };
}

/** Scripts a history and collects the range between two of its labels (`base`, `main`). */
export async function collecting(dir: string, steps: readonly Step[], options: CollectOptions = {}): Promise<Collecting> {
  const repository = scriptRepository(join(dir, 'source.git'), steps);
  const named = sourceOf(repository.dir, repository.at(options.from ?? 'base'), repository.at(options.to ?? 'main'), {
    ignore: options.ignore ?? [],
  });
  const repositories = createRepositories({ cacheDir: join(dir, 'cache'), mirrors: [] });
  const [keyed] = await collect.run(
    named,
    { denylists: Denylists.parse(options.denylists ?? {}) },
    { repositories, github: options.github ?? noGitHub },
    { step: () => {} },
  );
  if (keyed === undefined) throw new Error('collect gave no outcome');
  return { repository, outcome: keyed.outcome };
}

export async function collected(
  dir: string,
  steps: readonly Step[],
  options: CollectOptions = {},
): Promise<Collected & { readonly at: (label: string) => string }> {
  const { repository, outcome } = await collecting(dir, steps, options);
  if (!isKept(outcome)) throw new Error(`dropped: ${outcome.dropped} ${outcome.detail}`);
  return { ...outcome.kept, at: (label) => repository.at(label) };
}
