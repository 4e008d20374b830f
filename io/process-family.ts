import { readdirSync, readFileSync } from 'node:fs';
import { systemClock } from './clock.ts';
import type { ControlGroup } from './control-group.ts';

/** The processes of one command: those of its control group; without one, what the leader started and whatever carries the mark. */
export interface Family {
  /** Null when it could not be started. */
  readonly leader: number | null;
  readonly mark: string | null;
  readonly group: ControlGroup | null;
}

/** A file of /proc, or '' when the process is gone: between listing and reading it may end at any time. */
function proc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}
function rows(): Row[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = proc(Number(name), 'stat');
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return stat === '' || state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
  });
}

/** Living members, the leader included. */
export function descendants(family: Family): readonly number[] {
  if (family.group !== null) return family.group.members();
  if (family.leader === null) return [];
  const all = rows();
  const members = new Set(all.filter((row) => row.pid === family.leader || row.group === family.leader).map((row) => row.pid));
  if (family.mark !== null) {
    for (const row of all) {
      if (proc(row.pid, 'environ').split('\0').includes(family.mark)) members.add(row.pid);
    }
  }
  for (let grew = true; grew; ) {
    grew = false;
    for (const row of all) {
      if (members.has(row.parent) && !members.has(row.pid)) {
        members.add(row.pid);
        grew = true;
      }
    }
  }
  members.delete(process.pid);
  return [...members];
}

/** Memory that only these processes hold, KiB. */
export function pressure(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const status = proc(pid, 'status');
    const kb = (field: string): number => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return sum + kb('RssAnon') + kb('RssShmem');
  }, 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already: that is what was wanted.
  }
}

/** SIGKILL to every member until none is left; a process that forks while it is killed is met in the next round. */
export async function killAll(family: Family): Promise<void> {
  if (family.leader !== null) kill(-family.leader);
  for (let round = 0; round < 100; round += 1) {
    const members = descendants(family);
    if (members.length === 0) return;
    members.forEach(kill);
    await systemClock.sleep(round < 10 ? 2 : 20);
  }
}
