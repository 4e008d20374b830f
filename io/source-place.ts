import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '#schema/errors.ts';
import { kindOf, readTextIfThere } from './files.ts';

/** A place a repository can be had from. */
export type SourcePlace = { readonly kind: 'remote'; readonly url: string } | { readonly kind: 'local'; readonly gitDir: string };

const ADDRESS = 'Give an https:// or file:// address, or an absolute path.';

/**
 * Where to look, in order: for an https address the mirrors that are there (`{owner}` and `{name}` of its last two parts put
 * into the templates), then the network; else the one local directory. UserError on any other way of naming a repository.
 */
export function sourcePlaces(repository: string, mirrors: readonly string[]): readonly SourcePlace[] {
  if (isAbsolute(repository)) return [local(repository, repository)];
  const url = URL.canParse(repository) ? new URL(repository) : null;
  if (url?.protocol === 'file:' && url.host === '') return [local(repository, fileURLToPath(url))];
  if (url?.protocol !== 'https:') throw new UserError(repository, 'is no address that sources are taken from', ADDRESS);
  if (url.username !== '' || url.password !== '')
    throw new UserError(url.host, 'the address holds credentials', 'Clone it yourself and give the path.');
  const [name = '', owner = ''] = url.pathname
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .reverse();
  const safe = [owner, name].every((part) => /^[\w.+-]+$/.test(part) && !/^\.+$/.test(part));
  const paths = safe ? mirrors.map((template) => template.replaceAll('{owner}', owner).replaceAll('{name}', name)) : [];
  const there = paths.map(gitDirectoryOf).filter((gitDir) => gitDir !== null);
  return [...there.map((gitDir) => ({ kind: 'local', gitDir }) as const), { kind: 'remote', url: repository }];
}

function local(repository: string, path: string): SourcePlace {
  const gitDir = gitDirectoryOf(path);
  if (gitDir === null) throw new UserError(repository, 'is not a git repository', ADDRESS);
  return { kind: 'local', gitDir };
}

function gitDirectoryOf(path: string): string | null {
  return (
    [path, join(path, '.git'), `${path}.git`].find(
      (one) => kindOf(join(one, 'HEAD')) !== null && kindOf(join(one, 'objects')) === 'directory',
    ) ?? null
  );
}

/** Refuses by name what a local repository must not be. Reads files only: nothing of git runs inside it before this. */
export async function refuseUnfit(repository: string, gitDir: string): Promise<void> {
  const refuse = (what: string, fix: string) => new UserError(repository, what, fix);
  const content = async (name: string) => ((await readTextIfThere(join(gitDir, name))) ?? '').trim();
  if ((await content('shallow')) !== '') throw refuse('is a shallow clone: its history is cut off', 'Run git fetch --unshallow in it.');
  if ((await content('info/grafts')) !== '') throw refuse('has grafts (info/grafts), which change its history', 'Remove the file.');
  const config = await content('config');
  if (/^\s*objectformat\s*=\s*"?sha256/im.test(config))
    throw refuse('has the object format sha256, which is not supported', 'Give a repository of the sha1 format.');
  const alternates = (await content('objects/info/alternates')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const elsewhere = alternates.find((line) => !`${resolve(gitDir, 'objects', line)}/`.startsWith(`${resolve(gitDir)}/`));
  if (elsewhere !== undefined)
    throw refuse(`takes objects from elsewhere (objects/info/alternates: ${elsewhere})`, 'Run git repack -a -d and remove the file.');
  if (/^\s*(partialclone\s*=|promisor\s*=\s*"?(true|yes|on|1))/im.test(config)) {
    throw refuse('is a partial clone that fetches objects when they are asked for', 'Clone it without --filter.');
  }
}
