import { systemClock } from '#io/clock.ts';
import { runContained } from '#io/contained.ts';
import {
  emptyDirectory,
  makeTemporaryDirectory,
  readRegular,
  removePaths,
  removeTree,
  throughLink,
  walkTree,
  writeFiles,
} from '#io/host-tree.ts';
import { hostPath, programDirectories } from '#io/host-tools.ts';
import { InfraError } from '#schema/errors.ts';
import { bubblewrapArgv, type Places } from './bubblewrap.ts';
import { CappedBytes, HOME, PINS, SCRATCH, TMP, WORKSPACE, wrapped } from './layout.ts';
import type { ExecOptions, ExecResult, Sandbox, SandboxProvider, SandboxSpec, Tree } from './sandbox.ts';
import { TreeCollector } from './tree-rules.ts';

export type Containment = 'bubblewrap' | 'process-group';

const PLACES = { workspace: WORKSPACE, scratch: SCRATCH, home: HOME, tmp: TMP } as const;
const PASSWD =
  'root:x:0:0:root:/root:/bin/sh\nsandbox:x:1000:1000:sandbox:/home/sandbox:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';
/** The sandbox's own loopback has a name, as in a container. */
const HOSTS = '127.0.0.1 localhost\n::1 localhost\n';
const NAMES = 'passwd: files\ngroup: files\nhosts: files\n';
const GROUP = 'root:x:0:\nsandbox:x:1000:\nnogroup:x:65534:\n';

class LocalSandbox implements Sandbox {
  readonly workspace: string;
  readonly scratch: string;
  readonly #root: string;
  readonly #places: Places;
  readonly #spec: SandboxSpec;
  readonly #containment: Containment;
  readonly #programs: readonly string[];

