import { availableParallelism } from 'node:os';
import picomatch from 'picomatch';
import type { z } from 'zod';
import { systemClock } from '#io/clock.ts';
import { systemDisk } from '#io/disk.ts';
import { nearest } from '#io/nearest.ts';
import { systemProcesses } from '#io/processes.ts';
import type { Engine } from '#pipeline/engine.ts';
import { type Emit, type Listener, untilRunEnded } from '#pipeline/events.ts';
import { type Line, type OpenIo, upTo } from '#pipeline/line.ts';
import { liveListener } from '#pipeline/listeners/live.ts';
import { ndjsonListener } from '#pipeline/listeners/ndjson.ts';
import { plainListener } from '#pipeline/listeners/plain.ts';
import { lockPool } from '#pipeline/lock.ts';
import type { RunReport } from '#pipeline/report.ts';
import { type RunOptions, runLine } from '#pipeline/runner.ts';
import { openStore, type Store } from '#pipeline/store.ts';
import { UserError } from '#schema/errors.ts';
import type { Digest } from '#schema/primitives.ts';
import type { NamedSource } from '#schema/source.ts';
import { MACHINE_KEYS, poolLine } from '../index.ts';
import { type OpenedPool, openPool, type RefusedSource } from '../open-pool.ts';
import { openWorld } from '../open-world.ts';
import { settingsOf } from '../settings.ts';
import type { World } from '../world.ts';
import type { PoolFlags } from './options.ts';
import type { Shell } from './shell.ts';

/** An opened pool with the line over it. */
export interface Session {
  readonly pool: OpenedPool;
  readonly store: Store;
  readonly concurrency: number;
  readonly emit: Emit;
  /** Runs the line up to a stage (the whole of it without one) over all sources, or over those given. */
  run(
    options: Pick<RunOptions, 'act' | 'deliver'> & {
      readonly only?: string | undefined;
      readonly until?: string;
      readonly sources?: readonly NamedSource[];
    },
  ): Promise<RunReport>;
  /** Members of the world, for commands that look for themselves. */
  readonly open: OpenIo<World>;
  /** A stored value, parsed by its schema. */
  value<T>(object: Digest, schema: z.ZodType<T>): Promise<T>;
}
export interface Purpose {
  /** Named to whoever finds the pool locked. */
  readonly command: string;
  /** Writers exclude each other; a reader takes no lock and changes nothing. */
  readonly writes: boolean;
}

const BACKOFF_MS = [1000, 4000, 15_000];

/** Opens the pool, holds its lock while a writer works, and leaves nothing open. */
export async function withPool<T>(shell: Shell, flags: PoolFlags, purpose: Purpose, work: (session: Session) => Promise<T>): Promise<T> {
  const pool = await openPool(flags.pool);
  const concurrency = flags.concurrency ?? pool.pool.concurrency ?? availableParallelism();
  const listener = listenerOf(shell, flags, purpose);
  await using _told = { [Symbol.asyncDispose]: async () => listener.close() };
  await using _lock = purpose.writes ? await lockOf(pool, purpose) : null;
  await using world = openWorld(pool, concurrency);
  const store = await openStore(systemDisk, {
    folder: pool.cacheDir,
    machineKeys: MACHINE_KEYS,
    readOnly: !purpose.writes,
    onCorrupt: (digest) => listener.on({ type: 'corrupt', digest }),
  });
  const engine = (line: Line<World, unknown>): Engine<World> => ({
    line,
    settings: settingsOf(pool.pool, pool.denylists, concurrency),
    store,
    world: (blobs) => world.with(blobs),
    emit: untilRunEnded(listener.on),
    constants: new Map(),
    clock: systemClock,
    signal: shell.signal,
    backoffMs: BACKOFF_MS,
  });
  const session: Session = {
    pool,
    store,
    concurrency,
    emit: listener.on,
    open: world.with(store.blobs),
    async run({ only, until, sources, ...how }) {
      const line = until === undefined ? poolLine : upTo(poolLine, until);
      if (line === null) throw new Error(`the line has no stage ${until}`);
      if (sources === undefined && pool.sources.length + pool.refused.length === 0)
        throw new UserError(pool.file, 'has no source yet', 'Add one with source:add.');
      const heads = (sources ?? pool.sources).map((source) => ({ key: source.id, value: source }));
      const asked = only === undefined ? null : picomatch(only);
      const refused = sources === undefined ? pool.refused.filter(({ id }) => asked === null || asked(id)) : [];
      if (only !== undefined && asked !== null && !heads.some((head) => asked(head.key)) && refused.length === 0) {
        // Names further down are known from earlier runs only; a wrong one must not set everything going.
        refuseNoMatch(only, asked, await runLine({ ...engine(line), emit: () => {} }, heads, { act: 'look', concurrency, only: null }));
      }
      const report = await runLine(engine(line), heads, { ...how, concurrency, only: asked });
      return withRefused(report, refused, listener.on);
    },
    value: async (object, schema) => schema.parse(await store.getValue(object)),
  };
  return await work(session);
}

/** A source file with a fault is an item that failed at the head of the line: told like any other, and the exit code says so. */
function withRefused(report: RunReport, refused: readonly RefusedSource[], emit: Emit): RunReport {
  const [stage] = report.stages;
  if (stage === undefined || refused.length === 0) return report;
  const rows = refused.map(({ id, message }): RunReport['rows'][number] => {
    emit({ type: 'failed', stage, key: id, kind: 'user', message });
    const nothing = { behind: null, outcomes: null, fingerprint: null, ms: 0 };
    return { stage, key: id, root: id, freshness: { status: 'missing' }, failure: { kind: 'user', message }, ...nothing };
  });
  return { ...report, rows: [...rows, ...report.rows] };
}

function lockOf(pool: OpenedPool, { command }: Purpose): Promise<AsyncDisposable> {
  const purpose = `since ${systemClock.now()} (${command})`;
  return lockPool(systemDisk, systemProcesses, { folder: pool.cacheDir, purpose, sleep: (ms) => systemClock.sleep(ms) });
}

function refuseNoMatch(glob: string, matches: (key: string) => boolean, known: RunReport): void {
  const keys = [...new Set(known.rows.flatMap((row) => [row.root, row.key, ...(row.outcomes ?? []).map((outcome) => outcome.key)]))].filter(
    (key) => key !== '*',
  );
  if (keys.some((key) => matches(key))) return;
  const meant = nearest(glob, keys);
  throw new UserError(
    '--only',
    `${glob} matches no source and no task`,
    meant === null ? 'See pool:status for their names.' : `Did you mean ${meant}?`,
  );
}

const SILENT: Listener = { on: () => {}, close: () => {} };

/** Who only looks is told nothing on the way, unless asked for. */
function listenerOf(shell: Shell, flags: PoolFlags, purpose: Purpose): { readonly on: Emit; close(): void } {
  const how = flags.events ?? (purpose.writes ? (shell.interactive ? 'live' : 'plain') : null);
  if (how === null) return SILENT;
  if (how === 'ndjson') return ndjsonListener(shell.terminal);
  return how === 'live' ? liveListener(shell.terminal) : plainListener(shell.terminal);
}
