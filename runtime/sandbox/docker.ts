import { systemClock } from '#io/clock.ts';
import type { DockerEngine } from '#io/docker.ts';
import { InfraError, UserError } from '#schema/errors.ts';
import { CappedBytes, DOCKER_ISOLATION, HOME, HOSTNAME, PINS, SANDBOX_USER, SCRATCH, TMP, WORKSPACE, wrapped } from './layout.ts';
import type { ExecOptions, ExecResult, Sandbox, SandboxProvider, SandboxSpec, Tree } from './sandbox.ts';
import { readSingleFile, readTree } from './tar.ts';
import { writeDirectories, writeTar } from './tar-writer.ts';

const USER = `${SANDBOX_USER.uid}:${SANDBOX_USER.gid}`;

/** PID 1: ignores what code inside can send it, reaps orphans, and starts its sleep again when that is killed. */
const KEEP_ALIVE = ['/bin/sh', '-c', 'trap "" TERM INT HUP QUIT USR1 USR2; while :; do sleep 3600 & wait; done'];
/** Ends every process but PID 1 and itself, then tells the memory group's kills (cgroup v1 and v2). */
const AFTERMATH = 'kill -9 -1 2>/dev/null; cat /sys/fs/cgroup/memory/memory.oom_control /sys/fs/cgroup/memory.events 2>/dev/null; exit 0';
/** Removes arguments below "$0" without following a link on the way. */
const REMOVE = `cd -- "$0" || exit 3
for path; do
  rest=$path linked=
  while case $rest in */*) ;; *) false ;; esac; do
    rest=\${rest%/*}
    [ ! -L "$rest" ] || linked=1
  done
  [ -n "$linked" ] || rm -rf -- "./$path" || exit 4
done`;
const EMPTY_OUT = 'cd -- "$0" && find . -mindepth 1 -maxdepth 1 -exec rm -rf -- {} +';
const HELPER_MS = 60_000;
/** Arguments of one call stay far below the kernel's limit. */
const PATHS_PER_CALL = 500;

/** What is put is newer than what an image holds: compilers that go by times see the change. */
function nowSeconds(): number {
  return Math.floor(Date.parse(systemClock.now()) / 1000);
}

