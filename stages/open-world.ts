import { join, resolve } from 'node:path';
import { environmentVariable } from '#io/environment.ts';
import type { Repositories } from '#io/repository.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import type { OpenIo } from '#pipeline/line.ts';
import type { OpenedPool } from './open-pool.ts';
import type { World } from './world.ts';

/** The world of a pool. Each member is loaded and opened when a stage first needs it, and closed with the whole. */
export interface OpenedWorld extends AsyncDisposable {
  with(blobs: Blobs): OpenIo<World>;
}

type Members = { readonly [Name in keyof World]: () => Promise<World[Name]> };

/** `concurrency` bounds the sandboxes that are open at once, whatever number of items asks for them. */
export function openWorld(pool: OpenedPool, concurrency: number): OpenedWorld {
  const closing: AsyncDisposable[] = [];
  const repositories = once(() => openRepositories(pool));
  const github = once(async () => {
    const { createGitHub } = await import('#io/github.ts');
    const token = environmentVariable('GITHUB_TOKEN') ?? environmentVariable('GH_TOKEN');
    return createGitHub({ token, recordings: join(pool.cacheDir, 'github') });
  });
  const parser = once(async () => {
    const { createParser } = await import('#io/parser.ts');
    const opened = createParser();
    closing.push(opened);
    return opened;
  });
  const sandboxing = once(async () => {
    const [{ openSandboxes }, { atMost }] = await Promise.all([import('#runtime/sandbox/index.ts'), import('#runtime/sandbox/at-most.ts')]);
    const { provider, images } = await openSandboxes(pool.pool.sandbox);
    const bounded = atMost(concurrency, provider);
    closing.push(bounded);
    return { provider: bounded, images };
  });
  const composer = once(async () => (await import('#runtime/task/git-composer.ts')).gitComposer());
  const members = (blobs: Blobs): Members => ({
    blobs: async () => blobs,
    repositories,
    github,
    parser,
    composer,
    sandboxes: async () => (await sandboxing()).provider,
    images: async () => (await sandboxing()).images,
  });
  return {
    with:
      (blobs) =>
      async <const Need extends keyof World>(needs: readonly Need[]) => {
        const opened: Partial<World> = {};
        for (const need of needs) Object.assign(opened, { [need]: await members(blobs)[need]() });
        return opened as Pick<World, Need>;
      },
    async [Symbol.asyncDispose]() {
      for (const each of closing.splice(0).reverse()) await each[Symbol.asyncDispose]();
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** Our clones of sources; `examples:<name>` is a scripted repository, written when it is first asked for. */
async function openRepositories(pool: OpenedPool): Promise<Repositories> {
  const { createRepositories } = await import('#io/repositories.ts');
  const mirrors = pool.pool.mirrors.map((template) => resolve(pool.folder, template));
  const real = createRepositories({ cacheDir: join(pool.cacheDir, 'clones'), mirrors });
  return {
    ...real,
    open: async (repository, ends, namedAt) => real.open(await placeOf(repository, pool.cacheDir), ends, namedAt),
  };
}

/** Named by the content of its patches: an edited example is another repository. */
async function placeOf(repository: string, cacheDir: string): Promise<string> {
  if (!repository.startsWith('examples:')) return repository;
  const { placeOfRepository } = await import('../examples/place.ts');
  return placeOfRepository(repository, cacheDir);
}
