import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodePath } from '#io/path-bytes.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';

export interface ScriptedFile {
  readonly content: string | Buffer;
  readonly mode: '100644' | '100755' | '120000';
}
/** Null deletes; a bare string or buffer is a plain file. Paths may hold lone surrogates for bytes that are no UTF-8. */
export type ScriptedFiles = Readonly<Record<string, string | Buffer | ScriptedFile | null>>;

interface Told {
  /** Name under which `at` tells this commit. */
  readonly label?: string;
  readonly author?: string;
  /** Author's date, seconds; the committer's stays one hour a step. */
  readonly authorTime?: number;
}
export type Step =
  /** A commit on `on` (main) with what changes. */
  | (Told & { readonly commit: string; readonly files?: ScriptedFiles; readonly on?: string })
  /** A new branch at another branch, label or tag. */
  | { readonly branch: string; readonly from: string }
  /** A merge commit of a branch into `into` (main); `files` is what the merge itself changes (also how conflicts are settled). */
  | (Told & { readonly merge: string; readonly message: string; readonly into?: string; readonly files?: ScriptedFiles })
  /** Any full ref name at a branch or label. */
  | { readonly ref: string; readonly at: string };

export interface ScriptedRepository {
  /** A bare git directory, HEAD on main. */
  readonly dir: string;
  /** Ids of the commits and merges, in order of the steps. */
  readonly commits: readonly Oid[];
  /** Id by label or branch. */
  at(name: string): Oid;
  /** Trimmed stdout of plain git on it; throws when git fails. */
  git(...args: readonly string[]): string;
}

const START = 1_577_836_800; // 2020-01-01T00:00:00Z
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: `${START} +0000`,
  GIT_COMMITTER_DATE: `${START} +0000`,
};

