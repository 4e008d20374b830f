/** A file, link or executable of a tree that goes into or comes out of a sandbox. */
export interface TreeFile {
  readonly path: string;
  readonly mode: '100644' | '100755' | '120000';
  readonly content: Buffer;
}
/** Sorted by code unit, one entry per path. */
export type Tree = readonly TreeFile[];

export interface Limits {
  readonly timeoutMs: number;
  /** Bytes of stdout and of stderr kept in the result; the rest is counted and dropped. */
  readonly outputBytes: number;
}
export interface ExecOptions extends Limits {
  readonly cwd: string;
  /** The whole environment beside PATH, HOME and TMPDIR of the sandbox: nothing is inherited from the host. */
  readonly env: Readonly<Record<string, string>>;
  /** Write stdout to this absolute path inside the sandbox instead of returning it. */
  readonly stdoutTo?: string;
  readonly stdin?: Buffer;
}
/** A time-out, an OOM kill or a signal is a result, not an exception. */
export interface ExecResult {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** Null when killed. 126/127 as the shell has them. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly oom: boolean;
  readonly durationMs: number;
}

/**
 * One isolated place to run things. `using`/`await using` destroys it with everything in it.
 * Infrastructure trouble throws InfraError; whatever the command does is an ExecResult.
 */
export interface Sandbox extends AsyncDisposable {
  /** Absolute path of the workspace inside the sandbox. */
  readonly workspace: string;
  /** Absolute path of a directory outside the workspace for reports and runner files. */
  readonly scratch: string;
  exec(argv: readonly string[], options: ExecOptions): Promise<ExecResult>;
  /** Writes files below an absolute directory of the sandbox, creating parents. */
  put(files: Tree, at: string): Promise<void>;
  /** Removes paths below an absolute directory; absent ones are no error. */
  remove(paths: readonly string[], at: string): Promise<void>;
  /** One file's bytes, or null when absent or not a regular file. Larger than `maxBytes` throws InfraError. */
  get(path: string, maxBytes: number): Promise<Buffer | null>;
  /**
   * The tree below an absolute directory: files, executables and links only, under the limits of `judge.md` 3.1.
   * Entries below a path part named in `skip` (e.g. `node_modules`, `.git`) are left out while streaming.
   */
  snapshot(at: string, skip: readonly string[]): Promise<Tree>;
  /** Makes the directory hold exactly `tree`. */
  restore(tree: Tree, at: string): Promise<void>;
}

export interface SandboxSpec {
  /** Image id (`sha256:…`) for docker, whose /workspace already holds `base`; null for local, whose tools are the host's. */
  readonly image: string | null;
  /** What the workspace holds at the start. `local` writes it; `docker` has it in the image. */
  readonly base: Tree;
  readonly cpus: number;
  readonly memoryMb: number;
  readonly pids: number;
  /** For labels and error messages: run, task, role. */
  readonly labels: Readonly<Record<string, string>>;
}
export interface SandboxProvider {
  readonly name: 'docker' | 'local';
  /** What the isolation is, for every verdict: `docker: network none, cap-drop ALL, …`, `local: bubblewrap`, `local: process group only`. */
  readonly isolation: string;
  open(spec: SandboxSpec): Promise<Sandbox>;
}
