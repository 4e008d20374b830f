import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { InfraError } from '#schema/errors.ts';
import { systemClock } from './clock.ts';
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
 * Runs argv in a process group of its own and leaves nothing of it behind. Without a control group there is no kernel limit over
 * many processes, so memory and their number are watched from outside and the family is killed when it takes more.
 */
export async function runContained(request: ContainedRequest): Promise<ContainedEnd> {
  const [file, ...args] = request.argv;
  if (file === undefined) throw new Error('an empty argv was given');
  const child = spawn(file, args, { cwd: request.cwd, env: { ...request.env }, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (cause) => reject(new InfraError(`could not start ${file}: ${cause.message}`, { cause })));
  });
  const exited = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => {}); // a command that does not read its input tells by its exit
  child.stdin.end(request.stdin ?? '');
  child.stdout.on('data', (chunk: Buffer) => request.onOutput('stdout', chunk));
  child.stderr.on('data', (chunk: Buffer) => request.onOutput('stderr', chunk));
  const family: Family = { leader: child.pid ?? -1, mark: request.mark };
  const killed = await Promise.race([failed, exited.then(() => null), watch(family, request, exited)]);
  await killAll(family);
  const code = await Promise.race([failed, exited]);
  await Promise.race([closed, systemClock.sleep(DRAIN_MS)]);
  child.stdout.destroy();
  child.stderr.destroy();
  return { exit: killed === null ? code : null, timedOut: killed === 'time', oom: killed === 'memory' };
}

/** Tells why the family has to be killed, or null when it ended by itself. */
async function watch(family: Family, request: ContainedRequest, exited: Promise<number>): Promise<'time' | 'memory' | 'pids' | null> {
  const deadline = systemClock.monotonic() + request.timeoutMs;
  const limitKb = request.memoryMb * 1024;
  let done = false;
  void exited.then(() => {
    done = true;
  });
  while (!done) {
    const left = deadline - systemClock.monotonic();
    if (left <= 0) return 'time';
    await Promise.race([exited, systemClock.sleep(Math.min(WATCH_MS, left))]);
    const members = descendants(family);
    if (members.length > request.pids) return 'pids';
    if (pressure(members) > limitKb) return 'memory';
  }
  return null;
}
