import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { systemClock } from './clock.ts';

export interface GroupLimits {
  readonly memoryMb: number;
  readonly pids: number;
}
/** Kernel limits over all processes of one command, whatever they do to leave it. */
export interface ControlGroup {
  /** Files that a process writes `0` to in order to enter. */
  readonly doors: readonly string[];
  members(): readonly number[];
  oomKills(): number;
  /** Of the members, none must live any more. */
  remove(): Promise<void>;
}

const MOUNT = '/sys/fs/cgroup';
let made = 0;

/** Directories of the hierarchies that count processes and memory, below our own group: one in v2, two in v1. */
function parents(): readonly string[] | null {
  const own = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  const v2 = own.find((line) => line.startsWith('0::'));
  if (existsSync(`${MOUNT}/cgroup.controllers`)) return v2 === undefined ? null : [`${MOUNT}${v2.slice(3)}`.replace(/\/+$/, '')];
  const found = ['pids', 'memory'].map((controller) => {
    const line = own.find((text) => text.split(':')[1]?.split(',').includes(controller) === true);
    return line === undefined ? '' : `${MOUNT}/${controller}${line.split(':')[2] ?? ''}`.replace(/\/+$/, '');
  });
  return found.every((path) => existsSync(path)) ? found : null;
}

/** What each kind of group is told; a file that a kernel lacks (swap accounting) is passed over, as `optional` says. */
function settings(
  directory: string,
  v2: boolean,
  limits: GroupLimits,
): readonly { readonly file: string; readonly value: string; readonly optional: boolean }[] {
  const bytes = String(limits.memoryMb * 1024 * 1024);
  const all = v2
    ? [
        { file: 'pids.max', value: String(limits.pids), optional: false },
        { file: 'memory.max', value: bytes, optional: false },
        { file: 'memory.swap.max', value: '0', optional: true },
      ]
    : [
        { file: 'pids.max', value: String(limits.pids), optional: false },
        { file: 'memory.limit_in_bytes', value: bytes, optional: false },
        { file: 'memory.memsw.limit_in_bytes', value: bytes, optional: true },
      ];
  return all.filter(({ file, optional }) => existsSync(`${directory}/${file}`) || (v2 && !optional));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the group is gone, or this kernel has no such file
  }
}

/** A group with these limits, or null where this process may make none (no root, no delegation): the caller watches instead. */
export function makeControlGroup(limits: GroupLimits): ControlGroup | null {
  const directories: string[] = [];
  try {
    made += 1;
    const above = parents();
    if (above === null) return null;
    for (const parent of above) {
      if (above.length === 1) writeFileSync(`${parent}/cgroup.subtree_control`, '+pids +memory');
      const directory = `${parent}/loopsmith-${process.pid}-${made}`;
      mkdirSync(directory);
      directories.push(directory);
      for (const { file, value } of settings(directory, above.length === 1, limits)) writeFileSync(`${directory}/${file}`, value);
    }
  } catch {
    for (const directory of directories) rmdirSync(directory);
    return null;
  }
  return {
    doors: directories.map((directory) => `${directory}/cgroup.procs`),
    members: () =>
      read(`${directories[0]}/cgroup.procs`)
        .split('\n')
        .filter((line) => line !== '')
        .map(Number),
    oomKills: () =>
      Number(
        /^oom_kill (\d+)/m.exec(
          directories.map((directory) => read(`${directory}/memory.oom_control`) + read(`${directory}/memory.events`)).join('\n'),
        )?.[1] ?? 0,
      ),
    remove: () => removeGroups(directories),
  };
}

/** The kernel lets go of a group a moment after its last process. */
async function removeGroups(directories: readonly string[]): Promise<void> {
  for (const directory of directories) {
    for (let attempt = 1; existsSync(directory); attempt += 1) {
      try {
        rmdirSync(directory);
      } catch (error) {
        if (attempt === 50) throw error;
        await systemClock.sleep(attempt < 10 ? 2 : 20);
      }
    }
  }
}

/** Enters the group, then becomes the command. */
export function entering(group: ControlGroup, argv: readonly string[]): readonly string[] {
  return ['/bin/sh', '-c', 'for door in $1; do echo 0 >"$door" || exit 125; done; shift; exec "$@"', 'sh', group.doors.join(' '), ...argv];
}
