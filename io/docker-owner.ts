import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Start time of a process in clock ticks since boot, so that a number used again is told apart; null when there is no such process. */
function startedAt(pid: string): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null; // no such process: that is the answer
  }
}

/** Who made a container: host, process and its start. */
export function ownerLabels(): Readonly<Record<string, string>> {
  return { 'loopsmith.owner': `${hostname()} ${process.pid} ${startedAt(String(process.pid)) ?? ''}` };
}

/** True when the maker ran on this host and is gone. Another host's process cannot be asked, so it counts as alive. */
export function ownerIsDead(labels: Readonly<Record<string, string>>): boolean {
  const [host, pid, started] = (labels['loopsmith.owner'] ?? '').split(' ');
  if (host !== hostname() || pid === undefined || !/^\d+$/.test(pid)) return false;
  return startedAt(pid) !== started;
}
