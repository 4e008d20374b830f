import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/** One process, told apart from a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string | null;
  readonly host: string;
  readonly boot: string | null;
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

/** Start time in ticks since boot; null when there is no such process (or only its zombie), `undefined` without /proc. */
async function startOf(pid: number): Promise<string | null | undefined> {
  if ((await textOf('/proc/self/stat')) === null) return undefined;
  const stat = await textOf(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything; the state is the first field after it, the start time the twentieth.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

/** Host and pid namespace: a pid means nothing outside them. */
async function hostName(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => null);
  return `${hostname()}${namespace === null ? '' : `.${/\d+/.exec(namespace)?.[0] ?? ''}`}`;
}
async function bootId(): Promise<string | null> {
  return (await textOf('/proc/sys/kernel/random/boot_id'))?.trim() ?? null;
}

function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export const systemProcesses = {
  async self(): Promise<ProcessIdentity> {
    return { pid: process.pid, started: (await startOf(process.pid)) ?? null, host: await hostName(), boot: await bootId() };
  },
  async state(of: ProcessIdentity): Promise<'alive' | 'dead' | 'unknown'> {
    const boot = await bootId();
    if (of.host !== (await hostName())) return 'unknown';
    if (boot !== null && of.boot !== null && boot !== of.boot) return 'dead';
    const started = await startOf(of.pid);
    if (started === undefined) return answers(of.pid) ? 'alive' : 'dead';
    return started !== null && (of.started === null || started === of.started) ? 'alive' : 'dead';
  },
};
