import { join } from 'node:path';
import { run } from '#io/exec.ts';
import { makeDirectory, temporaryDirectory } from '#io/files.ts';
import { BARE_ENVIRONMENT, gitArgv, gitTool } from '#io/git-argv.ts';
import { openGitRepository } from '#io/git-repository.ts';
import type { Repository } from '#io/repository.ts';
import { InfraError } from '#schema/errors.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import type { Applied, Composer } from './composer.ts';

async function write(repository: Repository, tree: Tree): Promise<string> {
  const entries = [];
  for (const file of tree) entries.push({ path: file.path, mode: file.mode, oid: await repository.writeBlob(file.content) });
  return repository.writeTree(entries);
}

async function apply(repository: Repository, base: Tree, patches: readonly Buffer[]): Promise<Applied> {
  let tree = await write(repository, base);
  for (const [at, patch] of patches.entries()) {
    const applied = await repository.applyPatch(tree, patch);
    if ('refused' in applied) return { refused: applied.refused, at };
    tree = applied.tree;
  }
  return { tree };
}

/** Composes in a bare repository of its own that is gone afterwards; git is the judge of what a patch does. */
export function gitComposer(): Composer {
  return {
    async apply(base, patches) {
      await using directory = await temporaryDirectory('loopsmith-compose');
      const place = { git: gitTool(), gitDir: join(directory.path, 'git'), madeObjects: join(directory.path, 'made') };
      const made = await run(gitArgv(place, ['init', '--bare', '--quiet', place.gitDir]), {
        env: BARE_ENVIRONMENT,
        timeoutMs: 60_000,
        maxBytes: 65_536,
      });
      if (made.exit !== 0) throw new InfraError(`could not make a scratch repository: ${made.stderr.toString('utf8').trim()}`);
      await makeDirectory(place.madeObjects);
      await using repository = openGitRepository(place, new Set());
      return await apply(repository, base, patches);
    },
  };
}
