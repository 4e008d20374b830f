import { InfraError, UserError } from '#schema/errors.ts';
import type { Digest } from '#schema/primitives.ts';
import { LostObject, recording } from './blobs.ts';
import type { Ancestor, Engine, Task } from './engine.ts';
import type { FailureKind } from './events.ts';
import type { Fingerprint } from './fingerprint.ts';
import { whatIsGone } from './freshness.ts';
import type { StageResult, StoredOutcome } from './results.ts';
import type { Keyed } from './stage.ts';

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly thrown: unknown;
}
export type Attempted<T> = { readonly value: T } | { readonly failure: Failure };

/** Lost objects mended for one task before it is called a bug: an object that vanishes again and again is no accident. */
const MENDS = 8;

/**
 * Does a piece of work for a task: trouble of the machine is tried again with growing waits, a lost object is made again by the
 * stage that had brought it, and whatever else is thrown becomes data. Never rejects.
 */
export async function attempt<World, T>(engine: Engine<World>, task: Task<World>, work: () => Promise<T>): Promise<Attempted<T>> {
  let tries = 0;
  let mends = 0;
  for (;;) {
    const [settled] = await Promise.allSettled([work()]);
    if (settled.status === 'fulfilled') return { value: settled.value };
    const thrown = firstOf(settled.reason);
    if (thrown instanceof LostObject && mends++ < MENDS) {
      const [mended] = await Promise.allSettled([mend(engine, task, thrown.digest)]);
      if (mended.status === 'fulfilled' && mended.value) continue;
      return { failure: mended.status === 'rejected' ? failureOf(mended.reason) : failureOf(thrown) };
    }
    const waitMs = engine.backoffMs[tries++];
    if (!(thrown instanceof InfraError) || !thrown.retryable || waitMs === undefined || engine.signal.aborted)
      return { failure: failureOf(thrown) };
    engine.emit({ type: 'retry', stage: task.link.name, key: task.key, attempt: tries + 1, waitMs, message: thrown.message });
    const [slept] = await Promise.allSettled([engine.clock.sleep(waitMs, engine.signal)]);
    if (slept.status === 'rejected') return { failure: failureOf(thrown) };
  }
}

/** What went wrong first: a disposal that failed on the way out hides it in a SuppressedError. */
export function firstOf(thrown: unknown): unknown {
  let first = thrown;
  while (first instanceof Error && first.name === 'SuppressedError' && 'suppressed' in first) first = first.suppressed;
  return first;
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof UserError) return { kind: 'user', message: thrown.message, thrown };
  if (thrown instanceof InfraError) return { kind: 'infra', message: thrown.message, thrown };
  return { kind: 'bug', message: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown), thrown };
}

/** Runs the stage on the item and stores its answer: objects first, then the result, then the journal's line. */
export async function compute<World>(engine: Engine<World>, task: Task<World>, fingerprint: Fingerprint): Promise<StageResult> {
  const { link, key } = task;
  await ensureNothingGone(engine, task);
  const started = engine.clock.monotonic();
  const noted = recording(engine.store.blobs);
  const progress = {
    step: (text: string, done?: number, total?: number): void =>
      engine.emit({ type: 'step', stage: link.name, key, text, done: done ?? null, total: total ?? null }),
  };
  const keyed = await link.run(await task.load(), link.options(engine.settings), engine.world(noted.blobs), progress);
  checkKeys(task, keyed);
  const outcomes: StoredOutcome[] = [];
  for (const { key: outKey, outcome } of keyed) {
    if ('kept' in outcome) outcomes.push({ key: outKey, ...(await engine.store.putValue(outcome.kept)) });
    else outcomes.push({ key: outKey, dropped: outcome.dropped, detail: outcome.detail });
  }
  const ms = Math.round(engine.clock.monotonic() - started);
  const result: StageResult = { fingerprint, outcomes, blobs: [...noted.put].sort(), ms };
  const digest = await engine.store.results.put(result);
  await engine.store.journal.append({ stage: link.name, key, fingerprint: digest, ms, at: engine.clock.now() });
  return result;
}

function checkKeys<World>({ link, key }: Task<World>, keyed: readonly Keyed<unknown>[]): void {
  const keys = keyed.map((each) => each.key);
  if (keys.length === 0) throw new Error(`stage ${link.name} gave no outcome for ${key}: what leaves the line leaves it with a reason`);
  if (new Set(keys).size < keys.length) throw new Error(`stage ${link.name} gave two outcomes of one key for ${key}: ${keys.join(', ')}`);
  if (link.mode === 'fan') return;
  if (keys.length > 1) throw new Error(`stage ${link.name} gave ${keys.length} outcomes for ${key}, and is no fan`);
  if (link.mode === 'step' && keys[0] !== key) throw new Error(`stage ${link.name} answered under ${keys[0]} for ${key}`);
}

/** Before work on a stored input: clones, images and the like that it points to are made again, and with them all that was made in them. */
async function ensureNothingGone<World>(engine: Engine<World>, task: Task<World>): Promise<void> {
  let why: string | null = null;
  for (const ancestor of task.lineage) {
    why ??= await whatIsGone(engine, ancestor.task, ancestor.result);
    if (why !== null) await again(engine, ancestor, why);
  }
}

/** Computes again whatever in the lineage had brought the object. False when nothing there knows it. */
async function mend<World>(engine: Engine<World>, task: Task<World>, lost: Digest): Promise<boolean> {
  const makers = task.lineage.filter(
    ({ result }) => result.blobs.includes(lost) || result.outcomes.some((out) => 'object' in out && out.object === lost),
  );
  for (const maker of makers) await again(engine, maker, `object ${lost.slice(0, 12)} was lost`);
  return makers.length > 0;
}

async function again<World>(engine: Engine<World>, { task, result, fingerprint }: Ancestor<World>, why: string): Promise<void> {
  engine.emit({ type: 'recomputed', stage: task.link.name, key: task.key, why });
  await engine.store.results.remove(task.link.name, fingerprint);
  const redone = await attempt(engine, task, () => compute(engine, task, result.fingerprint));
  if ('failure' in redone) throw redone.failure.thrown;
  if (JSON.stringify(portables(redone.value)) !== JSON.stringify(portables(result))) {
    throw new Error(
      `stage ${task.link.name} answers otherwise than before for ${task.key}: it is not deterministic, or its version was not raised`,
    );
  }
}

function portables(result: StageResult): readonly string[] {
  return result.outcomes.map((outcome) => ('object' in outcome ? outcome.portable : outcome.dropped));
}
