import type { Clock } from '#io/clock.ts';
import type { Digest } from '#schema/primitives.ts';
import type { Blobs } from './blobs.ts';
import type { Emit } from './events.ts';
import type { Line, Link, OpenIo } from './line.ts';
import type { StageResult } from './results.ts';
import type { Store } from './store.ts';

/** Everything a run works with; fixed for its duration. */
export interface Engine<World> {
  readonly line: Line<World, unknown>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly store: Store;
  /** The world for one computation, whose puts go through the given blobs. */
  readonly world: (blobs: Blobs) => OpenIo<World>;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Fingerprint entries that rest on nothing of an item, by stage; starts empty. */
  readonly constants: Map<string, Promise<Readonly<Record<string, string>>>>;
  /** Aborted by SIGINT: nothing new is started. */
  readonly signal: AbortSignal;
  /** Waits before each further try after trouble of the machine. */
  readonly backoffMs: readonly number[];
}

/** An item in front of a stage. */
export interface Task<World> {
  readonly link: Link<World>;
  readonly position: number;
  readonly key: string;
  readonly root: string;
  /** Digest of the input without what only this machine saw. */
  readonly input: Digest;
  load(): Promise<unknown>;
  /** What led here, head of the line first. */
  readonly lineage: readonly Ancestor<World>[];
}
export interface Ancestor<World> {
  readonly task: Task<World>;
  readonly result: StageResult;
  readonly fingerprint: Digest;
}
