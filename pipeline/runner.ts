import { byCodeUnit } from '#schema/primitives.ts';
import { attempt, compute, type Failure } from './attempt.ts';
import { canonicalJson, digestOf, portable } from './canonical.ts';
import type { Ancestor, Engine, Task } from './engine.ts';
import type { Freshness } from './events.ts';
import { type Checked, check } from './freshness.ts';
import type { Row, RunReport } from './report.ts';
import type { StageResult } from './results.ts';
import { type Schedule, schedule } from './schedule.ts';
import type { Item } from './stage.ts';
import { GATHERED } from './standing.ts';

export interface RunOptions {
  readonly concurrency: number;
  /** `build` computes what is not fresh; `frozen` computes nothing and goes on from fresh answers only; `look` also from old ones. */
  readonly act: 'build' | 'frozen' | 'look';
  /** Keys asked for: heads of the line by their key, or else items further down by theirs. Null: everything. */
  readonly only: ((key: string) => boolean) | null;
  /** After a `build` whose last stage kept something: puts it where people find it. Lost objects that it meets are made again. */
  readonly deliver?: (value: unknown, report: RunReport) => Promise<void>;
}

/** A task, and how it is to be treated. */
interface Errand<World> {
  readonly task: Task<World>;
  /** False: not asked for; taken along when fresh, never computed. */
  readonly asked: boolean;
  readonly behind: string | null;
}
interface Tally<World> {
  readonly rows: Row[];
  readonly leftOut: string[];
  readonly ends: Ancestor<World>[];
}

/**
 * Brings every item through the line, at most `concurrency` at once, later stages first, so that little lies open at any time. One
 * item's failure stops no other. What is gathered is sorted by key: nothing depends on who was first.
 */
export async function runLine<World>(engine: Engine<World>, heads: readonly Item<unknown>[], options: RunOptions): Promise<RunReport> {
  const { links } = engine.line;
  const last = links.at(-1);
  const gather = last?.mode === 'gather' ? last : null;
  const before = gather === null ? links : links.slice(0, -1);
  const tally: Tally<World> = { rows: [], leftOut: [], ends: [] };
  const stages = links.map((link) => link.name);
  const pastMs = Object.fromEntries(stages.map((stage) => [stage, mean(engine.store.journal.times(stage))]));
  engine.emit({ type: 'run-started', stages, items: heads.length, concurrency: options.concurrency, pastMs });

  const askedHeads = options.only === null ? heads : heads.filter((head) => options.only?.(head.key));
  const byHead = options.only === null || askedHeads.length > 0;
  const errands = heads
    .map((head) => ({ task: headTask(engine, head), asked: !byHead || askedHeads.includes(head), behind: null }))
    .filter((errand) => errand.asked || gather !== null);
  const walk: Schedule<Errand<World>> = {
    first: errands,
    order: (a, b) => b.task.position - a.task.position || byCodeUnit(a.task.key, b.task.key),
    async work(errand) {
      const { row, result, fingerprint } = await handle(engine, errand, options);
      if (errand.asked) tally.rows.push(row);
      else if (row.freshness.status !== 'fresh') tally.leftOut.push(errand.task.key);
      if (result === null || fingerprint === null) return [];
      const ancestor = { task: errand.task, result, fingerprint };
      const behind = errand.behind ?? (row.freshness.status === 'fresh' || options.act === 'build' ? null : row.stage);
      if (errand.task.position + 1 < before.length) return followers(engine, ancestor, { ...errand, behind }, byHead ? null : options.only);
      if (behind === null || options.act === 'look') tally.ends.push(ancestor);
      return [];
    },
  };
  const settled = before.length > 0 && (await schedule(walk, options.concurrency, engine));
  const behind = options.act === 'build' ? null : (tally.rows.find((row) => row.freshness.status !== 'fresh')?.stage ?? null);
  if (settled && gather !== null && !(options.act === 'frozen' && behind !== null)) {
    const task = gatherTask(engine, tally.ends);
    const { row, result, fingerprint } = await handle(engine, { task, asked: true, behind }, options);
    tally.rows.push(row);
    if (options.act === 'build' && result !== null && fingerprint !== null)
      await deliver(engine, { task, result, fingerprint }, tally, options);
  }
  return reported(engine, tally, options, true);
}

async function deliver<World>(engine: Engine<World>, from: Ancestor<World>, tally: Tally<World>, options: RunOptions): Promise<void> {
  const [outcome] = from.result.outcomes;
  if (options.deliver === undefined || outcome === undefined || !('object' in outcome)) return;
  const task = { ...from.task, lineage: [...from.task.lineage, from] };
  const done = await attempt(engine, task, async () =>
    options.deliver?.(await engine.store.getValue(outcome.object), reported(engine, tally, options, false)),
  );
  if (!('failure' in done)) return;
  const { kind, message } = done.failure;
  engine.emit({ type: 'failed', stage: task.link.name, key: task.key, kind, message });
  const at = tally.rows.length - 1;
  const row = tally.rows[at];
  if (row !== undefined) tally.rows[at] = { ...row, failure: { kind, message } };
}

