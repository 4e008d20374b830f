import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import git from 'isomorphic-git';
import { UserError } from '#schema/errors.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import { DIRECTORY_MODE, parseCommit, parseTree } from './git-objects.ts';
import { objectId, type ObjectType } from './loose-objects.ts';
import type { Commit, TreeEntry } from './repository.ts';

/** What a stranger's repository may cost us. Reaching a bound is told, never silently cut. */
export interface UntrustedLimits {
  readonly fileBytes: number;
  readonly commits: number;
  readonly entries: number;
  readonly refs: number;
}
export const UNTRUSTED_LIMITS: UntrustedLimits = { fileBytes: 268_435_456, commits: 10_000, entries: 200_000, refs: 10_000 };

/**
 * A git directory that somebody else wrote, e.g. an agent's `.git`. Read by our own code: no git process, so no hook, filter,
 * driver, monitor, lazy fetch, replace ref or alternate of it takes effect; nothing outside the directory is read, nothing is
 * written. It must not change meanwhile: read a copy.
 */
export interface UntrustedGit {
  /** Null when HEAD names nothing. */
  head(): Promise<Oid | null>;
  /** Full names with what they point at, by code unit of name; refs that point at nothing are left out. */
  refs(): Promise<readonly { readonly name: string; readonly oid: Oid }[]>;
  /** Commits that HEAD reaches, newest first; `cut` when a bound was reached or a parent is not there. */
  commits(): Promise<{ readonly commits: readonly Commit[]; readonly cut: boolean }>;
  commit(oid: Oid): Promise<Commit | null>;
  /** Every file of a tree, by code unit of path. */
  listTree(tree: Oid): Promise<readonly TreeEntry[]>;
  blob(oid: Oid): Promise<Buffer | null>;
}