function relative(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

class DockerSandbox implements Sandbox {
  readonly workspace = WORKSPACE;
  readonly scratch = SCRATCH;
  readonly #engine: DockerEngine;
  readonly #id: string;
  #running = 0;
  #oomKills = 0;

  constructor(engine: DockerEngine, id: string) {
    this.#engine = engine;
    this.#id = id;
  }

  async exec(argv: readonly string[], options: ExecOptions): Promise<ExecResult> {
    const stdout = new CappedBytes(options.outputBytes);
    const stderr = new CappedBytes(options.outputBytes);
    const started = systemClock.monotonic();
    this.#running += 1;
    const { exit } = await this.#engine
      .exec(this.#id, {
        argv: wrapped(argv, options),
        env: options.env,
        user: USER,
        stdin: options.stdin ?? null,
        timeoutMs: options.timeoutMs,
        onOutput: (stream, chunk) => (stream === 'stdout' ? stdout : stderr).push(chunk),
      })
      .finally(() => {
        this.#running -= 1;
      });
    const durationMs = systemClock.monotonic() - started;
    const oom = exit === null || this.#running === 0 ? await this.#aftermath() : false;
    return {
      stdout: stdout.content,
      stderr: stderr.content,
      stdoutBytes: stdout.total,
      stderrBytes: stderr.total,
      exit: oom && exit === 137 ? null : exit,
      timedOut: exit === null,
      oom,
      durationMs,
    };
  }

  /** Leaves no process of the command behind; true when memory ran out since the last call. */
  async #aftermath(): Promise<boolean> {
    const told = await this.#sweep();
    if (told === null) {
      // Not even one more process could be started in there (pids or memory are used up): end everything from outside.
      const { oomKilled } = await this.#engine.state(this.#id);
      await this.#engine.restart(this.#id);
      this.#oomKills = 0;
      return oomKilled;
    }
    const kills = [...told.matchAll(/^oom_kill (\d+)$/gm)].reduce((sum, match) => sum + Number(match[1]), 0);
    const oom = kills > this.#oomKills;
    this.#oomKills = kills;
    return oom;
  }

  async #sweep(): Promise<string | null> {
    try {
      const answer = await this.#helper(AFTERMATH, []);
      return answer.exit === 0 ? answer.stdout : null;
    } catch (error) {
      if (error instanceof InfraError && (await this.#engine.state(this.#id)).running) return null;
      throw error;
    }
  }

  async #helper(script: string, args: readonly string[]): Promise<{ exit: number | null; stdout: string; stderr: string }> {
    const stdout = new CappedBytes(65_536);
    const stderr = new CappedBytes(4096);
    const { exit } = await this.#engine.exec(this.#id, {
      argv: ['/bin/sh', '-c', script, ...args],
      env: {},
      user: USER,
      stdin: null,
      timeoutMs: HELPER_MS,
      onOutput: (stream, chunk) => (stream === 'stdout' ? stdout : stderr).push(chunk),
    });
    return { exit, stdout: stdout.content.toString(), stderr: stderr.content.toString() };
  }

  async put(files: Tree, at: string): Promise<void> {
    const inside = relative(at);
    const top = [WORKSPACE, SCRATCH, HOME].map(relative).find((root) => inside === root || inside.startsWith(`${root}/`)) ?? inside;
    await this.#engine.putArchive(this.#id, writeTar(files, inside, top, SANDBOX_USER, nowSeconds()), '/');
  }

  async remove(paths: readonly string[], at: string): Promise<void> {
    for (let from = 0; from < paths.length; from += PATHS_PER_CALL) {
      await this.#mustSucceed(REMOVE, [at, ...paths.slice(from, from + PATHS_PER_CALL)]);
    }
  }

  async #mustSucceed(script: string, args: readonly string[]): Promise<void> {
    const answer = await this.#helper(script, args);
    if (answer.exit !== 0) throw new InfraError(`docker: files of the sandbox could not be removed: ${answer.stderr.trim()}`);
  }

  async get(path: string, maxBytes: number): Promise<Buffer | null> {
    const found = await this.#engine.stat(this.#id, path);
    if (found === null || found.kind !== 'file') return null;
    if (found.size > maxBytes) throw new InfraError(`${path} is larger than ${maxBytes} bytes`, { retryable: false });
    return this.#engine.readArchive(this.#id, path, (archive) => readSingleFile(archive, maxBytes));
  }

  async snapshot(at: string, skip: readonly string[]): Promise<Tree> {
    const root = at.replace(/\/+$/, '');
    const found = await this.#engine.stat(this.#id, root);
    if (found?.kind !== 'directory')
      throw new InfraError(`snapshot refused: ${root} is ${found === null ? 'absent' : 'no directory'}`, { retryable: false });
    // Copied while nothing moves, or a link could be put in place of a file half-way.
    const busy = this.#running > 0;
    if (busy) await this.#engine.pause(this.#id);
    try {
      const name = root.slice(root.lastIndexOf('/') + 1);
      return (await this.#engine.readArchive(this.#id, root, (archive) => readTree(archive, name, skip))).tree;
    } finally {
      if (busy) await this.#engine.unpause(this.#id);
    }
  }

  async restore(tree: Tree, at: string): Promise<void> {
    await this.put([], at);
    await this.#mustSucceed(EMPTY_OUT, [at]);
    if (tree.length > 0) await this.put(tree, at);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine.remove(this.#id);
  }
}

/** Containers without network, capabilities or way to gain them, one per sandbox. */
export function dockerSandboxes(engine: DockerEngine): SandboxProvider {
  return {
    name: 'docker',
    isolation: DOCKER_ISOLATION,
    open: async (spec: SandboxSpec) => {
      if (spec.image === null)
        throw new UserError('sandbox', 'the docker sandbox needs an image', 'Build the task with docker, or choose the local sandbox.');
      const id = await engine.create({
        image: spec.image,
        command: KEEP_ALIVE,
        env: { ...PINS, HOME, TMPDIR: TMP },
        user: USER,
        directory: '/',
        hostname: HOSTNAME,
        cpus: spec.cpus,
        memoryMb: spec.memoryMb,
        pids: spec.pids,
        labels: spec.labels,
      });
      const sandbox = new DockerSandbox(engine, id);
      try {
        await engine.putArchive(id, writeDirectories([WORKSPACE, SCRATCH, HOME].map(relative), SANDBOX_USER, nowSeconds()), '/');
        await engine.start(id);
      } catch (error) {
        await sandbox[Symbol.asyncDispose]();
        throw error;
      }
      return sandbox;
    },
  };
}
