import { randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { appendFile, copyFile, lstat, mkdir, mkdtemp, open, readFile, readdir, readlink, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { byCodeUnit } from '#schema/primitives.ts';
import { decodePath, encodePath } from './path-bytes.ts';

function isAbsent(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && (failure.code === 'ENOENT' || failure.code === 'ENOTDIR');
}

export async function readBytes(path: string): Promise<Buffer> {
  return readFile(path);
}

/** UTF-8; throws on bytes that are none, since a silent U+FFFD would change what a digest is taken of. */
export async function readText(path: string): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
}

/** Null when there is no such file. */
export async function readTextIfThere(path: string): Promise<string | null> {
  try {
    return await readText(path);
  } catch (failure) {
    if (isAbsent(failure)) return null;
    throw failure;
  }
}

/** True also for a dangling link. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (failure: unknown) => {
      if (isAbsent(failure)) return false;
      throw failure;
    },
  );
}

/** `file`, `directory`, `link`, `other`, or null when absent. Never follows. */
export function kindOf(path: string): Listed['kind'] | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : kind(found);
}

export function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Flushes a directory, so that a rename in it survives a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  await sync(path);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A name beside `path` that no other process or call uses. */
export function temporaryName(path: string): string {
  return `${path}.tmp-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Readers see the old content or the whole new one, also after a crash: temporary name, fsync, rename, fsync of the directory. */
export async function writeAtomic(path: string, content: Buffer | string, mode = 0o644): Promise<void> {
  await makeDirectory(dirname(path));
  const temporary = temporaryName(path);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (failure) {
    await rm(temporary, { force: true });
    throw failure;
  }
  await sync(dirname(path));
}

/** Moves a finished directory into place. False when a directory with content is there already: finished ones are immutable. */
export async function renameIntoPlace(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && (failure.code === 'ENOTEMPTY' || failure.code === 'EEXIST')) return false;
    throw failure;
  }
  await sync(dirname(to));
  return true;
}

/** Appends one line (its newline is added) and flushes it. */
export async function appendLine(path: string, line: string): Promise<void> {
  await makeDirectory(dirname(path));
  await appendFile(path, `${line}\n`, { flush: true });
}

export async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Removes a file or a directory with everything in it; an absent one is no error. Links are removed, not followed. */
export async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Copies by reflink where the file system can, and flushes; the copy shares no later change of the original. */
export async function copy(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  await sync(to);
}

/** Moves a file within one file system, over what is there. */
export async function move(from: string, to: string): Promise<void> {
  await makeDirectory(dirname(to));
  await rename(from, to);
}

export async function linkTarget(path: string): Promise<string> {
  return decodePath(await readlink(path, { encoding: 'buffer' }));
}

export interface TemporaryDirectory extends AsyncDisposable {
  readonly path: string;
}

/** An empty directory that disposal removes with its content. `under` defaults to the system's place for such. */
export async function temporaryDirectory(prefix: string, under: string = tmpdir()): Promise<TemporaryDirectory> {
  await makeDirectory(under);
  const path = await mkdtemp(join(under, `${prefix}-`));
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

export interface Listed {
  /** Relative to the listed directory, forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  /** Permission bits. */
  readonly permissions: number;
  /** Bytes; of a link, the length of its target. */
  readonly size: number;
}

function kind(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Listed['kind'] {
  return entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';
}

/** Everything below a directory, recursively, by code unit of path. Links are listed, never followed; what `skip` names is not entered. */
export async function list(directory: string, skip: (path: string) => boolean = () => false): Promise<readonly Listed[]> {
  const found: Listed[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const name of await readdir(encodePath(join(directory, below)), { encoding: 'buffer' })) {
      const path = below === '' ? decodePath(name) : `${below}/${decodePath(name)}`;
      if (skip(path)) continue;
      const stat = lstatSync(encodePath(join(directory, path)));
      const entry: Listed = { path, kind: kind(stat), permissions: stat.mode & 0o7777, size: stat.size };
      found.push(entry);
      if (entry.kind === 'directory') waiting.push(path);
    }
  }
  return found.sort((a, b) => byCodeUnit(a.path, b.path));
}