function reported<World>(engine: Engine<World>, tally: Tally<World>, options: RunOptions, final: boolean): RunReport {
  const stages = engine.line.links.map((link) => link.name);
  const rows = [...tally.rows].sort((a, b) => stages.indexOf(a.stage) - stages.indexOf(b.stage) || byCodeUnit(a.key, b.key));
  const cached = rows.filter((row) => row.freshness.status === 'fresh').length;
  const failed = rows.filter((row) => row.failure !== null).length;
  if (final) engine.emit({ type: 'run-ended', computed: options.act === 'build' ? rows.length - cached - failed : 0, cached, failed });
  return {
    stages,
    rows,
    leftOut: [...new Set(tally.leftOut)].sort(byCodeUnit),
    interrupted: engine.signal.aborted,
    frozen: options.act === 'frozen',
  };
}

function mean(times: readonly number[]): number {
  return times.length === 0 ? 0 : times.reduce((a, b) => a + b, 0) / times.length;
}

function headTask<World>(engine: Engine<World>, head: Item<unknown>): Task<World> {
  const link = engine.line.links[0];
  if (link === undefined) throw new Error('the line has no stage');
  const input = digestOf(canonicalJson(portable(head.value, engine.line.machineKeys)));
  return { link, position: 0, key: head.key, root: head.key, input, load: () => Promise.resolve(head.value), lineage: [] };
}

function followers<World>(engine: Engine<World>, from: Ancestor<World>, errand: Errand<World>, only: RunOptions['only']): Errand<World>[] {
  const position = from.task.position + 1;
  const link = engine.line.links[position];
  if (link === undefined) return [];
  const fan = from.task.link.mode === 'fan';
  return from.result.outcomes.flatMap((outcome) => {
    if (!('object' in outcome)) return [];
    const { key, object, portable: input } = outcome;
    const asked = errand.asked && (!fan || only === null || only(key));
    const task = {
      link,
      position,
      key,
      root: from.task.root,
      input,
      load: () => engine.store.getValue(object),
      lineage: [...from.task.lineage, from],
    };
    return [{ task, asked, behind: errand.behind }];
  });
}

function gatherTask<World>(engine: Engine<World>, ends: readonly Ancestor<World>[]): Task<World> {
  const position = engine.line.links.length - 1;
  const link = engine.line.links[position];
  if (link === undefined) throw new Error('the line has no stage');
  const kept = ends.flatMap((end) => end.result.outcomes.flatMap((outcome) => ('object' in outcome ? [outcome] : [])));
  kept.sort((a, b) => byCodeUnit(a.key, b.key));
  const input = digestOf(canonicalJson(kept.map(({ key, portable: digest }) => [key, digest])));
  const lineage = ends.flatMap((end) => [...end.task.lineage, end]);
  const load = async (): Promise<unknown> => {
    const values: unknown[] = [];
    for (const { object } of kept) values.push(await engine.store.getValue(object));
    return values;
  };
  return { link, position, key: GATHERED, root: GATHERED, input, load, lineage };
}

interface Handled {
  readonly row: Row;
  /** The answer that later stages go on from. */
  readonly result: StageResult | null;
  readonly fingerprint: string | null;
}

async function handle<World>(engine: Engine<World>, errand: Errand<World>, options: RunOptions): Promise<Handled> {
  const { task } = errand;
  const stage = task.link.name;
  const base = { stage, key: task.key, root: task.root, behind: errand.behind };
  const failed = (failure: Failure, freshness: Freshness): Handled => {
    engine.emit({ type: 'failed', stage, key: task.key, kind: failure.kind, message: failure.message });
    const told = { kind: failure.kind, message: failure.message };
    return { row: { ...base, freshness, outcomes: null, failure: told, fingerprint: null, ms: 0 }, result: null, fingerprint: null };
  };
  const looked = await attempt(engine, task, () => check(engine, task));
  if ('failure' in looked) return failed(looked.failure, { status: 'missing' });
  const { freshness, digest } = looked.value;
  if (errand.asked) engine.emit({ type: 'checked', stage, key: task.key, freshness });
  const computes = freshness.status !== 'fresh' && options.act === 'build' && errand.asked;
  if (!computes) return taken(looked.value, base, errand.asked && options.act === 'look');
  engine.emit({ type: 'started', stage, key: task.key });
  const done = await attempt(engine, task, () => compute(engine, task, looked.value.fingerprint));
  if ('failure' in done) return failed(done.failure, freshness);
  emitEnded(engine, task, done.value, false);
  return {
    row: { ...base, freshness, outcomes: done.value.outcomes, failure: null, fingerprint: digest, ms: done.value.ms },
    result: done.value,
    fingerprint: digest,
  };

  function taken({ result }: Checked, known: typeof base, alsoOld: boolean): Handled {
    const serves = freshness.status === 'fresh' || alsoOld ? result : null;
    if (serves !== null && freshness.status === 'fresh' && errand.asked) emitEnded(engine, task, serves, true);
    return {
      row: { ...known, freshness, outcomes: serves?.outcomes ?? null, failure: null, fingerprint: digest, ms: serves?.ms ?? 0 },
      result: serves,
      fingerprint: digest,
    };
  }
}

function emitEnded<World>(engine: Engine<World>, task: Task<World>, result: StageResult, cached: boolean): void {
  const kept = result.outcomes.flatMap((outcome) => ('object' in outcome ? [outcome.key] : []));
  const dropped = result.outcomes.flatMap((outcome) =>
    'dropped' in outcome ? [{ key: outcome.key, reason: outcome.dropped, detail: outcome.detail }] : [],
  );
  engine.emit({ type: 'ended', stage: task.link.name, key: task.key, cached, ms: result.ms, kept, dropped });
}
