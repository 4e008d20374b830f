import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { InfraError } from '#schema/errors.ts';
import { systemClock } from './clock.ts';
import { FrameReader, type Stream } from './docker-frames.ts';
import { ImageStore } from './docker-images.ts';
import { ownerIsDead, ownerLabels } from './docker-owner.ts';
import { absentAsNull, prefixed, trouble } from './docker-trouble.ts';

export interface ContainerSpec {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** `uid:gid`. */
  readonly user: string;
  readonly directory: string;
  readonly hostname: string;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly pids: number;
  readonly labels: Readonly<Record<string, string>>;
}
export interface ContainerExec {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly stdin: Buffer | null;
  readonly timeoutMs: number;
  readonly onOutput: (stream: Stream, content: Buffer) => void;
}
export interface ContainerState {
  readonly running: boolean;
  readonly oomKilled: boolean;
}

const PING_MS = 30_000;
/** After the command has ended: how long output that is still under way may take. */
const DRAIN_MS = 300;
/** Bits of Go's file mode that name a type: directory, link, device, fifo, socket, character device, irregular. */
const GO_TYPE_BITS: readonly number[] = [31, 27, 26, 25, 24, 21, 19];

/** A running Docker daemon. Everything made through it carries this process's labels. */
export class DockerEngine {
  readonly #docker: Docker;
  readonly nonce = randomBytes(6).toString('hex');

  readonly images: ImageStore;

  constructor(docker: Docker) {
    this.#docker = docker;
    this.images = new ImageStore(docker);
  }

  labels(extra: Readonly<Record<string, string>>): Record<string, string> {
    return { ...prefixed(extra), ...ownerLabels(), 'loopsmith.nonce': this.nonce };
  }