/** Plain git by argv, as a user would run it (no safe settings): the measure to compare with. Throws when it fails. */
export function plainGit(
  cwd: string,
  args: readonly string[],
  options: { readonly input?: Buffer | string; readonly env?: Readonly<Record<string, string>> } = {},
): Buffer {
  const result = spawnSync('git', args, { cwd, env: { ...ENVIRONMENT, ...options.env }, input: options.input ?? '', maxBuffer: 1 << 30 });
  if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr?.toString()}`);
  return result.stdout;
}

/** A directory for one test, and how to remove it. */
export function testDirectory(name: string): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `loopsmith-${name}-`));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

type Snapshot = ReadonlyMap<string, ScriptedFile>;

/** Scripts a bare repository: the same steps give the same ids on every machine. One `git fast-import`. */
export function scriptRepository(dir: string, steps: readonly Step[]): ScriptedRepository {
  const script = new Script();
  for (const step of steps) script.take(step);
  mkdirSync(dir, { recursive: true });
  plainGit(dir, ['init', '--quiet', '--bare', '--initial-branch=main', '--template=', '.']);
  const marks = join(dir, 'marks');
  plainGit(dir, ['fast-import', '--quiet', '--force', `--export-marks=${marks}`], { input: script.stream() });
  const ids = new Map(
    readFileSync(marks, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
  );
  rmSync(marks);
  const id = (mark: number | undefined): Oid => {
    const oid = mark === undefined ? undefined : ids.get(`:${mark}`);
    if (oid === undefined) throw new Error('the script has no such commit');
    return oid;
  };
  return {
    dir,
    commits: script.marks.map(id),
    at: (name) => id(script.markOf(name)),
    git: (...args) => plainGit(dir, args).toString('utf8').trim(),
  };
}

class Script {
  readonly marks: number[] = [];
  readonly #parts: Buffer[] = [];
  readonly #names = new Map<string, number>();
  readonly #snapshots = new Map<number, Snapshot>();
  readonly #parents = new Map<number, readonly number[]>();

  markOf(name: string): number | undefined {
    return this.#names.get(name);
  }
  stream(): Buffer {
    return Buffer.concat([...this.#parts, Buffer.from('done\n')]);
  }

  take(step: Step): void {
    if ('commit' in step) {
      const parent = this.markOf(step.on ?? 'main');
      const before = parent === undefined ? new Map<string, ScriptedFile>() : this.#snapshot(parent);
      this.#commit(step.on ?? 'main', step.commit, parent === undefined ? [] : [parent], change(before, step.files ?? {}), step);
    } else if ('merge' in step) {
      const [ours, theirs] = [this.#need(step.into ?? 'main'), this.#need(step.merge)];
      const merged = mergeSnapshots(
        this.#snapshot(this.#fork(ours, theirs)),
        this.#snapshot(ours),
        this.#snapshot(theirs),
        step.files ?? {},
      );
      this.#commit(step.into ?? 'main', step.message, [ours, theirs], change(merged, step.files ?? {}), step);
    } else if ('branch' in step) {
      this.#names.set(step.branch, this.#need(step.from));
      this.#reset(`refs/heads/${step.branch}`, this.#need(step.from));
    } else this.#reset(step.ref, this.#need(step.at));
  }

  #need(name: string): number {
    const mark = this.markOf(name);
    if (mark === undefined) throw new Error(`the script has no ${name}`);
    return mark;
  }
  #snapshot(mark: number): Snapshot {
    return this.#snapshots.get(mark) ?? new Map();
  }
  #say(text: string): void {
    this.#parts.push(Buffer.from(text, 'utf8'));
  }
  #data(content: Buffer): void {
    this.#parts.push(Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n'));
  }
  #reset(ref: string, mark: number): void {
    this.#say(`reset ${ref}\nfrom :${mark}\n\n`);
  }

  #ancestors(mark: number): ReadonlySet<number> {
    const seen = new Set([mark]);
    for (const one of seen) for (const parent of this.#parents.get(one) ?? []) seen.add(parent);
    return seen;
  }
  /** The newest common ancestor: marks rise with every commit. */
  #fork(a: number, b: number): number {
    const others = this.#ancestors(b);
    return Math.max(...[...this.#ancestors(a)].filter((mark) => others.has(mark)));
  }

  #commit(branch: string, message: string, parents: readonly number[], files: Snapshot, told: Told): void {
    const mark = this.marks.length + 1;
    const time = START + mark * 3600;
    this.#say(
      `commit refs/heads/${branch}\nmark :${mark}\nauthor ${told.author ?? 'Ada <ada@example.org>'} ${told.authorTime ?? time} +0000\ncommitter Ada <ada@example.org> ${time} +0000\n`,
    );
    this.#data(Buffer.from(message, 'utf8'));
    for (const [index, parent] of parents.entries()) this.#say(`${index === 0 ? 'from' : 'merge'} :${parent}\n`);
    this.#say('deleteall\n');
    for (const [path, file] of [...files].sort(([a], [b]) => byCodeUnit(a, b))) {
      this.#say(`M ${file.mode} inline ${quoted(path)}\n`);
      this.#data(Buffer.from(file.content));
    }
    this.#say('\n');
    this.marks.push(mark);
    this.#snapshots.set(mark, files);
    this.#parents.set(mark, parents);
    this.#names.set(branch, mark);
    if (told.label !== undefined) this.#names.set(told.label, mark);
  }
}

function change(before: Snapshot, files: ScriptedFiles): Snapshot {
  const after = new Map(before);
  for (const [path, file] of Object.entries(files)) {
    if (file === null) after.delete(path);
    else after.set(path, typeof file === 'string' || Buffer.isBuffer(file) ? { content: file, mode: '100644' } : file);
  }
  return after;
}

function same(a: ScriptedFile | undefined, b: ScriptedFile | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.mode === b.mode && Buffer.from(a.content).equals(Buffer.from(b.content)));
}

function mergeSnapshots(base: Snapshot, ours: Snapshot, theirs: Snapshot, settled: ScriptedFiles): Snapshot {
  const merged = new Map(ours);
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [b, o, t] = [base.get(path), ours.get(path), theirs.get(path)];
    if (same(b, t) || path in settled) continue;
    if (!same(b, o) && !same(o, t)) throw new Error(`both sides change ${path}: settle it in the merge's files`);
    if (t === undefined) merged.delete(path);
    else merged.set(path, t);
  }
  return merged;
}

/** fast-import's C quoting, every byte but the plainest as octal. */
function quoted(path: string): string {
  const bytes = [...encodePath(path)].map((byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  );
  return `"${bytes.join('')}"`;
}
