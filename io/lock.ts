import { readFileSync } from 'node:fs';
import { open, readFile, rename, rm, link } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { UserError } from '#schema/errors.ts';
import { systemClock, type Clock } from './clock.ts';
import { makeDirectory, temporaryName } from './files.ts';

/** Who holds a lock: enough to tell a living holder from one whose process id was given to another since. */
export interface LockHolder {
  readonly pid: number;
  /** Clock ticks between boot and the start of the process; null where the system does not tell. */
  readonly started: string | null;
  readonly boot: string | null;
  readonly host: string;
  readonly since: string;
}

export interface LockOptions {
  /** How long to wait for a living holder; 0 does not wait. */
  readonly waitMs: number;
  readonly clock?: Clock;
}

const POLL_MS = 100;

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // no such process, or a system without /proc
  }
}

/** Field 22 of /proc/<pid>/stat; the command name before it may hold spaces and brackets. */
function startOf(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat === null ? null : (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null);
}

function bootId(): string | null {
  return readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
}

function alive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true; // cannot be looked at from here
  if (holder.boot !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'ESRCH') return false;
  }
  return holder.started === startOf(holder.pid);
}

function parseHolder(text: string): LockHolder | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return null;
    const field = (key: string): unknown => Object.entries(read).find(([name]) => name === key)?.[1];
    const [pid, started, boot, host, since] = ['pid', 'started', 'boot', 'host', 'since'].map(field);
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof since !== 'string') return null;
    return { pid, host, since, started: typeof started === 'string' ? started : null, boot: typeof boot === 'string' ? boot : null };
  } catch {
    return null;
  }
}

/**
 * Holds a lock file until disposed of. A lock whose holder is dead (process gone, or its id used by a later one, or the machine
 * booted since) is taken over. UserError names the holder when it lives longer than `waitMs`.
 */
export async function holdLock(path: string, options: LockOptions): Promise<AsyncDisposable> {
  const clock = options.clock ?? systemClock;
  const mine: LockHolder = { pid: process.pid, started: startOf(process.pid), boot: bootId(), host: hostname(), since: clock.now() };
  const text = JSON.stringify({ ...mine, nonce: temporaryName('') });
  await makeDirectory(dirname(path));
  const end = clock.monotonic() + options.waitMs;
  while (!(await create(path, text))) {
    const there = await readFile(path, 'utf8').catch(() => null);
    if (there === null) continue; // released between the two looks
    const holder = parseHolder(there);
    if (holder === null || !alive(holder)) await breakLock(path, there);
    else if (clock.monotonic() >= end) {
      throw new UserError(
        path,
        `is held by process ${holder.pid} on ${holder.host} since ${holder.since}`,
        'Wait for it to end, or end it.',
      );
    } else await clock.sleep(POLL_MS);
  }
  return {
    [Symbol.asyncDispose]: async () => {
      if ((await readFile(path, 'utf8').catch(() => null)) === text) await rm(path, { force: true });
    },
  };
}

/** The lock appears with its content or not at all: written beside, then linked to its name. */
async function create(path: string, text: string): Promise<boolean> {
  const temporary = temporaryName(path);
  const handle = await open(temporary, 'wx');
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, path);
    return true;
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EEXIST') return false;
    throw failure;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Moves a dead holder's file away. Should another have taken over meanwhile, theirs was moved, and goes back. */
async function breakLock(path: string, dead: string): Promise<void> {
  const aside = temporaryName(path);
  try {
    await rename(path, aside);
  } catch {
    return; // another was quicker
  }
  if ((await readFile(aside, 'utf8')) !== dead) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}
