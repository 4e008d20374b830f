import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Directory trees on the host that code we do not trust has written in: no link is ever followed. Nothing may run in them meanwhile. */

export interface HostFile {
  readonly path: string;
  readonly mode: '100644' | '100755' | '120000';
  readonly content: Buffer;
}
export interface HostEntry {
  /** Relative to the root, which itself comes first as ''. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly executable: boolean;
  readonly target: string;
  readonly size: number;
  /** The name's bytes are not UTF-8: `path` cannot open it. */
  readonly foreign: boolean;
}

/** A fresh private directory. */
export function makeTemporaryDirectory(prefix: string): string {
  return mkdtempSync(join(tmpdir(), prefix));
}

/** Removes everything, also below directories that were made unreadable. */
export function removeTree(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Not root, and a directory without permissions inside: give them back and try once more.
    openUp(path);
    rmSync(path, { recursive: true, force: true });
  }
}

function openUp(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openUp(join(path, entry.name));
  }
}

function statOrNull(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Makes each directory from `root` down to `path` a real one: what else is in the way is removed. */
function realDirectory(root: string, path: string): void {
  if (path !== root && path !== dirname(path)) realDirectory(root, dirname(path));
  const there = statOrNull(path);
  if (there?.isDirectory() === true) return;
  if (there !== null) rmSync(path, { force: true });
  mkdirSync(path, { mode: 0o755, recursive: path === root });
}

/** Writes files below `at`, which lies in `root`. */
export function writeFiles(root: string, at: string, files: readonly HostFile[]): void {
  realDirectory(root, at);
  const ready = new Set<string>();
  for (const file of files) {
    const path = join(at, file.path);
    const parent = dirname(path);
    if (!ready.has(parent)) realDirectory(at, parent);
    ready.add(parent);
    // A file that becomes a directory, or the reverse, takes what was there with it.
    if (statOrNull(path) !== null) rmSync(path, { recursive: true, force: true });
    if (file.mode === '120000') symlinkSync(file.content.toString(), path);
    else {
      writeFileSync(path, file.content, { flag: 'wx' });
      chmodSync(path, file.mode === '100755' ? 0o755 : 0o644);
    }
  }
}

/** True when a parent of `path` below `root` is absent or no real directory. */
export function throughLink(root: string, path: string): boolean {
  for (let parent = dirname(path); parent.length > root.length; parent = dirname(parent)) {
    const there = statOrNull(parent);
    if (there === null || !there.isDirectory()) return true;
  }
  return false;
}

/** Removes paths below `at`, which lies in `root`; one whose way leads through a link is left alone. */
export function removePaths(root: string, at: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (!throughLink(root, join(at, path))) removeTree(join(at, path));
  }
}

export function emptyDirectory(path: string): void {
  for (const name of readdirSync(path)) removeTree(join(path, name));
}

/** Bytes of a regular file in `root`, null when there is none (a link is none), or its size when that is above `maxBytes`. */
export function readRegular(root: string, path: string, maxBytes: number): Buffer | null | { readonly tooLarge: number } {
  const there = throughLink(root, path) ? null : statOrNull(path);
  if (there === null || !there.isFile()) return null;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    return size > maxBytes ? { tooLarge: size } : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function entryAt(root: string, path: string, foreign: boolean, stat: Stats): HostEntry {
  const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'directory' : stat.isSymbolicLink() ? 'link' : 'other';
  return {
    path,
    kind,
    executable: (stat.mode & 0o100) !== 0,
    target: kind === 'link' ? readlinkSync(join(root, path)) : '',
    size: kind === 'file' ? stat.size : 0,
    foreign,
  };
}

/** Every entry below `root`, the root first, names in byte order; directories named in `skip` are told but not entered. */
export function* walkTree(root: string, skip: readonly string[], below = ''): Generator<HostEntry> {
  if (below === '') {
    const stat = statOrNull(root);
    if (stat === null) return;
    yield entryAt(root, '', false, stat);
    if (!stat.isDirectory()) return;
  }
  const names = readdirSync(join(root, below), { encoding: 'buffer' }).sort(Buffer.compare);
  for (const bytes of names) {
    const name = bytes.toString();
    const path = below === '' ? name : `${below}/${name}`;
    if (!Buffer.from(name).equals(bytes)) {
      yield { path, kind: 'other', executable: false, target: '', size: 0, foreign: true };
      continue;
    }
    const stat = lstatSync(join(root, path));
    yield entryAt(root, path, false, stat);
    if (stat.isDirectory() && !skip.includes(name)) yield* walkTree(root, skip, path);
  }
}
