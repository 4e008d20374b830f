import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InfraError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { syncDirectory } from './files.ts';

/** What a pool's store asks of a file system. Paths are absolute. Trouble of the disk is InfraError; absence is an answer. */
export interface Disk {
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer | null>;
  /** Names in a folder by code unit; [] when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  isFile(path: string): Promise<boolean>;
  /** Written to a temporary name in `temporary`, fsynced, renamed: afterwards the old content is there, or the new, nothing between. */
  replace(path: string, content: Uint8Array | string, temporary: string): Promise<void>;
  /** Appends and fsyncs. Starts with a newline when the file does not end in one (a line torn by a crash). */
  appendLine(path: string, line: string): Promise<void>;
  /** No error when there is no such file. */
  remove(path: string): Promise<void>;
}

function isAbsence(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && (failure.code === 'ENOENT' || failure.code === 'ENOTDIR');
}

/** Full and failing disks pass, or are mended by somebody: work on them is not judged. A wrong permission or path is not retried. */
function trouble(failure: unknown): unknown {
  if (!(failure instanceof Error) || !('code' in failure)) return failure;
  return new InfraError(`the disk failed: ${failure.message}`, {
    cause: failure,
    retryable: ['EIO', 'EMFILE', 'ENFILE', 'EBUSY'].includes(String(failure.code)),
  });
}

async function orWhenAbsent<T>(wanted: Promise<T>, absent: T): Promise<T> {
  try {
    return await wanted;
  } catch (failure) {
    if (isAbsence(failure)) return absent;
    throw trouble(failure);
  }
}
async function orTrouble<T>(wanted: Promise<T>): Promise<T> {
  try {
    return await wanted;
  } catch (failure) {
    throw trouble(failure);
  }
}

const made = new Set<string>();
async function makeFolder(path: string): Promise<void> {
  if (made.has(path)) return;
  await mkdir(path, { recursive: true });
  made.add(path);
}

/** A folder that somebody removed under us is made again, once. */
async function replace(path: string, content: Uint8Array | string, temporary: string): Promise<void> {
  try {
    await replaceOnce(path, content, temporary);
  } catch (failure) {
    if (!isAbsence(failure)) throw failure;
    made.clear();
    await replaceOnce(path, content, temporary);
  }
}

async function replaceOnce(path: string, content: Uint8Array | string, temporary: string): Promise<void> {
  const name = join(temporary, `${process.pid}-${randomBytes(8).toString('hex')}`);
  await makeFolder(temporary);
  await makeFolder(dirname(path));
  try {
    const handle = await open(name, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(name, path);
  } catch (failure) {
    await rm(name, { force: true });
    throw failure;
  }
  await syncDirectory(dirname(path));
}

async function appendLine(path: string, line: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, 'a+');
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const torn = size > 0 && last[0] !== 0x0a;
    await handle.appendFile(`${torn ? '\n' : ''}${line}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

export const systemDisk: Disk = {
  read: (path) => orWhenAbsent<Buffer | null>(readFile(path), null),
  list: async (folder) => (await orWhenAbsent(readdir(folder), [])).sort(byCodeUnit),
  isFile: async (path) => (await orWhenAbsent(stat(path), null))?.isFile() ?? false,
  replace: (path, content, temporary) => orTrouble(replace(path, content, temporary)),
  appendLine: (path, line) => orTrouble(appendLine(path, line)),
  remove: (path) => orTrouble(rm(path, { force: true })),
};
