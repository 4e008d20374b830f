import { randomBytes } from 'node:crypto';
import { InfraError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import type { GitPlace } from './git-argv.ts';
import { Coprocess, type Answer } from './git-coprocess.ts';
import { readRawRow, type RawRow } from './raw-rows.ts';
import type { RawChange } from './repository.ts';

/**
 * Raw changes of pairs of trees from one long-lived `diff-tree --stdin`. Git flushes its output when it echoes a line that is
 * no pair; such a line, which no repository can foresee, ends each answer.
 */
export class RawDiffs implements AsyncDisposable {
  readonly #mark = `end-${randomBytes(12).toString('hex')}\n`;
  readonly #paired: Coprocess<readonly RawChange[]>;
  readonly #plain: Coprocess<readonly RawChange[]>;

  constructor(place: GitPlace) {
    const args = ['diff-tree', '--stdin', '-r', '-z', '--no-abbrev', '--raw', '--no-color', '--no-ext-diff', '--no-textconv'];
    const answer = answerUpTo(Buffer.from(this.#mark, 'latin1'));
    this.#paired = new Coprocess(place, [...args, '--numstat', '--diff-algorithm=myers', '-M50%'], 1, answer);
    this.#plain = new Coprocess(place, [...args, '--no-renames'], 1, answer);
  }

  /** Renames paired at 50 %, lines counted: reads blobs. */
  paired(before: Oid, after: Oid): Promise<readonly RawChange[]> {
    return this.#paired.ask(`${before} ${after}\n${this.#mark}`);
  }

  /** Reads trees only. */
  plain(before: Oid, after: Oid): Promise<readonly RawChange[]> {
    return this.#plain.ask(`${before} ${after}\n${this.#mark}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#paired[Symbol.asyncDispose](), this.#plain[Symbol.asyncDispose]()]);
  }
}

function answerUpTo(mark: Buffer): Answer<readonly RawChange[]> {
  return (buffer) => {
    const start = buffer.length - mark.length;
    if (start < 0 || !buffer.subarray(start).equals(mark)) return { need: buffer.length + 1 };
    return { value: readAnswer(buffer.subarray(0, start)), used: buffer.length };
  };
}

/** `tree tree\n`, raw records, numstat records. */
function readAnswer(answer: Buffer): readonly RawChange[] {
  let at = answer.indexOf(0x0a) + 1;
  if (at !== 82)
    throw new InfraError(`git diff-tree answered ${JSON.stringify(answer.toString('latin1', 0, 200))}: both sides must be trees`);
  const rows: RawRow[] = [];
  while (answer[at] === 0x3a) {
    const read = readRawRow(answer, at);
    if (read === null) throw new InfraError('git diff-tree broke off inside a record');
    rows.push(read.row);
    at = read.end;
  }
  const counts = readNumstat(answer.subarray(at));
  if (counts.length > 0 && counts.length !== rows.length)
    throw new InfraError(`git diff-tree told ${rows.length} files and counted ${counts.length}`);
  return rows.map((row, index) => ({ ...row, ...(counts[index] ?? { added: null, deleted: null }) }));
}

type Count = Pick<RawChange, 'added' | 'deleted'>;

/** `added\tdeleted\tpath\0`, for a pair `added\tdeleted\t\0old\0new\0`; `-` for a binary. In the order of the raw records. */
function readNumstat(records: Buffer): readonly Count[] {
  const counts: Count[] = [];
  for (let at = 0; at < records.length; ) {
    const tab = records.indexOf(0x09, records.indexOf(0x09, at) + 1);
    const [added = '', deleted = ''] = records.toString('latin1', at, tab).split('\t');
    const number = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);
    counts.push({ added: number(added), deleted: number(deleted) });
    let end = records.indexOf(0, tab);
    if (end === tab + 1) end = records.indexOf(0, records.indexOf(0, end + 1) + 1);
    if (tab < 0 || end < 0) throw new InfraError('git diff-tree broke off inside a count');
    at = end + 1;
  }
  return counts;
}
