import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { exists, list, makeDirectory, readBytes, remove, renameIntoPlace, temporaryName } from '#io/files.ts';
import { exampleFolder, makeExample } from './make-repository.ts';

const SCHEME = 'examples:';

/** Changes with every byte of the script, so that a written repository is never older than its patches. */
async function scriptDigest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const { path, kind } of await list(folder))
    if (kind === 'file') hash.update(`${path}\0`).update(await readBytes(join(folder, path)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Where a source's repository is to be cloned from: `examples:<name>` is written under `cacheDir` first, unless it lies there
 * already, and its path is the answer; any other place is its own answer. UserError for an unknown name.
 */
export async function placeOfRepository(repository: string, cacheDir: string): Promise<string> {
  if (!repository.startsWith(SCHEME)) return repository;
  const name = repository.slice(SCHEME.length);
  const gitDir = join(cacheDir, SCHEME.slice(0, -1), `${name}-${await scriptDigest(await exampleFolder(name))}.git`);
  if (await exists(gitDir)) return gitDir;
  await makeDirectory(dirname(gitDir));
  const fresh = temporaryName(gitDir);
  await makeExample(name, fresh);
  if (!(await renameIntoPlace(fresh, gitDir))) await remove(fresh);
  return gitDir;
}
