import { InfraError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import type { GitPlace } from './git-argv.ts';
import { Coprocess } from './git-coprocess.ts';

export interface GitObject {
  readonly type: string;
  readonly content: Buffer;
}

/** Requests under way at once: enough to keep git busy, few enough to bound what waits in memory. */
const UNDER_WAY = 128;

/** One `cat-file --batch` for the life of a repository. Answers null for an object the copy lacks. */
export class CatFile implements AsyncDisposable {
  readonly #process: Coprocess<GitObject | null>;

  constructor(place: GitPlace) {
    this.#process = new Coprocess(place, ['cat-file', '--batch'], UNDER_WAY, answer);
  }

  async read(oid: Oid): Promise<GitObject | null> {
    if (!/^[0-9a-f]{40}$/.test(oid)) throw new Error(`not an object id: ${JSON.stringify(oid)}`);
    return this.#process.ask(`${oid}\n`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/** `<oid> <type> <size>\n<content>\n`, or `<oid> missing\n`. */
function answer(buffer: Buffer): { readonly value: GitObject | null; readonly used: number } | { readonly need: number } {
  const newline = buffer.indexOf(0x0a);
  if (newline < 0) return { need: buffer.length + 1 };
  const [, type = '', size = ''] = buffer.toString('latin1', 0, newline).split(' ');
  if (type === 'missing') return { value: null, used: newline + 1 };
  const end = newline + 1 + Number(size);
  if (!/^\d+$/.test(size)) throw new InfraError(`git cat-file answered ${JSON.stringify(buffer.toString('latin1', 0, newline))}`);
  if (buffer.length < end + 1) return { need: end + 1 };
  return { value: { type, content: Buffer.from(buffer.subarray(newline + 1, end)) }, used: end + 1 };
}
