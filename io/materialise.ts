import { closeSync, fchmodSync, lstatSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { InfraError, UserError } from '#schema/errors.ts';
import { encodePath } from './path-bytes.ts';

/** A file, executable or link to be written. */
export interface MaterialFile {
  readonly path: string;
  readonly mode: '100644' | '100755' | '120000';
  readonly content: Buffer;
}

/** Files between two turns of the event loop. */
const BATCH = 256;

/**
 * Writes files below a directory that exists. A path that would leave it or pass through a link is refused (UserError), as is
 * one given twice; a file or link in the way is replaced, never written through. Modes do not depend on the umask.
 */
export async function materialise(directory: string, files: readonly MaterialFile[]): Promise<void> {
  const made = new Set<string>();
  const written = new Set<string>();
  for (const [index, file] of files.entries()) {
    if (written.has(file.path)) throw new UserError(file.path, 'is given twice', 'Give each path once.');
    written.add(file.path);
    const parts = checkedParts(file.path);
    makeParents(directory, parts, made);
    writeOne(directory, file);
    if (index % BATCH === BATCH - 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

function checkedParts(path: string): readonly string[] {
  const parts = path.split('/');
  if (path.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..')) {
    throw new UserError(JSON.stringify(path), 'is no path inside a tree', 'Leave the file out.');
  }
  return parts;
}

function makeParents(directory: string, parts: readonly string[], made: Set<string>): void {
  for (let depth = 1; depth < parts.length; depth++) {
    const relative = parts.slice(0, depth).join('/');
    if (made.has(relative)) continue;
    const path = encodePath(join(directory, relative));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(path, 0o755);
    else if (!found.isDirectory()) {
      throw new UserError(relative, 'is a link or a file where a directory is needed', 'Leave out what lies below it.');
    }
    made.add(relative);
  }
}

function writeOne(directory: string, file: MaterialFile): void {
  const path = encodePath(join(directory, file.path));
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true)
      throw new UserError(file.path, 'is a directory where a file is to be written', 'Give one of the two.');
    if (found !== undefined) rmSync(path);
    if (file.mode === '120000') symlinkSync(file.content, path);
    else writeContent(path, file.content, file.mode === '100755' ? 0o755 : 0o644);
  } catch (failure) {
    if (failure instanceof UserError || !(failure instanceof Error) || !('code' in failure)) throw failure;
    if (failure.code === 'ENAMETOOLONG') throw new UserError(file.path, 'is longer than this file system takes', 'Leave the file out.');
    throw new InfraError(`could not write ${file.path}: ${failure.message}`, { cause: failure, retryable: failure.code !== 'EINVAL' });
  }
}

function writeContent(path: Buffer, content: Buffer, permissions: number): void {
  const file = openSync(path, 'wx', permissions);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at);
    fchmodSync(file, permissions);
  } finally {
    closeSync(file);
  }
}
