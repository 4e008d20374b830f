import type { Clock } from '#io/clock.ts';
import { liveListener } from '#pipeline/listeners/live.ts';
import { ndjsonListener } from '#pipeline/listeners/ndjson.ts';
import type { Event, Listener } from '#pipeline/events.ts';
import type { Progress } from '#pipeline/stage.ts';
import { duration } from '#pipeline/standing.ts';
import { InfraError } from '#schema/errors.ts';
import type { Shell } from './shell.ts';

/** How often a plain line is written while one phase works. */
const EVERY_MS = 5000;

export interface Phases extends Disposable {
  /** What took how long, in order. */
  readonly taken: readonly { readonly phase: string; readonly ms: number }[];
  /** Tells of a phase while it works. A step after an interrupt ends it, with a line that says what is kept. */
  through<T>(phase: string, work: (progress: Progress) => Promise<T>): Promise<T>;
}

/** Tells the phases of one long work. `kept` says, at an interrupt, what the next run need not do again. */
export function tellPhases(
  shell: Shell,
  told: {
    readonly key: string;
    readonly phases: readonly string[];
    readonly clock: Clock;
    readonly how: 'live' | 'plain' | 'ndjson' | undefined;
    readonly kept: () => string;
  },
): Phases {
  const how = told.how ?? (shell.interactive ? 'live' : 'plain');
  const listener = how === 'live' ? liveListener(shell.terminal) : how === 'ndjson' ? ndjsonListener(shell.terminal) : plainSteps(shell);
  const { key, clock } = told;
  const taken: { phase: string; ms: number }[] = [];
  listener.on({ type: 'run-started', stages: told.phases, items: 1, concurrency: 1, pastMs: {} });
  return {
    taken,
    async through(phase, work) {
      const start = clock.monotonic();
      let at = '';
      const step: Progress['step'] = (text, done, total) => {
        at = `${text}${total === undefined ? '' : ` ${done ?? 0} of ${total}`}`;
        listener.on({ type: 'step', stage: phase, key, text, done: done ?? null, total: total ?? null });
        if (shell.signal.aborted) throw interrupted(`${phase}${at === '' ? '' : ` (${at})`}`, told.kept());
      };
      listener.on({ type: 'started', stage: phase, key });
      const value = await work({ step });
      const ms = clock.monotonic() - start;
      taken.push({ phase, ms });
      listener.on({ type: 'ended', stage: phase, key, cached: false, ms, kept: [key], dropped: [] });
      if (shell.signal.aborted) throw interrupted(`after ${phase}`, told.kept());
      return value;
    },
    [Symbol.dispose]: () => listener.close(),
  };
}

function interrupted(where: string, kept: string): InfraError {
  return new InfraError(`interrupted in ${where}. ${kept} The same command goes on from there.`, { retryable: false });
}

/** For logs and pipes: a line when a phase starts and ends, and one now and then between. */
function plainSteps({ terminal }: Shell): Listener {
  const start = terminal.now();
  let said = start;
  const say = (text: string): void => {
    said = terminal.now();
    terminal.write(`${duration(said - start).padStart(10)} ${text}\n`);
  };
  return {
    close() {},
    on(event: Event) {
      if (event.type === 'started') say(`${event.stage} …`);
      if (event.type === 'ended') say(`${event.stage} took ${duration(event.ms)}`);
      if (event.type === 'step' && event.total !== null && terminal.now() - said >= EVERY_MS)
        say(`${event.stage}: ${event.text} ${event.done ?? 0}/${event.total}`);
    },
  };
}
