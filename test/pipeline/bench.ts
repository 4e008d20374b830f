import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#io/clock.ts';
import { systemClock } from '#io/clock.ts';
import { systemDisk } from '#io/disk.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import type { Event } from '#pipeline/events.ts';
import type { OpenIo } from '#pipeline/line.ts';
import type { RunReport } from '#pipeline/report.ts';
import { runLine, type RunOptions } from '#pipeline/runner.ts';
import type { Item } from '#pipeline/stage.ts';
import { openStore, type Store } from '#pipeline/store.ts';
import { type ToyWorld, toyLine } from './toy.ts';

export interface Bench {
  readonly folder: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly world?: Partial<ToyWorld>;
  readonly options?: Partial<RunOptions>;
  readonly clock?: Partial<Clock>;
  readonly signal?: AbortSignal;
  readonly words?: Readonly<Record<string, readonly string[]>>;
}
export const WORDS = { a: ['apple', 'ant', 'aardvark'], b: ['bee', 'banana'], c: [], d: ['do', 'donkey'] };

export function heads(words: Readonly<Record<string, readonly string[]>> = WORDS): Item<unknown>[] {
  return Object.entries(words).map(([id, list]) => ({ key: id, value: { id, words: [...list] } }));
}

export interface Ran {
  readonly report: RunReport;
  readonly events: readonly Event[];
  readonly store: Store;
  /** `stage key` of everything that was computed, sorted. */
  readonly computed: readonly string[];
  readonly book: unknown;
}

export async function runToys(bench: Bench): Promise<Ran> {
  const events: Event[] = [];
  const published = join(bench.folder, 'published');
  const store = await openStore(systemDisk, {
    folder: join(bench.folder, '.pool'),
    machineKeys: toyLine.machineKeys,
    readOnly: false,
    onCorrupt: (digest) => events.push({ type: 'corrupt', digest }),
  });
  const world = (blobs: Blobs): ToyWorld => ({
    blobs,
    pause: async () => {},
    faults: { of: () => null },
    machine: { gitDir: join(bench.folder, '.pool', 'clones', 'x'), observed: 1 },
    tool: { version: '1.0' },
    folder: { there: () => existsSync(published), make: () => void mkdirSync(published, { recursive: true }) },
    ...bench.world,
  });
  const open =
    (blobs: Blobs): OpenIo<ToyWorld> =>
    async () =>
      world(blobs);
  const report = await runLine(
    {
      line: toyLine,
      settings: bench.settings ?? { lengthMin: 3, mark: '!', unrelated: 7 },
      store,
      world: open,
      emit: (event) => events.push(event),
      constants: new Map(),
      clock: { ...systemClock, sleep: async () => {}, ...bench.clock },
      signal: bench.signal ?? new AbortController().signal,
      backoffMs: [1, 1],
    },
    heads(bench.words),
    { concurrency: 3, act: 'build', only: null, ...bench.options },
  );
  const computed = events.flatMap((event) => (event.type === 'ended' && !event.cached ? [`${event.stage} ${event.key}`] : [])).sort();
  const last = report.rows.find((row) => row.stage === 'bind')?.outcomes?.[0];
  return { report, events, store, computed, book: last !== undefined && 'object' in last ? await store.getValue(last.object) : null };
}

/** Path → digest of everything below a folder, times left out of the two files that tell them. */
export function treeOf(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = join(folder, path);
    if (!statSync(full).isFile() || path.endsWith('journal.jsonl')) continue;
    const content = readFileSync(full, 'utf8').replace(/"ms": \d+/g, '"ms": 0');
    found[path] = createHash('sha256').update(content).digest('hex');
  }
  return found;
}
