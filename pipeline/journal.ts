import { z } from 'zod';
import { readJson } from '#io/json-text.ts';
import { Digest } from '#schema/primitives.ts';
import type { Disk } from '#io/disk.ts';

/** One finished computation. What an item last rested on, so that a rerun can be explained and its time foretold. */
export const JournalEntry = z.object({
  stage: z.string(),
  key: z.string(),
  fingerprint: Digest,
  ms: z.number(),
  /** For display only; order is the file's. */
  at: z.string(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export interface Journal {
  /** Newest entry of an item in a stage. */
  last(stage: string, key: string): JournalEntry | null;
  /** Milliseconds that items of a stage took, in file order. */
  times(stage: string): readonly number[];
  /** Lines that could not be read: torn by a crash. They cost an explanation, never an answer. */
  readonly torn: number;
  append(entry: JournalEntry): Promise<void>;
}

/** Reads `journal.jsonl` and keeps it at hand. Appends go one after another. */
export async function openJournal(disk: Disk, path: string): Promise<Journal> {
  const newest = new Map<string, JournalEntry>();
  const times = new Map<string, number[]>();
  const take = (entry: JournalEntry): void => {
    newest.set(`${entry.stage}\n${entry.key}`, entry);
    const known = times.get(entry.stage) ?? [];
    known.push(entry.ms);
    times.set(entry.stage, known);
  };
  let torn = 0;
  const text = (await disk.read(path))?.toString('utf8') ?? '';
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const entry = entryOf(line);
    if (entry === null) torn++;
    else take(entry);
  }
  let tail: Promise<unknown> = Promise.resolve();
  return {
    torn,
    last: (stage, key) => newest.get(`${stage}\n${key}`) ?? null,
    times: (stage) => times.get(stage) ?? [],
    async append(entry) {
      const mine = tail.then(() => disk.appendLine(path, JSON.stringify(entry)));
      tail = Promise.allSettled([mine]);
      await mine;
      take(entry);
    },
  };
}

function entryOf(line: string): JournalEntry | null {
  const read = JournalEntry.safeParse(readJson(line)?.value);
  return read.success ? read.data : null;
}
