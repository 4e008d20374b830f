import type { FileDiff, Hunk } from '#io/repository.ts';

/** Owner of lines that were there before the range. */
export const BASE = -1;
/** `[length, owner, length, owner, …]` over a file's lines; the last run of a file first met in the range is endless. */
export type Runs = readonly number[];

/** Lines of one earlier owner that a change deletes or rewrites. Blank lines are left out: they are no evidence. */
export interface LineEdit {
  readonly path: string;
  readonly owner: number;
  /** 1-based, in the change's before tree. */
  readonly lines: readonly number[];
}
/** A place where a change adds lines that are more than whitespace. */
export interface Insertion {
  readonly oldPath: string;
  readonly path: string;
  /** First and last line of the before tree that the insertion stands between or replaces: it lies inside `(first, last)`. */
  readonly first: number;
  readonly last: number;
  /** 1-based lines of the after tree. */
  readonly lines: readonly number[];
}
export interface ChangeEdits {
  readonly edits: readonly LineEdit[];
  readonly insertions: readonly Insertion[];
}

interface Spliced {
  readonly runs: number[];
  readonly deleted: Map<number, number[]>;
  readonly insertions: { first: number; last: number; lines: number[] }[];
}

/**
 * Who introduced each line, carried over a chain of changes: O(runs + hunks) a file (`dag.md`: line ownership). It equals
 * `git blame --first-parent` wherever the pairing of renames agrees; over diffs that ignore whitespace, `git blame -w`.
 */
export class Ownership {
  readonly #runs = new Map<string, Runs>();

  /** Runs of a path as they stand; a path no change touched is all base. */
  runs(path: string): Runs {
    return this.#runs.get(path) ?? [Number.POSITIVE_INFINITY, BASE];
  }

  /** Takes the next change of the chain and tells whose lines it edits. `owner` must be new: positions ascend. */
  apply(owner: number, diffs: readonly FileDiff[]): ChangeEdits {
    const edits: LineEdit[] = [];
    const insertions: Insertion[] = [];
    const after = new Map<string, Runs>();
    const gone = new Set<string>();
    for (const diff of diffs) {
      const oldPath = diff.oldPath ?? diff.path;
      const before = diff.status === 'A' ? [] : this.runs(oldPath);
      if (diff.status === 'D' || diff.status === 'R') gone.add(oldPath);
      const spliced = this.#splice(before, diff, owner);
      if (diff.status !== 'D') after.set(diff.path, spliced.runs);
      for (const [from, lines] of spliced.deleted) edits.push({ path: oldPath, owner: from, lines });
      for (const insertion of spliced.insertions) insertions.push({ oldPath, path: diff.path, ...insertion });
    }
    // All diffs read the before state: two files that swap names must not see each other's new runs.
    for (const path of gone) this.#runs.delete(path);
    for (const [path, runs] of after) this.#runs.set(path, runs);
    return { edits, insertions };
  }

  #splice(before: Runs, diff: FileDiff, owner: number): Spliced {
    if (diff.binary) return { runs: [Number.POSITIVE_INFINITY, owner], deleted: new Map(), insertions: [] };
    const spliced: Spliced = { runs: [], deleted: new Map(), insertions: [] };
    const reader = new RunReader(before, spliced.runs);
    for (const hunk of diff.hunks) {
      reader.copyTo(hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1);
      const owners = reader.take(hunk.oldCount, diff.path);
      this.#replace(hunk, owners, owner, spliced);
    }
    reader.copyRest();
    return spliced;
  }

  #replace(hunk: Hunk, owners: readonly number[], owner: number, spliced: Spliced): void {
    owners.forEach((from, index) => {
      if ((hunk.deleted[index] ?? '').trim() === '') return;
      const lines = spliced.deleted.get(from) ?? [];
      lines.push(hunk.oldStart + index);
      spliced.deleted.set(from, lines);
    });
    push(spliced.runs, hunk.newCount, owner);
    const added = hunk.added.flatMap((line, index) => (line.trim() === '' ? [] : [hunk.newStart + index]));
    if (added.length === 0) return;
    const first = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    spliced.insertions.push({ first, last: hunk.oldCount === 0 ? first + 1 : hunk.oldStart + hunk.oldCount, lines: added });
  }
}

function push(runs: number[], length: number, owner: number): void {
  if (length === 0) return;
  if (runs.length > 0 && runs[runs.length - 1] === owner) runs[runs.length - 2] = (runs[runs.length - 2] ?? 0) + length;
  else runs.push(length, owner);
}

/** Walks runs once, copying what stays to `out`. */
class RunReader {
  readonly #runs: Runs;
  readonly #out: number[];
  #index = 0;
  #left: number;
  #line = 0;
  constructor(runs: Runs, out: number[]) {
    this.#runs = runs;
    this.#out = out;
    this.#left = runs[0] ?? 0;
  }

  copyTo(line: number): void {
    while (this.#line < line && this.#index < this.#runs.length) {
      const length = Math.min(line - this.#line, this.#left);
      push(this.#out, length, this.#runs[this.#index + 1] ?? BASE);
      this.#advance(length);
    }
  }

  copyRest(): void {
    while (this.#index < this.#runs.length) {
      push(this.#out, this.#left, this.#runs[this.#index + 1] ?? BASE);
      this.#advance(this.#left);
    }
  }

  /** Owners of the next `count` lines. */
  take(count: number, path: string): number[] {
    const owners: number[] = [];
    while (owners.length < count) {
      if (this.#index >= this.#runs.length) throw new Error(`a hunk of ${path} deletes lines past the end of its known before state`);
      owners.push(this.#runs[this.#index + 1] ?? BASE);
      this.#advance(1);
    }
    return owners;
  }

  #advance(length: number): void {
    this.#line += length;
    this.#left -= length;
    // Endless minus endless is NaN: the endless run is always the last, and taking all of it ends the walk.
    if (this.#left > 0) return;
    this.#index += 2;
    this.#left = this.#runs[this.#index] ?? 0;
  }
}
