import { InfraError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Tree, TreeFile } from './sandbox.ts';

/** One entry as an archive or a directory walk tells it, before any rule. `path` is relative to the root, which itself is ''. */
export interface RawEntry {
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'hard-link' | 'other';
  readonly executable: boolean;
  /** Of a link: as written. Of a hard link: the path of the entry it repeats. */
  readonly target: string;
  readonly size: number;
}
export interface TreeLimits {
  readonly entries: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
}
export const TREE_LIMITS: TreeLimits = { entries: 200_000, totalBytes: 2 * 1024 ** 3, fileBytes: 512 * 1024 ** 2 };
const PATH_BYTES = 4096;
const PART_BYTES = 255;

export interface Collected {
  readonly tree: Tree;
  /** Entries that a tree cannot hold (devices, fifos, sockets, links that leave the root), with the reason. */
  readonly dropped: readonly { readonly path: string; readonly why: string }[];
}

export function refused(entry: number, field: string, what: string): InfraError {
  return new InfraError(`snapshot refused: entry ${entry}, ${field}: ${what}`, { retryable: false });
}

/** Where a link's target leads, lexically, from the root of the tree; null when it leaves the root or is absolute. */
export function linkLeadsTo(path: string, target: string): string | null {
  if (target === '' || target.startsWith('/') || target.includes('\0')) return null;
  const at = path.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') at.push(part);
    else if (at.pop() === undefined) return null;
  }
  return at.join('/');
}

/** What is wrong with a relative name, or null. */
export function nameFault(path: string): string | null {
  if (path.includes('\0')) return 'NUL in the name';
  if (path.startsWith('/')) return 'an absolute name';
  if (Buffer.byteLength(path) > PATH_BYTES) return `longer than ${PATH_BYTES} bytes`;
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return `a part "${part}"`;
    if (Buffer.byteLength(part) > PART_BYTES) return `a part longer than ${PART_BYTES} bytes`;
  }
  return null;
}

/** Folds raw entries into a tree under the rules of the judge: what cannot be kept is dropped with a reason, what is hostile is refused. */
export class TreeCollector {
  readonly #skip: ReadonlySet<string>;
  readonly #limits: TreeLimits;
  readonly #files = new Map<string, TreeFile>();
  readonly #seen = new Set<string>();
  readonly #dropped: { path: string; why: string }[] = [];
  #entries = 0;
  #bytes = 0;

  constructor(skip: readonly string[], limits: TreeLimits = TREE_LIMITS) {
    this.#skip = new Set(skip);
    this.#limits = limits;
  }

  /** Whether the entry's content is wanted. Call before reading it; counts it against the limits, throws when refused. */
  wants(entry: RawEntry): boolean {
    const number = ++this.#entries;
    if (number > this.#limits.entries) throw refused(number, 'count', `more than ${this.#limits.entries} entries`);
    if (entry.path === '') {
      if (entry.kind !== 'directory') throw refused(number, 'type', `the root is a ${entry.kind}, not a directory`);
      return false;
    }
    const fault = nameFault(entry.path);
    if (fault !== null) throw refused(number, 'path', fault);
    if (this.#seen.has(entry.path)) throw refused(number, 'path', `a second entry for ${JSON.stringify(entry.path)}`);
    this.#seen.add(entry.path);
    // The declared size of what is left out counts too: a hole of 10 GB streams as 10 GB.
    this.#bytes += entry.size;
    if (this.#bytes > this.#limits.totalBytes) throw refused(number, 'size', `more than ${this.#limits.totalBytes} bytes in all`);
    if (entry.path.split('/').some((part) => this.#skip.has(part))) return false;
    if (entry.size > this.#limits.fileBytes) throw refused(number, 'size', `a file of more than ${this.#limits.fileBytes} bytes`);
    if (entry.kind === 'other') this.#dropped.push({ path: entry.path, why: 'not a file, directory or link' });
    return entry.kind !== 'other' && entry.kind !== 'directory';
  }

  /** Keeps an entry that `wants` asked for. `content` is a file's bytes. */
  add(entry: RawEntry, content: Buffer): void {
    if (entry.kind === 'link') {
      if (linkLeadsTo(entry.path, entry.target) === null) {
        this.#dropped.push({ path: entry.path, why: `a link out of the tree: ${JSON.stringify(entry.target)}` });
        return;
      }
      this.#files.set(entry.path, { path: entry.path, mode: '120000', content: Buffer.from(entry.target) });
      return;
    }
    const source = entry.kind === 'hard-link' ? this.#files.get(entry.target) : undefined;
    if (entry.kind === 'hard-link' && (source === undefined || source.mode === '120000')) {
      throw refused(this.#entries, 'link', `${JSON.stringify(entry.path)} repeats an entry that was left out`);
    }
    const bytes = source?.content ?? content;
    this.#bytes += source === undefined ? 0 : bytes.length;
    if (this.#bytes > this.#limits.totalBytes) throw refused(this.#entries, 'size', `more than ${this.#limits.totalBytes} bytes in all`);
    this.#files.set(entry.path, { path: entry.path, mode: entry.executable ? '100755' : '100644', content: bytes });
  }

  /** Drops an entry that cannot be told in this vocabulary (a name that is not UTF-8). */
  drop(path: string, why: string): void {
    this.#dropped.push({ path, why });
  }

  finish(): Collected {
    for (const path of this.#seen) {
      for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
        const above = this.#files.get(path.slice(0, cut));
        if (above !== undefined)
          throw refused(this.#entries, 'path', `${JSON.stringify(path)} lies below ${JSON.stringify(above.path)}, which is no directory`);
      }
    }
    return { tree: [...this.#files.values()].sort((a, b) => byCodeUnit(a.path, b.path)), dropped: this.#dropped };
  }
}
