import { join } from 'node:path';
import { InfraError, UserError } from '#schema/errors.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import type { Filling } from './clone-fetch.ts';
import { pickHead, readHeadFile, type SourceHead } from './clone-head.ts';
import { run } from './exec.ts';
import { copy, exists, kindOf, list, makeDirectory, readTextIfThere, writeAtomic } from './files.ts';
import { harmless } from './fsck-severity.ts';
import { BARE_ENVIRONMENT, gitArgv } from './git-argv.ts';

const OBJECT_FILE = /^(pack\/pack-[0-9a-f]{40}\.(pack|idx)|[0-9a-f]{2}\/[0-9a-f]{38})$/;
const WANTED_REF = /^refs\/(heads\/.+|tags\/.+|pull\/[^/]+\/head|remotes\/origin\/.+)$/;
const ODD_REF = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.lock(\/|$)|\/$/;

/** Copies packs and loose objects that are plain files and not there yet; links are left. */
export async function copyObjects(sourceDir: string, targetDir: string): Promise<void> {
  const objects = join(sourceDir, 'objects');
  for (const file of await list(objects)) {
    if (file.kind !== 'file' || !OBJECT_FILE.test(file.path)) continue;
    const to = join(targetDir, 'objects', file.path);
    if (await exists(to)) continue;
    await makeDirectory(join(to, '..'));
    await copy(join(objects, file.path), to);
  }
}

/**
 * Takes a local repository's objects as files, for a copy from which git cannot clone since blobs are lacking. Nothing else of
 * it is taken: no configuration, hook, index or info. Then everything that is there is checked.
 * @returns the blobs that are lacking, and what the source says its HEAD is
 */
export async function takeObjects(
  filling: Filling,
  sourceDir: string,
): Promise<{ readonly head: SourceHead; readonly lacking: readonly Oid[] }> {
  await copyObjects(sourceDir, filling.dir);
  const refs = await readRefs(sourceDir);
  if (refs.size === 0) throw new UserError(filling.repository, 'is empty: it has no commits', 'Give a repository with history.');
  const lines = [...refs].sort(([a], [b]) => byCodeUnit(a, b)).map(([name, oid]) => `${oid} ${name}\n`);
  await writeAtomic(join(filling.dir, 'packed-refs'), lines.join(''));
  return { head: pickHead(await readHeadFile(sourceDir), refs), lacking: await check(filling) };
}

async function readRefs(sourceDir: string): Promise<ReadonlyMap<string, Oid>> {
  const refs = new Map<string, Oid>();
  const take = (name: string | undefined, oid: string | undefined) => {
    if (name !== undefined && oid !== undefined && WANTED_REF.test(name) && !ODD_REF.test(name) && /^[0-9a-f]{40}$/.test(oid))
      refs.set(name, oid);
  };
  for (const line of ((await readTextIfThere(join(sourceDir, 'packed-refs'))) ?? '').split('\n')) {
    const [oid, name] = line.split(' ');
    take(name, oid);
  }
  const folder = join(sourceDir, 'refs');
  for (const file of kindOf(folder) === 'directory' ? await list(folder) : []) {
    if (file.kind === 'file' && file.size < 1024) take(`refs/${file.path}`, (await readTextIfThere(join(folder, file.path)))?.trim());
  }
  return refs;
}

/** Lines of `git fsck` that tell of lacking blobs only. Its two-line form names the tree and the blob it wants. */
const LACKING = /^missing blob ([0-9a-f]{40})$/;
const EXPECTED =
  /^(missing blob [0-9a-f]{40}|broken link from +tree [0-9a-f]{40}|\s+to +blob [0-9a-f]{40}|dangling .*|notice: .*|Checking .*|)$/;

async function check(filling: Filling): Promise<readonly Oid[]> {
  const env = { ...BARE_ENVIRONMENT, GIT_DIR: filling.dir };
  const args = [...harmless('fsck'), 'fsck', '--full', '--no-dangling', '--no-reflogs', '--no-progress'];
  const result = await run(gitArgv(filling, args), { cwd: '/', env, timeoutMs: 3_600_000, maxBytes: 268_435_456 });
  if (result.timedOut || result.truncated) throw new InfraError(`checking ${filling.repository} did not end in time`);
  const lines = `${result.stdout.toString('utf8')}\n${result.stderr.toString('utf8')}`.split('\n');
  const wrong = lines.filter((line) => !EXPECTED.test(line));
  if (wrong.length > 0) {
    throw new UserError(filling.repository, `is corrupt: ${wrong.slice(0, 3).join(' | ')}`, 'Clone it again from where it is whole.');
  }
  return lines.flatMap((line) => LACKING.exec(line)?.[1] ?? []).sort(byCodeUnit);
}
