import { setTimeout as wait } from 'node:timers/promises';
import type { Instant } from '#schema/primitives.ts';

/** Time as a parameter, so that a test can stand in for it. Order by sequence, durations by `monotonic`, `now` for display. */
export interface Clock {
  /** UTC, whole seconds. */
  now(): Instant;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => `${new Date().toISOString().slice(0, 19)}Z`,
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  },
};
