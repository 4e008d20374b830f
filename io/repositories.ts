import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { InfraError, UserError } from '#schema/errors.ts';
import { Oid } from '#schema/primitives.ts';
import { fetchAll, holds, packRefs, type Filling } from './clone-fetch.ts';
import { writeHead, type SourceHead } from './clone-head.ts';
import { copyObjects, takeObjects } from './clone-take.ts';
import { exists, list, makeDirectory, move, readTextIfThere, remove, renameIntoPlace, temporaryName, writeAtomic } from './files.ts';
import { gitTool } from './git-argv.ts';
import { openGitRepository } from './git-repository.ts';
import { holdLock } from './lock.ts';
import type { Repositories, Repository } from './repository.ts';
import { refuseUnfit, sourcePlaces, type SourcePlace } from './source-place.ts';

/** Written last into a clone: what it is of, and the blobs it was found not to have. */
const CloneRecord = z.object({ version: z.literal(1), repository: z.string(), lacking: z.array(Oid) });
type CloneRecord = z.infer<typeof CloneRecord>;
const RECORD = 'loopsmith-clone.json';

/** A clone of another process may take as long as a large history takes to come. */
const LOCK_WAIT_MS = 2 * 3_600_000;

export interface RepositoriesOptions {
  readonly cacheDir: string;
  /** Path templates with `{owner}` and `{name}`, looked at before the network. */
  readonly mirrors: readonly string[];
}

/** Sources as bare clones of ours under `cacheDir`: `<name>-<digest>.git`, and beside each `….made` for the objects we make. */
export function createRepositories(options: RepositoriesOptions): Repositories {
  return {
    open: async (repository, ends, namedAt) => {
      try {
        return await openSource(options, repository, ends);
      } catch (error) {
        if (namedAt === undefined || !(error instanceof UserError)) throw error;
        throw new UserError(namedAt, `repository ${error.what}`, error.fix);
      }
    },
    reopen,
  };
}

async function openSource(options: RepositoriesOptions, repository: string, ends: readonly Oid[]): Promise<Repository> {
  const places = sourcePlaces(repository, options.mirrors);
  const gitDir = join(options.cacheDir, cacheName(repository));
  await using _lock = await holdLock(`${gitDir}.lock`, { waitMs: LOCK_WAIT_MS });
  if (!(ends.length > 0 && (await isReady(gitDir, ends)))) await fillFrom(places, { git: gitTool(), dir: gitDir, repository }, ends);
  return await reopen(gitDir);
}

function cacheName(repository: string): string {
  const stem = basename(repository.replace(/\/+$/, '').replace(/(\/|\.)git$/, ''))
    .replace(/[^\w.-]/g, '_')
    .slice(0, 60);
  return `${stem}-${createHash('sha256').update(repository).digest('hex').slice(0, 16)}.git`;
}

async function readRecord(gitDir: string): Promise<CloneRecord | null> {
  const text = await readTextIfThere(join(gitDir, RECORD));
  return text === null ? null : CloneRecord.parse(JSON.parse(text));
}

async function isReady(gitDir: string, ends: readonly Oid[]): Promise<boolean> {
  if ((await readRecord(gitDir)) === null) return false;
  const git = gitTool();
  const held = await Promise.all(ends.map((end) => holds({ git, dir: gitDir }, end)));
  return held.every((one) => one);
}

async function reopen(gitDir: string): Promise<Repository> {
  const record = await readRecord(gitDir);
  if (record === null) throw new UserError(gitDir, 'is no clone made here', 'Open the source by its address.');
  return openGitRepository({ git: gitTool(), gitDir, madeObjects: `${gitDir.replace(/\.git$/, '')}.made` }, new Set(record.lacking));
}

/** Tries the places in order until one has every end. When none has, the user hears what each said. */
async function fillFrom(places: readonly SourcePlace[], target: Filling, ends: readonly Oid[]): Promise<void> {
  const failures: (UserError | InfraError)[] = [];
  for (const place of places) {
    try {
      await fill(place, target, ends);
      return;
    } catch (error) {
      if (!(error instanceof UserError || error instanceof InfraError)) throw error;
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  if (first === undefined || others.length === 0) throw first ?? new Error('a source without a place');
  const words = failures.map((one) => one.message).join(' ‖ ');
  if (failures.every((one) => one instanceof UserError)) throw new UserError(target.repository, words, 'Mend one of these places.');
  throw new InfraError(words);
}

async function fill(place: SourcePlace, target: Filling, ends: readonly Oid[]): Promise<void> {
  if (place.kind === 'local') await refuseUnfit(target.repository, place.gitDir);
  const fresh = temporaryName(target.dir);
  try {
    const filling: Filling = { ...target, dir: fresh };
    const { head, lacking } = await fetchOrTake(place, filling, ends, target.dir);
    await packRefs(filling);
    await writeHead(fresh, head);
    for (const end of ends) {
      if (!(await holds(filling, end)))
        throw new UserError(
          target.repository,
          `does not hold the commit ${end}`,
          'Pin commits that its branches, tags or pull requests reach.',
        );
    }
    const record: CloneRecord = { version: 1, repository: target.repository, lacking: [...lacking] };
    await remove(join(fresh, 'loopsmith-source.gitconfig'));
    await writeAtomic(join(fresh, RECORD), `${JSON.stringify(record)}\n`);
    if (!(await renameIntoPlace(fresh, target.dir))) await adopt(fresh, target.dir);
  } finally {
    await remove(fresh);
  }
}

/** Fetches into a new bare directory; a local source that git cannot serve whole is taken as it is. */
async function fetchOrTake(
  place: SourcePlace,
  filling: Filling,
  ends: readonly Oid[],
  earlier: string,
): Promise<{ readonly head: SourceHead; readonly lacking: readonly Oid[] }> {
  try {
    await makeBare(filling.dir);
    if ((await readRecord(earlier))?.lacking.length === 0) await seed(earlier, filling.dir);
    return { head: await fetchAll(filling, place, ends), lacking: [] };
  } catch (failure) {
    if (!(failure instanceof UserError) || place.kind === 'remote') throw failure;
    await remove(filling.dir);
    await makeBare(filling.dir);
    return takeObjects(filling, place.gitDir);
  }
}

/** What `git init --bare` makes, without a template. */
async function makeBare(dir: string): Promise<void> {
  await makeDirectory(join(dir, 'objects/pack'));
  await makeDirectory(join(dir, 'refs'));
  await writeAtomic(join(dir, 'HEAD'), 'ref: refs/heads/main\n');
  await writeAtomic(join(dir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
}

/** An earlier whole clone saves fetching again what it has. */
async function seed(earlier: string, dir: string): Promise<void> {
  await copyObjects(earlier, dir);
  await writeAtomic(join(dir, 'packed-refs'), (await readTextIfThere(join(earlier, 'packed-refs'))) ?? '');
}

/** A clone in use gets the new objects, then the refs that need them, then the record. Readers of the old ones are not disturbed. */
async function adopt(fresh: string, target: string): Promise<void> {
  for (const file of await list(join(fresh, 'objects'))) {
    const to = join(target, 'objects', file.path);
    if (file.kind === 'file' && !(await exists(to))) await move(join(fresh, 'objects', file.path), to);
  }
  for (const name of ['packed-refs', 'HEAD', RECORD]) await move(join(fresh, name), join(target, name));
}
