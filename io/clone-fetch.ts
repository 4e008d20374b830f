import { join } from 'node:path';
import { InfraError, UserError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import { pickHead, readHeadFile, type SourceHead } from './clone-head.ts';
import { NETWORK_VARIABLES, pickEnvironment } from './environment.ts';
import { run, type RunResult } from './exec.ts';
import { writeAtomic } from './files.ts';
import { harmless } from './fsck-severity.ts';
import { BARE_ENVIRONMENT, gitArgv } from './git-argv.ts';
import type { SourcePlace } from './source-place.ts';

const HOUR = 3_600_000;
/** Branches, tags, heads of PRs, and branches that the remote knows only as those of its own remote. */
const WANTED = ['refs/heads/*', 'refs/tags/*', 'refs/pull/*/head', 'refs/remotes/origin/*'];

/** One clone being filled: `dir` is a bare repository of ours, `repository` how the user named the source. */
export interface Filling {
  readonly git: string;
  readonly dir: string;
  readonly repository: string;
}

/** Runs git on the clone being filled, with only the protocol of its source allowed. */
async function ask(filling: Filling, source: SourcePlace, args: readonly string[], timeoutMs: number): Promise<RunResult> {
  const remote = source.kind === 'remote';
  const trusted = join(filling.dir, 'loopsmith-source.gitconfig');
  // The child that serves a local source sees no -c of ours; only this file reaches it.
  if (!remote) await writeAtomic(trusted, `[safe]\n\tdirectory = ${JSON.stringify(source.gitDir)}\n`);
  const settings = [
    '-c',
    `protocol.${remote ? 'https' : 'file'}.allow=always`,
    '-c',
    'http.lowSpeedLimit=1000',
    '-c',
    'http.lowSpeedTime=120',
    '-c',
    'fetch.fsckObjects=true',
    '-c',
    'fetch.unpackLimit=1',
  ];
  const env = {
    ...BARE_ENVIRONMENT,
    ...(remote ? pickEnvironment(NETWORK_VARIABLES) : { GIT_CONFIG_GLOBAL: trusted }),
    GIT_DIR: filling.dir,
  };
  const result = await run(gitArgv(filling, [...settings, ...harmless('fetch.fsck'), ...args]), {
    cwd: '/',
    env,
    timeoutMs,
    maxBytes: 268_435_456,
  });
  if (result.exit !== 0) throw refusal(filling.repository, source, result);
  return result;
}

const UNREACHABLE = /not found|does not exist|denied|could not read Username|Authentication failed|terminal prompts|error: 40[134]/i;
const DAMAGE =
  /fsck error|bad object|corrupt|index-pack|inflate|missing|unable to read|invalid|did not send all|did not receive expected object/i;

function refusal(repository: string, source: SourcePlace, result: RunResult): Error {
  const words = result.stderr.toString('utf8').trim().split('\n').slice(-4).join(' | ');
  if (result.timedOut) return new InfraError(`fetching ${repository} did not end in time`);
  if (/shallow/.test(words))
    return new UserError(repository, 'is a shallow clone: its history is cut off', 'Give a repository with its whole history.');
  if (/mismatched algorithms|object format/i.test(words))
    return new UserError(repository, 'has the object format sha256, which is not supported', 'Give a repository of the sha1 format.');
  if (source.kind === 'remote' && UNREACHABLE.test(words))
    return new UserError(
      repository,
      `cannot be read: ${words}`,
      'Check the address; clone a private repository yourself and give its path.',
    );
  if (source.kind === 'local' || DAMAGE.test(words))
    return new UserError(repository, `is corrupt: ${words}`, 'Clone it again from where it is whole.');
  return new InfraError(`fetching ${repository} failed: ${words}`);
}

/** Fetches every wanted ref with all objects checked. UserError when the source is empty or unfit, InfraError on network trouble. */
export async function fetchAll(filling: Filling, source: SourcePlace, ends: readonly Oid[]): Promise<SourceHead> {
  const address = source.kind === 'remote' ? source.url : source.gitDir;
  const listed = await ask(filling, source, ['ls-remote', '--symref', '--end-of-options', address], HOUR / 12);
  const { names, head } = await readListed(listed.stdout.toString('utf8'), source);
  if (names.length === 0) throw new UserError(filling.repository, 'is empty: it has no commits', 'Give a repository with history.');
  const fetch = (refspecs: readonly string[]) =>
    ask(
      filling,
      source,
      [
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-write-fetch-head',
        '--no-auto-maintenance',
        '--no-recurse-submodules',
        '--end-of-options',
        address,
        ...refspecs,
      ],
      HOUR,
    );
  const detached = head.branch === null && head.oid !== null ? ['+HEAD:refs/loopsmith/head'] : [];
  await fetch([...WANTED.map((pattern) => `+${pattern}:${pattern}`), ...detached]);
  const unnamed = (await Promise.all(ends.map(async (end) => ((await holds(filling, end)) ? [] : [end])))).flat();
  // A pinned commit may hang on no ref any more; servers give it by id, and if not, the caller tells.
  if (unnamed.length > 0) await fetch(unnamed.map((end) => `${end}:refs/loopsmith/ends/${end}`)).catch(() => {});
  return head;
}

/** A git command on the clone itself, without the objects made beside it. */
async function onClone(clone: Pick<Filling, 'git' | 'dir'>, args: readonly string[]): Promise<RunResult> {
  return run(gitArgv(clone, args), { cwd: '/', env: { ...BARE_ENVIRONMENT, GIT_DIR: clone.dir }, timeoutMs: HOUR / 6, maxBytes: 65_536 });
}

/** True when the clone itself has the commit. */
export async function holds(clone: Pick<Filling, 'git' | 'dir'>, commit: Oid): Promise<boolean> {
  return (await onClone(clone, ['cat-file', '-e', `${commit}^{commit}`])).exit === 0;
}

/** One file for all refs: thousands of pull requests are read at once, and moved at once. */
export async function packRefs(clone: Filling): Promise<void> {
  const result = await onClone(clone, ['pack-refs', '--all', '--prune']);
  if (result.exit !== 0) throw new InfraError(`git pack-refs failed in ${clone.dir}: ${result.stderr.toString('utf8').trim()}`);
}

/** Names and ids of `ls-remote --symref`; a source of ours also tells a HEAD whose branch it has only as its remote's. */
async function readListed(listed: string, source: SourcePlace): Promise<{ readonly names: readonly string[]; readonly head: SourceHead }> {
  const rows = listed.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]));
  const refs = new Map(rows.flatMap(([oid = '', name = '']) => (oid.startsWith('ref: ') ? [] : [[name, oid] as const])));
  const told = rows.find(([left, name]) => left?.startsWith('ref: ') === true && name === 'HEAD')?.[0]?.slice(5) ?? null;
  const symbolic = told ?? (source.kind === 'local' ? (await readHeadFile(source.gitDir)).branch : null);
  return { names: [...refs.keys()], head: pickHead({ branch: symbolic, oid: refs.get('HEAD') ?? null }, refs) };
}
