import type { Event, Listener } from '../events.ts';
import { duration, estimate, NOTHING_YET, stood } from '../standing.ts';

export interface Terminal {
  write(text: string): void;
  /** Milliseconds, monotonic. */
  now(): number;
}

/** Where nothing was said for so long, the next step is: whoever reads a log must see that work goes on. */
const SILENCE_MS = 20_000;

/** One line for each thing that happened: for CI logs and pipes. Cached items are counted, not told one by one; steps only after a silence. */
export function plainListener(to: Terminal): Listener {
  let standing = NOTHING_YET;
  let said = Number.NEGATIVE_INFINITY;
  const say = (now: number, text: string): void => {
    said = now;
    to.write(`${duration(now - standing.startedAt).padStart(10)} ${text}\n`);
  };
  return {
    close() {},
    on(event: Event) {
      const now = to.now();
      standing = stood(standing, event, now);
      const left = (): string => {
        const ms = estimate(standing, now);
        return ms === null || ms < 1000 ? '' : `, about ${duration(ms)} left`;
      };
      if (event.type === 'step' && now - said >= SILENCE_MS) {
        const of = event.total === null ? '' : ` ${event.done ?? 0}/${event.total}`;
        say(now, `${event.stage} ${event.key}: ${event.text}${of}${standing.stages.includes(event.stage) ? left() : ''}`);
      }
      const line = told(event);
      if (line === null) return;
      const settled = (event.type === 'ended' || event.type === 'failed') && standing.stages.includes(event.stage);
      const counts = settled ? ` [${standing.done[event.stage] ?? 0}/${standing.seen[event.stage] ?? 0}]` : '';
      say(now, `${line}${counts}${event.type === 'ended' && settled ? left() : ''}`);
    },
  };
}

/** What an event says in words, or null when it is not worth a line. */
export function told(event: Event): string | null {
  switch (event.type) {
    case 'run-started':
      return `${event.items} item${event.items === 1 ? '' : 's'} through ${event.stages.join(' → ')}, ${event.concurrency} at once`;
    case 'checked':
      return event.freshness.status === 'stale' ? `${event.stage} ${event.key}: stale (${event.freshness.why.join(', ')})` : null;
    case 'started':
    case 'step':
      return null;
    case 'retry':
      return `${event.stage} ${event.key}: ${event.message}; try ${event.attempt} in ${duration(event.waitMs)}`;
    case 'recomputed':
      return `${event.stage} ${event.key}: computed again, ${event.why}`;
    case 'corrupt':
      return `object ${event.digest.slice(0, 12)} in the store is corrupt; what made it is computed again`;
    case 'ended':
      if (event.cached) return null;
      return `${event.stage} ${event.key}: ${outcome(event)}${event.ms > 0 ? ` in ${duration(event.ms)}` : ''}`;
    case 'failed':
      return `${event.stage} ${event.key}: ${event.kind === 'infra' ? 'not judged' : event.kind === 'bug' ? 'bug' : 'failed'}: ${event.message}`;
    case 'interrupted':
      return 'interrupted: nothing new is started';
    case 'run-ended':
      return `${event.computed} computed, ${event.cached} fresh${event.failed > 0 ? `, ${event.failed} failed` : ''}`;
  }
}

function outcome(event: Extract<Event, { type: 'ended' }>): string {
  const dropped = event.dropped.map((each) => `dropped ${each.key}: ${each.reason}`);
  return [...(event.kept.length > 0 ? [`kept${event.kept.length > 1 ? ` ${event.kept.length}` : ''}`] : []), ...dropped].join(', ');
}
