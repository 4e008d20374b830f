import type { ExecOptions } from './sandbox.ts';

/** Where things lie inside a sandbox, for every provider that can choose paths. */
export const WORKSPACE = '/workspace';
export const SCRATCH = '/scratch';
export const HOME = '/home/sandbox';
export const TMP = '/tmp';
export const HOSTNAME = 'sandbox';
/** Uid and gid that all code in a container runs under; images give it /workspace. */
export const SANDBOX_USER = { uid: 1000, gid: 1000 } as const;
export const DOCKER_ISOLATION = `docker: network none, cap-drop ALL, no-new-privileges, uid ${SANDBOX_USER.uid}, pids, memory and cpu limits`;

/** What every command sees, so that a run does not depend on the machine (`trials.md`): a caller's env may say otherwise. */
export const PINS: Readonly<Record<string, string>> = {
  TZ: 'UTC',
  LC_ALL: 'C.UTF-8',
  PYTHONHASHSEED: '0',
  SOURCE_DATE_EPOCH: '1700000000',
  COLUMNS: '80',
  NO_COLOR: '1',
  TERM: 'dumb',
};

/**
 * Starts argv under a shell that sets the working directory, umask and redirection and then becomes the command, so that 126 and
 * 127 mean what they mean in a shell. Nothing of argv is ever parsed by the shell.
 */
export function wrapped(argv: readonly string[], options: ExecOptions): readonly string[] {
  // No core files, and no single file of more than 4 GiB (in blocks of 512 bytes).
  const script =
    'umask 022; ulimit -c 0; ulimit -f 8388608; cd -- "$1" || exit 126; out=$2; shift 2; [ -z "$out" ] || exec >"$out" || exit 126; exec "$@"';
  return ['/bin/sh', '-c', script, 'sh', options.cwd, options.stdoutTo ?? '', ...argv];
}

/** Keeps the first bytes of a stream and counts all of them. */
export class CappedBytes {
  readonly #cap: number;
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  #total = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length;
    const room = this.#cap - this.#kept;
    if (room <= 0) return;
    // Copied: the chunk is a window on a larger buffer that would be kept alive.
    const part = Buffer.from(chunk.subarray(0, room));
    this.#chunks.push(part);
    this.#kept += part.length;
  }

  get content(): Buffer {
    return Buffer.concat(this.#chunks);
  }
  get total(): number {
    return this.#total;
  }
}
