import { spawn as startProcess, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { InfraError } from '#schema/errors.ts';
import { toolDirectories } from './environment.ts';
import { isExecutableFile } from './files.ts';

export interface SpawnOptions {
  readonly cwd?: string;
  /** The whole environment of the child; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}
export interface RunOptions extends SpawnOptions {
  readonly stdin?: Buffer | string;
  readonly timeoutMs: number;
  /** Bytes of stdout and of stderr kept, each; the rest is read and dropped. */
  readonly maxBytes: number;
}
export interface RunResult {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** 128 + signal number when a signal ended the process, as shells tell it. */
  readonly exit: number;
  readonly timedOut: boolean;
  readonly truncated: boolean;
}

/** How long leftovers that hold the pipes open may keep us after the process itself has ended. */
const DRAIN_MS = 1000;
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGPIPE: 13,
  SIGTERM: 15,
};

/** A child in a process group of its own, so that a time-out reaches what it started too. */
export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The last 64 KiB of stderr so far. */
  stderrTail(): string;
  /** Ends when the process and its pipes have; rejects with InfraError when it could not be started. */
  readonly ended: Promise<number>;
  /** SIGKILL to the group. */
  kill(): void;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already: that is what was wanted.
  }
}

type Pipes = ChildProcessByStdio<Writable, Readable, Readable>;

function start(argv: readonly string[], options: SpawnOptions): Pipes {
  const [file, ...rest] = argv;
  if (file === undefined) throw new Error('an empty argv was given');
  const child = startProcess(file, rest, {
    env: { ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    shell: false,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // A child that ends without reading its input is no error of ours: its exit tells.
  child.stdin.on('error', () => {});
  return child;
}

/**
 * Resolves with the exit code once the pipes are closed; leftovers of the group are killed when the leader ends. With `drainMs` the
 * pipes are closed that long after the end; without, a slow reader of a stream may take its time.
 */
function ending(child: Pipes, argv: readonly string[], signal: AbortSignal | undefined, drainMs: number | null): Promise<number> {
  return new Promise((resolve, reject) => {
    let drain: NodeJS.Timeout | undefined;
    const abort = () => killGroup(child.pid);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
    child.once('error', (cause) => {
      signal?.removeEventListener('abort', abort);
      reject(new InfraError(`could not start ${argv[0]}: ${cause.message}`, { cause, retryable: false }));
    });
    child.once('exit', () => {
      killGroup(child.pid);
      if (drainMs === null) return;
      drain = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, drainMs);
    });
    child.once('close', (code, killedBy) => {
      clearTimeout(drain);
      signal?.removeEventListener('abort', abort);
      resolve(code ?? 128 + (SIGNAL_NUMBERS[killedBy ?? ''] ?? 0));
    });
  });
}

function keep(stream: Readable, maxBytes: number): { readonly content: () => Buffer; readonly cut: () => boolean } {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let cut = false;
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length > room) cut = true;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room -= Math.min(room, chunk.length);
  });
  return { content: () => Buffer.concat(chunks), cut: () => cut };
}

/** Runs argv to its end. A failing exit, a kill or a time-out is a result; InfraError when it could not be started at all. */
export async function run(argv: readonly string[], options: RunOptions): Promise<RunResult> {
  const child = start(argv, options);
  const ended = ending(child, argv, options.signal, DRAIN_MS);
  const stdout = keep(child.stdout, options.maxBytes);
  const stderr = keep(child.stderr, options.maxBytes);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid);
  }, options.timeoutMs);
  child.stdin.end(options.stdin ?? '');
  try {
    const exit = await ended;
    return { stdout: stdout.content(), stderr: stderr.content(), exit, timedOut, truncated: stdout.cut() || stderr.cut() };
  } finally {
    clearTimeout(timer);
  }
}

/** Starts argv for as long as the caller needs it: talk to it, stream from it, then dispose of it. */
export function spawnStream(argv: readonly string[], options: SpawnOptions): Child {
  const child = start(argv, options);
  const ended = ending(child, argv, options.signal, null);
  ended.catch(() => {}); // whoever awaits `ended` sees it; nobody else needs to
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-65_536);
  });
  const kill = () => killGroup(child.pid);
  return {
    pid: child.pid ?? -1,
    stdin: child.stdin,
    stdout: child.stdout,
    stderrTail: () => tail,
    ended,
    kill,
    [Symbol.asyncDispose]: async () => {
      kill();
      child.stdout.destroy();
      await ended.catch(() => {});
    },
  };
}

/** Absolute path of an executable on PATH, or null. */
export function findTool(name: string): string | null {
  for (const directory of toolDirectories()) {
    const path = join(directory, name);
    if (isExecutableFile(path)) return path;
  }
  return null;
}
