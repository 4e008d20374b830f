import type { Oid } from '#schema/primitives.ts';

/** A commit as git tells it, decoded to UTF-8 by its encoding header; undecodable bytes are escaped as `\xNN`. */
export interface Commit {
  readonly id: Oid;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly authorName: string;
  readonly authorEmail: string;
  /** Seconds since 1970; null when git cannot print the date (overflow). */
  readonly authorTime: number | null;
  readonly committerName: string;
  readonly committerEmail: string;
  readonly commitTime: number | null;
  readonly subject: string;
  /** Everything after the subject. */
  readonly body: string;
}

export interface TreeEntry {
  readonly path: string;
  /** `100644`, `100755`, `120000`, `160000`. */
  readonly mode: string;
  readonly oid: Oid;
}

/** One file of `diff-tree --raw -M`, with line counts where both blobs are there and text. */
export interface RawChange {
  readonly status: 'A' | 'M' | 'D' | 'R' | 'C' | 'T';
  readonly path: string;
  readonly oldPath: string | null;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldOid: Oid;
  readonly newOid: Oid;
  readonly added: number | null;
  readonly deleted: number | null;
}

/** A hunk of `-U0`: 1-based starts; a start is the line before when its count is 0, as git prints it. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** Deleted and added lines without their sign, bytes read as UTF-8 (replacement characters allowed: never written back). */
  readonly deleted: readonly string[];
  readonly added: readonly string[];
}
export interface FileDiff {
  readonly status: RawChange['status'];
  readonly path: string;
  readonly oldPath: string | null;
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
}

export type MergeResult =
  | { readonly clean: true; readonly tree: Oid }
  | { readonly clean: false; readonly conflicts: readonly { readonly path: string; readonly kind: string }[] };

/**
 * Our own bare clone of a source: mined by argv, no work tree ever, no hook, filter, driver, lazy fetch, replace ref or submodule.
 * Objects we make (composed trees) are written beside it, so the clone itself stays what was cloned.
 */
export interface Repository extends AsyncDisposable {
  readonly gitDir: string;
  /** Blobs reachable from the given ends that this copy lacks. Empty for a whole copy. */
  missingBlobs(ends: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** Full id of a commit-ish, or null. Never guesses among several. */
  resolve(revision: string): Promise<Oid | null>;
  refs(prefix: string): Promise<readonly { readonly name: string; readonly oid: Oid }[]>;
  commit(oid: Oid): Promise<Commit>;
  /** Oldest first, `from` exclusive (null: from the root), `to` inclusive. Streams. */
  firstParentLine(from: Oid | null, to: Oid): AsyncIterable<Commit>;
  /** Commits reachable from `to` and not from `from`, oldest first in topological order. */
  between(from: Oid, to: Oid): AsyncIterable<Commit>;
  mergeBase(a: Oid, b: Oid): Promise<Oid | null>;
  isAncestor(a: Oid, b: Oid): Promise<boolean>;
  /** Every file of a tree, recursively, by code unit of path. */
  listTree(tree: Oid): Promise<readonly TreeEntry[]>;
  /** Null when the copy lacks the blob. One long-lived `cat-file --batch`. */
  blob(oid: Oid): Promise<Buffer | null>;
  /** Renames paired at 50 %; a pair of trees that touches a missing blob is diffed without rename pairing, counts null. */
  diffRaw(before: Oid, after: Oid): Promise<readonly RawChange[]>;
  /**
   * `-p -U0 -M` of each pair, in order, streamed from one git process, of the files that `which` names (all without it). Whitespace
   * `ignored` is git's `-w`: lines that differ in nothing else are the same line, and outside the hunks both sides have the same
   * number of lines.
   */
  diffHunks(
    pairs: readonly (readonly [before: Oid, after: Oid])[],
    which?: {
      /** Literal pathspecs. */
      readonly paths?: readonly string[];
      /** Ends of file names: a file need match one. */
      readonly endings?: readonly string[];
      readonly whitespace?: 'kept' | 'ignored';
    },
  ): AsyncIterable<readonly FileDiff[]>;
  /** `--binary --full-index -U3 --no-renames`: what `git apply -p1` takes. */
  diffText(before: Oid, after: Oid, paths?: readonly string[]): Promise<Buffer>;
  writeBlob(content: Buffer): Promise<Oid>;
  /** A tree from full paths; parents are made. Throws UserError on a file that is also a directory. */
  writeTree(entries: readonly TreeEntry[]): Promise<Oid>;
  /** `git merge-tree --write-tree` of ours and theirs over base (all trees). */
  merge(base: Oid, ours: Oid, theirs: Oid): Promise<MergeResult>;
  /** Applies a patch to a tree exactly (no fuzz, no work tree); null with git's words when it does not apply. */
  applyPatch(tree: Oid, patch: Buffer): Promise<{ readonly tree: Oid } | { readonly refused: string }>;
}

/** Opens sources. `gitDirs` are kept under the pool's cache and reused when the source's pinned ends are already there. */
export interface Repositories {
  /**
   * Clones (or reuses) a source: https or file URL, absolute path. Refuses shallow, corrupt, empty and sha256 repositories by
   * name (UserError); network trouble is InfraError. `ends` must be reachable afterwards. `namedAt` is where the user wrote the
   * address (`sources/prs/x.yaml:2:1`): a UserError points there.
   */
  open(repository: string, ends: readonly Oid[], namedAt?: string): Promise<Repository>;
  /** Opens a bare clone made earlier. */
  reopen(gitDir: string): Promise<Repository>;
}
