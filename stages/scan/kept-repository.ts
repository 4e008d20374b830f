import { z } from 'zod';
import type { Clock } from '#io/clock.ts';
import type { RawChange, Repository } from '#io/repository.ts';
import { FileChange } from '#schema/change.ts';
import type { Oid } from '#schema/primitives.ts';
import type { Answers } from './answers.ts';

const Rows: z.ZodType<RawChange[]> = z.array(FileChange);

/** Counts the time during which at least one question to git was open. What runs beside it is not taken off. */
export class GitTime {
  readonly #clock: Clock;
  #open = 0;
  #since = 0;
  #total = 0;
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get ms(): number {
    return this.#total + (this.#open > 0 ? this.#clock.monotonic() - this.#since : 0);
  }

  async of<T>(asked: () => Promise<T>): Promise<T> {
    if (this.#open === 0) this.#since = this.#clock.monotonic();
    this.#open += 1;
    try {
      return await asked();
    } finally {
      this.#open -= 1;
      if (this.#open === 0) this.#total += this.#clock.monotonic() - this.#since;
    }
  }

  async *each<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.of(() => iterator.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}

/**
 * A repository whose raw diffs are remembered from run to run by the two trees, and whose time is taken. The blobs that a copy lacks
 * change what git answers about trees, so a copy that lacks some remembers nothing.
 */
export function keptRepository(repository: Repository, answers: Answers | null, time: GitTime): Repository {
  const diffRaw = async (before: Oid, after: Oid): Promise<readonly RawChange[]> => {
    const key = `raw 1 ${before} ${after}`;
    const kept = answers === null ? null : await answers.get(key, Rows);
    if (kept !== null) return kept;
    const rows = await time.of(() => repository.diffRaw(before, after));
    await answers?.put(key, rows);
    return rows;
  };
  return {
    ...repository,
    diffRaw,
    commit: (oid) => time.of(() => repository.commit(oid)),
    listTree: (tree) => time.of(() => repository.listTree(tree)),
    blob: (oid) => time.of(() => repository.blob(oid)),
    merge: (base, ours, theirs) => time.of(() => repository.merge(base, ours, theirs)),
    firstParentLine: (from, to) => time.each(repository.firstParentLine(from, to)),
    between: (from, to) => time.each(repository.between(from, to)),
    diffHunks: (pairs, which) => time.each(repository.diffHunks(pairs, which)),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}
