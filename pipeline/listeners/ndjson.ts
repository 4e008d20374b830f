import type { Listener } from '../events.ts';
import type { Terminal } from './plain.ts';

/** Every event as one JSON line with `at`, milliseconds since the listener was made: for programs. */
export function ndjsonListener(to: Terminal): Listener {
  const start = to.now();
  return {
    close() {},
    on: (event) => to.write(`${JSON.stringify({ at: Math.round(to.now() - start), ...event })}\n`),
  };
}
