import type { Event, Listener } from '../events.ts';
import { duration, estimate, NOTHING_YET, stood } from '../standing.ts';

export interface Terminal {
  write(text: string): void;
  /** Milliseconds, monotonic. */
  now(): number;
}

/** One line for each thing that happened: for CI logs and pipes. Cached items are counted, not told one by one. */
export function plainListener(to: Terminal): Listener {
  let standing = NOTHING_YET;
  const say = (text: string): void => to.write(`${text}\n`);
  return {
    close() {},
    on(event: Event) {
      const now = to.now();
      standing = stood(standing, event, now);
      const line = told(event);
      if (line === null) return;
      const left = event.type === 'ended' ? estimate(standing, now) : null;
      const settled = (event.type === 'ended' || event.type === 'failed') && standing.stages.includes(event.stage);
      const counts = settled ? ` [${standing.done[event.stage] ?? 0}/${standing.seen[event.stage] ?? 0}]` : '';
      say(
        `${duration(now - standing.startedAt).padStart(10)} ${line}${counts}${left === null || left < 1000 ? '' : `, about ${duration(left)} left`}`,
      );
    },
  };
}

/** What an event says in words, or null when it is not worth a line. */
export function told(event: Event): string | null {
  switch (event.type) {
    case 'run-started':
      return `${event.items} item${event.items === 1 ? '' : 's'} through ${event.stages.join(' → ')}, ${event.concurrency} at once`;
    case 'checked':
      if (event.freshness.status === 'fresh') return null;
      return `${event.stage} ${event.key}: ${event.freshness.status}${event.freshness.status === 'stale' ? ` (${event.freshness.why.join(', ')})` : ''}`;
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
      return `${event.stage} ${event.key}: ${outcome(event)} in ${duration(event.ms)}`;
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
