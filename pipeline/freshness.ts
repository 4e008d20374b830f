import type { Digest } from '#schema/primitives.ts';
import { portable } from './canonical.ts';
import type { Engine, Task } from './engine.ts';
import type { Freshness } from './events.ts';
import { type Fingerprint, fingerprintDigest, isUnpinned, whyStale } from './fingerprint.ts';
import type { StageResult } from './results.ts';

export interface Checked {
  readonly fingerprint: Fingerprint;
  readonly digest: Digest;
  readonly freshness: Freshness;
  /** The answer that serves, when fresh; else the last answer under another fingerprint, when there is one. */
  readonly result: StageResult | null;
}

/** Whether the store has the answer, and if not, what changed since the last one. Runs nothing but the stage's `fingerprint()`. */
export async function check<World>(engine: Engine<World>, task: Task<World>): Promise<Checked> {
  const { link } = task;
  const options = link.options(engine.settings);
  const tools = await toolsOf(engine, task, options);
  const counted = JSON.parse(JSON.stringify(portable(options, engine.line.machineKeys)));
  const fingerprint: Fingerprint = { stage: link.name, version: link.version, input: task.input, options: counted, tools };
  const digest = fingerprintDigest(fingerprint);
  const result = await engine.store.results.get(link.name, digest);
  if (result !== null) {
    const gone = (await lostOutcome(engine, result)) ?? (link.mode === 'gather' ? await whatIsGone(engine, task, result) : null);
    if (gone !== null) return { fingerprint, digest, freshness: { status: 'stale', why: [gone] }, result };
    if (!isUnpinned(fingerprint)) return { fingerprint, digest, freshness: { status: 'fresh' }, result };
    return { fingerprint, digest, freshness: { status: 'stale', why: [`unpinned: ${tools['unpinned']}`] }, result };
  }
  const last = engine.store.journal.last(link.name, task.key);
  if (last === null) return { fingerprint, digest, freshness: { status: 'missing' }, result: null };
  const old = last.fingerprint === digest ? null : await engine.store.results.get(link.name, last.fingerprint);
  const why = old === null ? ['its earlier result is no longer in the store'] : whyStale(old.fingerprint, fingerprint);
  return { fingerprint, digest, freshness: { status: 'stale', why }, result: old };
}

async function toolsOf<World>(engine: Engine<World>, task: Task<World>, options: unknown): Promise<Readonly<Record<string, string>>> {
  const { link } = task;
  if (link.fingerprints === 'none') return {};
  const known = engine.constants.get(link.name);
  if (known !== undefined) return await known;
  const asked = (async () =>
    link.fingerprint(link.fingerprints === 'constant' ? null : await task.load(), options, engine.world(engine.store.blobs)))();
  if (link.fingerprints === 'constant') engine.constants.set(link.name, asked);
  return await asked;
}

/** Presence only: content is checked when an object is read. */
async function lostOutcome<World>(engine: Engine<World>, result: StageResult): Promise<string | null> {
  for (const outcome of result.outcomes) {
    if ('object' in outcome && !(await engine.store.blobs.has(outcome.object)))
      return `its answer for ${outcome.key} is no longer in the store`;
  }
  return null;
}

/** What a stored answer points to outside the store and is no longer there, or null. */
export async function whatIsGone<World>(engine: Engine<World>, task: Task<World>, result: StageResult): Promise<string | null> {
  if (!task.link.canBeGone) return null;
  for (const outcome of result.outcomes) {
    if (!('object' in outcome)) continue;
    const gone = await task.link.gone(await engine.store.getValue(outcome.object), engine.world(engine.store.blobs));
    if (gone !== null) return gone;
  }
  return null;
}