  async version(): Promise<string> {
    const version = await trouble('version', this.#docker.version());
    return version.Version;
  }

  /** A container without network, capabilities or way to gain them. Created, not started. */
  async create(spec: ContainerSpec): Promise<string> {
    const memory = spec.memoryMb * 1024 * 1024;
    const container = await trouble(
      'create',
      this.#docker.createContainer({
        Image: spec.image,
        Cmd: [...spec.command],
        Entrypoint: [],
        Env: Object.entries(spec.env).map(([key, value]) => `${key}=${value}`),
        User: spec.user,
        WorkingDir: spec.directory,
        Hostname: spec.hostname,
        Labels: this.labels(spec.labels),
        HostConfig: {
          NetworkMode: 'none',
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges'],
          PidsLimit: spec.pids,
          Memory: memory,
          MemorySwap: memory,
          NanoCpus: Math.round(spec.cpus * 1e9),
          LogConfig: { Type: 'none', Config: {} },
        },
      }),
    );
    return container.id;
  }

  async start(id: string): Promise<void> {
    await trouble('start', this.#docker.getContainer(id).start());
  }

  /** SIGKILL to everything inside, then PID 1 anew: the file system stays. */
  async restart(id: string): Promise<void> {
    await trouble('restart', this.#docker.getContainer(id).restart({ t: 0 }));
  }

  async state(id: string): Promise<ContainerState> {
    const { State } = await trouble('inspect', this.#docker.getContainer(id).inspect());
    return { running: State.Running, oomKilled: State.OOMKilled };
  }

  /** Freezes everything inside. cgroup v1 sometimes cannot ("unable to freeze"): thawed and tried again, five times. */
  async pause(id: string): Promise<void> {
    const container = this.#docker.getContainer(id);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await container.pause();
        return;
      } catch (cause) {
        if (attempt === 5) throw new InfraError('docker: pause: not frozen after five attempts', { cause });
        await container.unpause().catch(() => undefined);
        await systemClock.sleep(50 * attempt);
      }
    }
  }

  async unpause(id: string): Promise<void> {
    await trouble('unpause', this.#docker.getContainer(id).unpause());
  }

  async remove(id: string): Promise<void> {
    await absentAsNull('remove', this.#docker.getContainer(id).remove({ force: true, v: true }));
  }

  /**
   * Runs argv to its end. Output may be cut when a leftover holds it open; the end is told by the engine's record alone.
   * `exit` is null after a time-out: the command still runs then, and the caller kills it.
   */
  async exec(id: string, request: ContainerExec): Promise<{ readonly exit: number | null }> {
    const exec = await trouble(
      'exec',
      this.#docker.getContainer(id).exec({
        Cmd: [...request.argv],
        Env: Object.entries(request.env).map(([key, value]) => `${key}=${value}`),
        User: request.user,
        AttachStdin: request.stdin !== null,
        AttachStdout: true,
        AttachStderr: true,
      }),
    );
    const deadline = systemClock.monotonic() + request.timeoutMs;
    const stream = await trouble('exec start', exec.start({ hijack: true, stdin: request.stdin !== null }));
    const frames = new FrameReader(request.onOutput);
    const closed = new Promise<void>((resolve) => {
      for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve());
    });
    stream.on('data', (chunk: Buffer) => frames.push(chunk));
    if (request.stdin !== null) stream.end(request.stdin);
    const exit = await this.#ended(exec, closed, deadline);
    if (exit !== null) await Promise.race([closed, systemClock.sleep(DRAIN_MS)]);
    stream.destroy();
    const said = frames.raw();
    if (said !== null) throw new InfraError(`docker: exec: ${said.trim()}`);
    return { exit };
  }

  async #ended(exec: Docker.Exec, closed: Promise<void>, deadline: number): Promise<number | null> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 1000)) {
      const left = deadline - systemClock.monotonic();
      await Promise.race([closed, systemClock.sleep(Math.max(1, Math.min(pause, left)))]);
      const record = await trouble('inspect exec', exec.inspect());
      if (!record.Running && record.ExitCode !== null) return record.ExitCode;
      if (systemClock.monotonic() >= deadline) return null;
      // The stream may close a moment before the record says so.
      await systemClock.sleep(5);
    }
  }

  async putArchive(id: string, tar: Buffer, at: string): Promise<void> {
    await trouble(`put ${at}`, this.#docker.getContainer(id).putArchive(tar, { path: at }));
  }

  /** Type and size of a path inside, links not followed; null when absent. */
  async stat(id: string, path: string): Promise<{ readonly kind: 'file' | 'directory' | 'other'; readonly size: number } | null> {
    const asked = this.#docker.getContainer(id).infoArchive({ path });
    const parent = path.slice(0, path.lastIndexOf('/'));
    const answer = await absentAsNull(`stat ${path}`, asked).catch(async (error: unknown) => {
      // A path below a file is "server error" without a word, so ask what the parent is.
      if (parent === '' || (await this.stat(id, parent))?.kind === 'directory') throw error;
      return null;
    });
    if (answer === null) return null;
    // A stream without content: left unread it would hold its connection, and with it the process.
    answer.destroy();
    const told: { mode: number; size: number } = JSON.parse(
      Buffer.from(String(answer.headers['x-docker-container-path-stat']), 'base64').toString(),
    );
    const type = GO_TYPE_BITS.find((bit) => Math.floor(told.mode / 2 ** bit) % 2 === 1);
    return { kind: type === undefined ? 'file' : type === 31 ? 'directory' : 'other', size: told.size };
  }

  /** Reads a path of the container as a tar stream, whose connection is closed when `read` ends, however far it read. */
  async readArchive<T>(id: string, path: string, read: (archive: Readable) => Promise<T>): Promise<T> {
    const archive = await trouble(`get ${path}`, this.#docker.getContainer(id).getArchive({ path }));
    try {
      return await read(Readable.from(archive));
    } finally {
      if (archive instanceof Readable) archive.destroy();
    }
  }

  /** How many containers run on the daemon, anybody's. */
  async running(): Promise<number> {
    return (await trouble('list', this.#docker.listContainers())).length;
  }

  /** Removes containers that a dead process of ours left behind; returns how many. */
  async sweep(): Promise<number> {
    const found = await trouble('list', this.#docker.listContainers({ all: true, filters: { label: ['loopsmith.owner'] } }));
    const dead = found.filter((container) => ownerIsDead(container.Labels));
    for (const container of dead) await this.remove(container.Id);
    return dead.length;
  }

  async removeByLabel(label: string, value: string): Promise<number> {
    const found = await trouble('list', this.#docker.listContainers({ all: true, filters: { label: [`${label}=${value}`] } }));
    for (const container of found) await this.remove(container.Id);
    return found.length;
  }
}

/** The daemon that the environment names (DOCKER_HOST) or the local socket, or why there is none within 30 s. */
export async function openDocker(pingMs = PING_MS): Promise<DockerEngine | { readonly unreachable: string }> {
  try {
    // Loaded here and not before: where there is no daemon, the client and all it draws in are not needed.
    const { default: Client } = await import('dockerode');
    const docker = new Client();
    const answered = new AbortController();
    const late = systemClock.sleep(pingMs, answered.signal).then(
      () => false,
      () => false,
    );
    const answer = await Promise.race([docker.ping().then(() => true), late]).finally(() => answered.abort());
    return answer ? new DockerEngine(docker) : { unreachable: `no answer within ${pingMs} ms` };
  } catch (cause) {
    return { unreachable: cause instanceof Error ? cause.message : String(cause) };
  }
}