function refused(path: string, code: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

const LOOSE_OBJECT = /\/objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/;

/** The bytes as they are, once it is known that they do not swell beyond the bound. */
function inflatable(path: string, packed: Buffer, maxOutputLength: number): Buffer {
  try {
    inflateSync(packed, { maxOutputLength });
  } catch (failure) {
    if (failure instanceof RangeError) throw refused(path, 'EFBIG');
  }
  return packed;
}

/** A file system that reads below one directory only: links out of it, devices and pipes are as if absent, writing fails. */
function confined(root: string, fileBytes: number) {
  const inside = async (path: string): Promise<string> => {
    const real = await realpath(path);
    if (real !== root && !real.startsWith(`${root}/`)) throw refused(path, 'ENOENT');
    return real;
  };
  const readFile = async (path: string, options?: { encoding?: BufferEncoding } | BufferEncoding): Promise<Buffer | string> => {
    const file = await open(await inside(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw refused(path, found.isDirectory() ? 'EISDIR' : 'ENOENT');
      if (found.size > fileBytes) throw refused(path, 'EFBIG');
      if (LOOSE_OBJECT.test(path)) return inflatable(path, await file.readFile(), fileBytes);
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding === undefined ? await file.readFile() : await file.readFile(encoding);
    } finally {
      await file.close();
    }
  };
  const readOnly = async (path: string): Promise<never> => {
    throw refused(path, 'EROFS');
  };
  return {
    promises: {
      readFile,
      readdir: async (path: string): Promise<string[]> => {
        const names: string[] = [];
        for (const entry of await readdir(await inside(path), { withFileTypes: true })) {
          const there = entry.isSymbolicLink()
            ? await inside(join(path, entry.name)).then(
                () => true,
                () => false,
              )
            : entry.isFile() || entry.isDirectory();
          if (there) names.push(entry.name);
        }
        return names;
      },
      stat: async (path: string) => stat(await inside(path)),
      lstat: async (path: string) => {
        await inside(path);
        return lstat(path);
      },
      readlink: async (path: string) => {
        await inside(path);
        return readlink(path);
      },
      writeFile: readOnly,
      unlink: readOnly,
      mkdir: readOnly,
      rmdir: readOnly,
      symlink: readOnly,
      chmod: readOnly,
    },
  };
}

/** Opens a git directory (a bare one, or a `.git`). UserError when there is none. */
export async function openUntrustedGit(gitDir: string, limits: UntrustedLimits = UNTRUSTED_LIMITS): Promise<UntrustedGit> {
  const root = await realpath(gitDir).catch(() => null);
  if (root === null) throw new UserError(gitDir, 'is not there', 'Give a git directory.');
  const place = { fs: confined(root, limits.fileBytes), gitdir: root, cache: {} };

  async function object(oid: Oid, wanted: ObjectType): Promise<Buffer | null> {
    let found: { readonly type: string; readonly content: Buffer } | null = null;
    try {
      const read = await git.readObject({ ...place, oid, format: 'content' });
      if (read.format === 'content' && read.object instanceof Uint8Array) found = { type: read.type, content: Buffer.from(read.object) };
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'NotFoundError') return null;
      throw new UserError(
        gitDir,
        `object ${oid} cannot be read: ${failure instanceof Error ? failure.message : String(failure)}`,
        'The repository is damaged.',
      );
    }
    if (found?.type !== wanted) throw new UserError(gitDir, `object ${oid} is no ${wanted}`, 'The repository is damaged.');
    // What comes out of a pack was not checked against its name.
    if (objectId(wanted, found.content) !== oid)
      throw new UserError(gitDir, `object ${oid} holds something else`, 'The repository is damaged.');
    return found.content;
  }
  async function resolve(ref: string): Promise<Oid | null> {
    try {
      const oid = await git.resolveRef({ ...place, ref, depth: 6 });
      return /^[0-9a-f]{40}$/.test(oid) ? oid : null;
    } catch {
      return null; // it names nothing, goes in circles, or is no ref at all
    }
  }
  async function commit(oid: Oid): Promise<Commit | null> {
    const content = await object(oid, 'commit');
    return content === null ? null : parseCommit(oid, content);
  }

  return {
    head: () => resolve('HEAD'),
    commit,
    refs: async () => {
      const names = (await git.listRefs({ ...place, filepath: 'refs' })).map((name) => `refs/${name}`);
      if (names.length > limits.refs)
        throw new UserError(gitDir, `has ${names.length} refs, more than ${limits.refs}`, 'Raise the bound or leave the repository out.');
      const found: { name: string; oid: Oid }[] = [];
      for (const name of names.sort(byCodeUnit)) {
        const oid = await resolve(name);
        if (oid !== null) found.push({ name, oid });
      }
      return found;
    },
    commits: async () => {
      const start = await resolve('HEAD');
      const first = start === null ? null : await commit(start);
      const waiting = first === null ? [] : [first];
      const seen = new Set(waiting.map((one) => one.id));
      const commits: Commit[] = [];
      let cut = start !== null && first === null;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (commits.length >= limits.commits) return { commits, cut: true };
        commits.push(next);
        for (const parent of next.parents.filter((oid) => !seen.has(oid))) {
          seen.add(parent);
          const there = await commit(parent);
          if (there === null) cut = true;
          else insertByTime(waiting, there);
        }
      }
      return { commits, cut };
    },
    listTree: async (tree) => {
      const found: TreeEntry[] = [];
      const waiting = [{ prefix: '', oid: tree }];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const content = await object(next.oid, 'tree');
        if (content === null) throw new UserError(gitDir, `tree ${next.oid} is not there`, 'The repository is damaged.');
        for (const row of parseTree(next.oid, content)) {
          if (row.mode === DIRECTORY_MODE) waiting.push({ prefix: `${next.prefix}${row.name}/`, oid: row.oid });
          else found.push({ path: next.prefix + row.name, mode: row.mode, oid: row.oid });
        }
        if (found.length + waiting.length > limits.entries)
          throw new UserError(
            gitDir,
            `tree ${tree} has more than ${limits.entries} entries`,
            'Raise the bound or leave the repository out.',
          );
      }
      return found.sort((a, b) => byCodeUnit(a.path, b.path));
    },
    blob: (oid) => object(oid, 'blob'),
  };
}

/** Keeps the list newest first; of equal times the one seen first stays first. */
function insertByTime(waiting: Commit[], commit: Commit): void {
  const time = commit.commitTime ?? 0;
  const at = waiting.findIndex((one) => (one.commitTime ?? 0) < time);
  waiting.splice(at < 0 ? waiting.length : at, 0, commit);
}
