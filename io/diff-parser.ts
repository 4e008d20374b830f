import { InfraError } from '#schema/errors.ts';
import { readRawRow, type RawRow } from './raw-rows.ts';
import type { FileDiff, Hunk } from './repository.ts';

interface OpenHunk {
  readonly hunk: Hunk;
  readonly deleted: string[];
  readonly added: string[];
  deletedLeft: number;
  addedLeft: number;
}
interface OpenFile {
  readonly row: RawRow;
  binary: boolean;
  readonly hunks: Hunk[];
  /** Patch sections that must still come: a change of type is told as a deletion and a creation. */
  sectionsLeft: number;
}
export interface DiffParserOptions {
  /** The diff ignores whitespace: then a file changed in place has no patch section when nothing else in it changed. */
  readonly blind?: boolean;
}

const PAIR_HEADER = /^[0-9a-f]{40} [0-9a-f]{40}$/;
const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** With `--full-index`. */
const INDEX_HEADER = /^index ([0-9a-f]{40})\.\.([0-9a-f]{40})/;
const SECTION = Buffer.from('diff --git ', 'latin1');

/**
 * Push parser of `diff-tree --stdin -r -z --raw -p -U0`. The raw records tell the files and how many patch sections follow;
 * each hunk header tells how many lines follow. So content is only ever counted, never recognised: a line that looks like a
 * header is a line.
 */
export class DiffParser {
  #buffer: Buffer = Buffer.alloc(0);
  #at = 0;
  #expect: 'pair' | 'rows' | 'patch' = 'pair';
  #files: OpenFile[] = [];
  #file = -1;
  #hunk: OpenHunk | null = null;
  #entering = false;
  readonly #blind: boolean;
  readonly #whole: (readonly FileDiff[])[] = [];

  constructor({ blind = false }: DiffParserOptions = {}) {
    this.#blind = blind;
  }

  /** Takes bytes; gives the pairs that are whole by now. */
  push(chunk: Buffer): readonly (readonly FileDiff[])[] {
    this.#buffer = this.#at >= this.#buffer.length ? chunk : Buffer.concat([this.#buffer.subarray(this.#at), chunk]);
    this.#at = 0;
    while (this.#step());
    return this.#whole.splice(0);
  }

  /** After the last byte: the last pair. InfraError when the output broke off. */
  end(): readonly (readonly FileDiff[])[] {
    const open = this.#hunk !== null && this.#hunk.deletedLeft + this.#hunk.addedLeft > 0;
    if (this.#at < this.#buffer.length || open || this.#files.some((file) => file.sectionsLeft > 0)) {
      throw new InfraError('git diff-tree broke off inside a patch');
    }
    this.#closePair();
    return this.#whole.splice(0);
  }

  #closePair(): void {
    if (this.#expect === 'pair') return;
    this.#closeHunk();
    this.#whole.push(
      this.#files.map(({ row, binary, hunks }) => ({ status: row.status, path: row.path, oldPath: row.oldPath, binary, hunks })),
    );
    this.#files = [];
    this.#file = -1;
    this.#expect = 'pair';
  }