  constructor(root: string, spec: SandboxSpec, containment: Containment, programs: readonly string[]) {
    this.#root = root;
    this.#spec = spec;
    this.#containment = containment;
    this.#programs = programs;
    this.#places = {
      workspace: `${root}/workspace`,
      scratch: `${root}/scratch`,
      home: `${root}/home`,
      tmp: `${root}/tmp`,
      etc: `${root}/etc`,
    };
    const seen = containment === 'bubblewrap' ? PLACES : this.#places;
    this.workspace = seen.workspace;
    this.scratch = seen.scratch;
    for (const place of Object.values(this.#places)) writeFiles(place, place, []);
    writeFiles(this.#places.etc, this.#places.etc, [
      { path: 'group', mode: '100644', content: Buffer.from(GROUP) },
      { path: 'hosts', mode: '100644', content: Buffer.from(HOSTS) },
      { path: 'nsswitch.conf', mode: '100644', content: Buffer.from(NAMES) },
      { path: 'passwd', mode: '100644', content: Buffer.from(PASSWD) },
    ]);
    writeFiles(this.#places.workspace, this.#places.workspace, spec.base);
  }

  async exec(argv: readonly string[], options: ExecOptions): Promise<ExecResult> {
    const stdout = new CappedBytes(options.outputBytes);
    const stderr = new CappedBytes(options.outputBytes);
    const started = systemClock.monotonic();
    const inner = wrapped(argv, options);
    const bubble = this.#containment === 'bubblewrap';
    const home = bubble ? HOME : this.#places.home;
    const end = await runContained({
      argv: bubble ? bubblewrapArgv(this.#places, this.#programs, inner) : inner,
      cwd: this.#places.workspace,
      env: { ...PINS, PATH: hostPath().join(':'), HOME: home, TMPDIR: bubble ? TMP : this.#places.tmp, ...options.env },
      stdin: options.stdin ?? null,
      timeoutMs: options.timeoutMs,
      memoryMb: this.#spec.memoryMb,
      pids: this.#spec.pids,
      mark: bubble ? null : `HOME=${home}`,
      onOutput: (stream, chunk) => (stream === 'stdout' ? stdout : stderr).push(chunk),
    });
    const durationMs = systemClock.monotonic() - started;
    return { stdout: stdout.content, stderr: stderr.content, stdoutBytes: stdout.total, stderrBytes: stderr.total, ...end, durationMs };
  }

  /** The host's path of a path inside, and the place it lies in. */
  #host(path: string): { readonly place: string; readonly path: string } {
    const clean = path.replace(/\/+$/, '');
    const names = ['workspace', 'scratch', 'home', 'tmp'] as const;
    for (const name of names) {
      const inside = this.#containment === 'bubblewrap' ? PLACES[name] : this.#places[name];
      const place = this.#places[name];
      if (clean === inside) return { place, path: place };
      if (clean.startsWith(`${inside}/`) && !clean.split('/').includes('..')) return { place, path: place + clean.slice(inside.length) };
    }
    throw new Error(`${path} lies in no place of the sandbox`);
  }

  async put(files: Tree, at: string): Promise<void> {
    const host = this.#host(at);
    writeFiles(host.place, host.path, files);
  }

  async remove(paths: readonly string[], at: string): Promise<void> {
    const host = this.#host(at);
    removePaths(host.place, host.path, paths);
  }

  async get(path: string, maxBytes: number): Promise<Buffer | null> {
    const host = this.#host(path);
    const found = readRegular(host.place, host.path, maxBytes);
    if (found !== null && 'tooLarge' in found) throw new InfraError(`${path} is larger than ${maxBytes} bytes`, { retryable: false });
    return found;
  }

  async snapshot(at: string, skip: readonly string[]): Promise<Tree> {
    const { place, path } = this.#host(at);
    if (throughLink(place, path)) throw new InfraError(`snapshot refused: a link leads to ${at}`, { retryable: false });
    const collector = new TreeCollector(skip);
    let entries = 0;
    for (const entry of walkTree(path, skip)) {
      entries += 1;
      if (entry.foreign) collector.drop(entry.path, 'a name that is not UTF-8');
      else if (collector.wants(entry)) collector.add(entry, this.#content(path, entry.path, entry.kind, entry.size));
    }
    if (entries === 0) throw new InfraError(`snapshot refused: ${at} is absent`, { retryable: false });
    return collector.finish().tree;
  }

  #content(root: string, path: string, kind: string, size: number): Buffer {
    if (kind === 'link') return Buffer.alloc(0);
    const content = readRegular(root, `${root}/${path}`, size);
    if (content === null || 'tooLarge' in content) throw new InfraError(`snapshot refused: ${path} changed while it was read`);
    return content;
  }

  async restore(tree: Tree, at: string): Promise<void> {
    const host = this.#host(at);
    writeFiles(host.place, host.path, []);
    emptyDirectory(host.path);
    writeFiles(host.place, host.path, tree);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    removeTree(this.#root);
  }
}

const ISOLATION: Readonly<Record<Containment, string>> = {
  bubblewrap: 'local: bubblewrap (own user, pid, network and ipc namespaces; programs read-only; memory and processes watched)',
  'process-group': 'local: process group only (no isolation of files or network; memory and processes watched)',
};

/** Sandboxes without a daemon. `visible` are further host directories that commands may read, at the same paths. */
export function localSandboxes(containment: Containment, visible: readonly string[] = []): SandboxProvider {
  const programs = [...programDirectories(), ...visible];
  return {
    name: 'local',
    isolation: ISOLATION[containment],
    open: async (spec) => new LocalSandbox(makeTemporaryDirectory('loopsmith-sandbox-'), spec, containment, programs),
  };
}

/** What this host can do: bubblewrap when it starts a command, else the process group. */
export async function hostContainment(): Promise<Containment> {
  const sandbox = new LocalSandbox(
    makeTemporaryDirectory('loopsmith-probe-'),
    { image: null, base: [], cpus: 1, memoryMb: 256, pids: 64, labels: {} },
    'bubblewrap',
    programDirectories(),
  );
  try {
    const probe = await sandbox.exec(['true'], { cwd: WORKSPACE, env: {}, timeoutMs: 10_000, outputBytes: 4096 });
    return probe.exit === 0 ? 'bubblewrap' : 'process-group';
  } catch {
    return 'process-group'; // no bwrap on PATH, or the kernel gives no user namespaces: the isolation line says so
  } finally {
    await sandbox[Symbol.asyncDispose]();
  }
}
