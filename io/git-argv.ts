import { InfraError, UserError } from '#schema/errors.ts';
import { findTool, run, type RunResult } from './exec.ts';

/** Where one git process works: the tool, our bare clone and the directory that takes the objects we make. */
export interface GitPlace {
  readonly git: string;
  readonly gitDir: string;
  readonly madeObjects: string;
}

const NEEDED = 'git 2.39 or newer';

/** Absolute path of git; UserError when there is none. */
export function gitTool(): string {
  const git = findTool('git');
  if (git === null) throw new UserError('git', 'is not on PATH', `Install ${NEEDED}.`);
  return git;
}

/** Built from nothing: no user or system configuration, no prompt, no lazy fetch, no replaced object, one locale and zone. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  SSH_ASKPASS: '/bin/false',
  GIT_SSH_COMMAND: '/bin/false',
  GIT_ADVICE: '0',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
};

/** Objects are found in the clone and in `madeObjects`; new ones go to `madeObjects` only. */
export function gitEnvironment(place: GitPlace): Readonly<Record<string, string>> {
  return {
    ...BARE_ENVIRONMENT,
    GIT_DIR: place.gitDir,
    GIT_OBJECT_DIRECTORY: place.madeObjects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: quotedPath(`${place.gitDir}/objects`),
  };
}

/** In that variable `:` separates and a leading `"` starts a C-quoted path. */
function quotedPath(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * What no repository may decide. The clone's configuration is ours too; these hold should anyone edit it. `attr.tree`
 * keeps newer gits from taking attributes (diff drivers, merge drivers) out of HEAD.
 */
export const SAFE_SETTINGS: readonly string[] = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.attributesFile=/dev/null',
  '-c',
  'core.quotePath=true',
  '-c',
  'attr.tree=4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '-c',
  'protocol.allow=never',
  '-c',
  'credential.helper=',
  '-c',
  'safe.bareRepository=explicit',
  '-c',
  'safe.directory=*',
  '-c',
  'gc.auto=0',
  '-c',
  'maintenance.auto=false',
  '-c',
  'diff.renames=true',
  '-c',
  'diff.renameLimit=1000',
  '-c',
  'merge.renameLimit=7000',
  '-c',
  'merge.directoryRenames=conflict',
];

export function gitArgv(place: Pick<GitPlace, 'git'>, args: readonly string[]): readonly string[] {
  return [place.git, '--no-pager', ...SAFE_SETTINGS, ...args];
}

/** For commands on a clone: what they write can be made again, and is checked after a power cut, so it is not flushed one by one. */
export function placedArgv(place: GitPlace, args: readonly string[]): readonly string[] {
  return gitArgv(place, ['-c', 'core.fsync=none', ...args]);
}

export interface GitOptions {
  readonly stdin?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** One git command on our clone, to its end. Exits are the caller's to judge. */
export async function git(place: GitPlace, args: readonly string[], options: GitOptions = {}): Promise<RunResult> {
  return run(placedArgv(place, args), {
    cwd: '/',
    env: { ...gitEnvironment(place), ...options.env },
    timeoutMs: options.timeoutMs ?? 600_000,
    maxBytes: options.maxBytes ?? 1_073_741_824,
    ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
  });
}

/** As `git`, for commands whose only good exit is 0: anything else throws with git's own words. */
export async function gitOutput(place: GitPlace, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const result = await git(place, args, options);
  if (result.exit !== 0 || result.timedOut || result.truncated) throw gitFailure(place.gitDir, args, result);
  return result.stdout;
}

/** Git's refusal as an error: a damaged or partial store is the user's to mend, a time-out the machine's. */
export function gitFailure(
  gitDir: string,
  args: readonly string[],
  result: Pick<RunResult, 'exit' | 'timedOut' | 'truncated'> & { readonly stderr: Buffer | string },
): Error {
  const words = result.stderr.toString().trim().split('\n').slice(0, 3).join(' | ');
  if (result.timedOut) return new InfraError(`git ${args[0]} did not end in time in ${gitDir}`);
  if (result.truncated) return new UserError(gitDir, `git ${args[0]} printed more than is kept`, 'Narrow the range or the paths.');
  if (DAMAGE.test(words))
    return new UserError(gitDir, `git ${args[0]}: ${words}`, 'Clone the repository again, or leave out what needs the object.');
  return new InfraError(`git ${args[0]} ended with ${result.exit} in ${gitDir}: ${words}`);
}

const DAMAGE =
  /unable to read|bad object|missing|corrupt|not a (valid|tree|commit)|invalid object|could not parse|loose object|inflate|Not a valid/i;
