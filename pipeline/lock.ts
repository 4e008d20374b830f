import { join } from 'node:path';
import type { Disk } from '#io/disk.ts';
import type { ProcessIdentity } from '#io/processes.ts';
import { UserError } from '#schema/errors.ts';

export interface Processes {
  self(): Promise<ProcessIdentity>;
  /** `unknown`: it is on another host, and nothing here can tell. */
  state(of: ProcessIdentity): Promise<'alive' | 'dead' | 'unknown'>;
}
export interface LockOptions {
  readonly folder: string;
  /** For the message to others: `since 2025-03-01T10:00:00Z (pool:build)`. */
  readonly purpose: string;
  readonly sleep: (ms: number) => Promise<void>;
}

const TRIES = 6;

/**
 * Excludes other processes from a pool until disposed of. Each contender first writes a file whose name is its identity, then looks
 * at the others': of two, at least one sees the other and steps back, and no file is ever taken from a living process. A dead one's
 * file is removed by whoever meets it; its name belongs to nobody else, ever. Throws UserError naming the holder.
 */
export async function lockPool(disk: Disk, processes: Processes, options: LockOptions): Promise<AsyncDisposable> {
  const folder = join(options.folder, 'locks');
  const self = await processes.self();
  const own = join(folder, nameOf(self));
  let rival: Rival | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Two that start together step back for different times, so that one gets it.
    if (attempt > 0) await options.sleep(20 + ((self.pid * 7) % 60) * attempt);
    await disk.appendLine(own, options.purpose);
    rival = await findRival(disk, processes, folder, nameOf(self));
    if (rival === null) return { [Symbol.asyncDispose]: () => disk.remove(own) };
    await disk.remove(own);
  }
  if (rival === null) throw new Error('the last try ended without a rival');
  const purpose = (await disk.read(rival.file))?.toString('utf8').split('\n')[0] ?? '';
  const fix = rival.state === 'alive' ? 'Wait for it, or stop it.' : `If it is gone, remove ${rival.file}.`;
  throw new UserError(options.folder, `process ${rival.of.pid} on ${hostOf(rival.of)} works on this pool ${purpose}`.trimEnd(), fix);
}

interface Rival {
  readonly of: ProcessIdentity;
  readonly file: string;
  readonly state: 'alive' | 'unknown';
}

async function findRival(disk: Disk, processes: Processes, folder: string, own: string): Promise<Rival | null> {
  for (const name of await disk.list(folder)) {
    if (name === own) continue;
    const file = join(folder, name);
    const of = identityOf(name);
    if (of === null) throw new UserError(file, 'is no lock file of ours', 'Remove it.');
    const state = await processes.state(of);
    if (state !== 'dead') return { of, file, state };
    await disk.remove(file);
  }
  return null;
}

/** Without the pid namespace, which nobody knows their machine by. */
function hostOf({ host }: ProcessIdentity): string {
  return host.replace(/\.\d+$/, '');
}

function nameOf(of: ProcessIdentity): string {
  return [of.pid, of.started ?? '', of.boot ?? '', of.host].map((part) => encodeURIComponent(part)).join('~');
}
function identityOf(name: string): ProcessIdentity | null {
  const parts = /^(\d+)~(\d*)~([0-9a-f-]*)~(.+)$/.exec(name);
  if (parts === null) return null;
  const [, pid = '', started = '', boot = '', host = ''] = parts;
  return { pid: Number(pid), started: started === '' ? null : started, boot: boot === '' ? null : boot, host: decodeURIComponent(host) };
}