  /** The next line, or null when it is not there whole. */
  #line(): Buffer | null {
    const newline = this.#buffer.indexOf(0x0a, this.#at);
    if (newline < 0) return null;
    const line = this.#buffer.subarray(this.#at, newline);
    this.#at = newline + 1;
    return line;
  }

  #step(): boolean {
    if (this.#at >= this.#buffer.length) return false;
    if (this.#expect === 'rows') return this.#rowStep();
    const line = this.#line();
    if (line === null) return false;
    if (this.#hunk !== null && this.#hunkLine(this.#hunk, line)) return true;
    if (this.#expect === 'patch' && this.#patchLine(line)) return true;
    this.#pairLine(line);
    return true;
  }

  #pairLine(line: Buffer): void {
    const text = line.toString('latin1');
    if (!PAIR_HEADER.test(text) || this.#files.some((file) => file.sectionsLeft > 0)) {
      throw new InfraError(`git diff-tree told ${JSON.stringify(text.slice(0, 200))} where a pair of trees was due`);
    }
    this.#closePair();
    this.#expect = 'rows';
  }

  /** Raw records, then a lone NUL and the patch; without records the next pair follows at once. */
  #rowStep(): boolean {
    const byte = this.#buffer[this.#at];
    if (byte === 0x3a) {
      const read = readRawRow(this.#buffer, this.#at);
      if (read === null) return false;
      this.#at = read.end;
      const sectionsLeft = read.row.status === 'T' ? 2 : this.#mayBeSilent(read.row) ? 0 : 1;
      this.#files.push({ row: read.row, binary: false, hunks: [], sectionsLeft });
      return true;
    }
    if (byte === 0) this.#at++;
    this.#expect = 'patch';
    return true;
  }

  /** A line of a patch outside a hunk's body. False when it belongs to the next pair. */
  #patchLine(line: Buffer): boolean {
    if (this.#entering) return this.#enter(line.toString('latin1', 0, 100));
    if (line.subarray(0, SECTION.length).equals(SECTION)) {
      this.#closeHunk();
      this.#entering = true;
      return true;
    }
    const open = this.#files[this.#file];
    if (open === undefined) return false;
    const header = line[0] === 0x40 ? HUNK_HEADER.exec(line.toString('latin1', 0, 100)) : null;
    if (header !== null) {
      this.#closeHunk();
      this.#hunk = openHunk(header);
      return true;
    }
    // Counted out: what starts like a pair is one, since extended headers start with a word.
    if (PAIR_HEADER.test(line.toString('latin1', 0, 82))) return false;
    if (line[0] === 0x42) open.binary = true; // "Binary files … differ"
    return true;
  }

  #mayBeSilent({ status, oldMode, newMode }: RawRow): boolean {
    return this.#blind && status === 'M' && oldMode === newMode;
  }

  /**
   * The first line after a section's head tells whose it is: sections keep the order of the records, and one of a file that may
   * have none starts with its two objects, any other with what else changed.
   */
  #enter(line: string): true {
    this.#entering = false;
    const [, oldOid, newOid] = (this.#blind ? INDEX_HEADER.exec(line) : null) ?? [];
    const open = this.#files[this.#file];
    let next = open !== undefined && open.sectionsLeft > 0 ? open : this.#files[++this.#file];
    const isMeant = ({ row }: OpenFile): boolean =>
      oldOid === undefined ? !this.#mayBeSilent(row) : row.oldOid === oldOid && row.newOid === newOid;
    while (next !== undefined && !isMeant(next)) next = this.#files[++this.#file];
    if (next === undefined) throw new InfraError('git diff-tree told more patches than files');
    next.sectionsLeft = Math.max(0, next.sectionsLeft - 1);
    return true;
  }

  #hunkLine(open: OpenHunk, line: Buffer): boolean {
    const sign = line[0];
    if (sign === 0x2d && open.deletedLeft > 0) {
      open.deletedLeft--;
      open.deleted.push(line.toString('utf8', 1));
    } else if (sign === 0x2b && open.addedLeft > 0) {
      open.addedLeft--;
      open.added.push(line.toString('utf8', 1));
    } else if (sign === 0x5c)
      return true; // "\ No newline at end of file"
    else if (open.deletedLeft + open.addedLeft > 0) throw new InfraError('git diff-tree told fewer lines than a hunk has');
    else if (sign === 0x2d || sign === 0x2b) throw new InfraError('git diff-tree told more lines than a hunk has');
    else return false;
    return true;
  }

  #closeHunk(): void {
    if (this.#hunk !== null) this.#files[this.#file]?.hunks.push(this.#hunk.hunk);
    this.#hunk = null;
  }
}

function openHunk([, oldStart, oldCount, newStart, newCount]: RegExpExecArray): OpenHunk {
  const count = (text: string | undefined) => (text === undefined ? 1 : Number(text));
  const deleted: string[] = [];
  const added: string[] = [];
  const hunk = {
    oldStart: Number(oldStart),
    oldCount: count(oldCount),
    newStart: Number(newStart),
    newCount: count(newCount),
    deleted,
    added,
  };
  return { hunk, deleted, added, deletedLeft: hunk.oldCount, addedLeft: hunk.newCount };
}
