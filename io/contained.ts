import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { InfraError } from '#schema/errors.ts';
import { systemClock } from './clock.ts';
import { type ControlGroup, entering, makeControlGroup } from './control-group.ts';
import { descendants, type Family, killAll, pressure } from './process-family.ts';

export interface ContainedRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Buffer | null;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly pids: number;
  /** Text that stands in the environment of every process of this sandbox, to find those that left the process tree; null when none can. */
  readonly mark: string | null;
  readonly onOutput: (stream: 'stdout' | 'stderr', content: Buffer) => void;
}
export interface ContainedEnd {
  /** 128 + n for a signal; null when we killed it. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly oom: boolean;
}

const WATCH_MS = 50;
const DRAIN_MS = 300;

/**
 * Runs argv in a process group of its own and leaves nothing of it behind. A control group sets the limits where this process may
 * make one; else memory and processes are watched from outside, and the family is killed when it takes more.
 */
export async function runContained(request: ContainedRequest, groupFor: typeof makeControlGroup = makeControlGroup): Promise<ContainedEnd> {
  const group = groupFor(request);
  try {
    return await inGroup(request, group);
  } finally {
    await group?.remove();
  }
}

async function inGroup(request: ContainedRequest, group: ControlGroup | null): Promise<ContainedEnd> {
  const [file, ...args] = group === null ? request.argv : entering(group, request.argv);
  if (file === undefined) throw new Error('an empty argv was given');
  const child = spawn(file, args, { cwd: request.cwd, env: { ...request.env }, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', (cause) => reject(new InfraError(`could not start ${file}: ${cause.message}`, { cause })));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => {}); // a command that does not read its input tells by its exit
  child.stdin.end(request.stdin ?? '');
  child.stdout.on('data', (chunk: Buffer) => request.onOutput('stdout', chunk));
  child.stderr.on('data', (chunk: Buffer) => request.onOutput('stderr', chunk));
  const family: Family = { leader: child.pid ?? null, mark: request.mark, group };
  const killed = await watch(family, request, exited);
  await killAll(family);
  const code = await exited;
  await Promise.race([closed, systemClock.sleep(DRAIN_MS)]);
  child.stdout.destroy();
  child.stderr.destroy();
  const oom = killed === 'memory' || (group?.oomKills() ?? 0) > 0;
  return { exit: killed !== null || (oom && code === 137) ? null : code, timedOut: killed === 'time', oom };
}

/** Tells why the family has to be killed, or null when it ended by itself. */
async function watch(family: Family, request: ContainedRequest, exited: Promise<number>): Promise<'time' | 'memory' | 'pids' | null> {
  const deadline = systemClock.monotonic() + request.timeoutMs;
  const limitKb = request.memoryMb * 1024;
  for (;;) {
    const left = deadline - systemClock.monotonic();
    if (left <= 0) return 'time';
    const wait = family.group === null ? Math.min(WATCH_MS, left) : left;
    const ended = await withTimer(wait, (timer) => Promise.race([exited.then(() => true), timer]));
    if (ended) return null;
    if (family.group !== null) continue;
    const members = descendants(family);
    if (members.length > request.pids) return 'pids';
    if (pressure(members) > limitKb) return 'memory';
  }
}

/** A timer that does not keep the process alive once the race is over. */
async function withTimer(ms: number, race: (timer: Promise<false>) => Promise<boolean>): Promise<boolean> {
  const over = new AbortController();
  const timer = systemClock.sleep(ms, over.signal).then((): false => false);
  timer.catch(() => {}); // aborted: somebody else won
  try {
    return await race(timer);
  } finally {
    over.abort();
  }
}
