import type { Event, Listener } from '../events.ts';
import { duration, estimate, NOTHING_YET, type Standing, stood } from '../standing.ts';
import { type Terminal, told } from './plain.ts';

export interface LiveTerminal extends Terminal {
  readonly columns: number;
  /** Calls back about ten times a second until the returned function is called; keeps no process alive. */
  every(callback: () => void): () => void;
}

const ROWS = 8;
/** Events that stay on the screen above the moving part. */
const LASTING: ReadonlySet<Event['type']> = new Set(['retry', 'recomputed', 'corrupt', 'failed', 'interrupted']);

/** A few lines that are redrawn in place: what runs, done of seen, elapsed, estimate. Faults and drops stay above. */
export function liveListener(to: LiveTerminal): Listener {
  let standing = NOTHING_YET;
  let drawn = 0;
  const erase = (): string => (drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`);
  const redraw = (lasting = ''): void => {
    const lines = standing.stages.length === 0 ? [] : picture(standing, to.now()).map((line) => cut(line, to.columns));
    to.write(`${erase()}${lasting}${lines.map((line) => `${line}\n`).join('')}`);
    drawn = lines.length;
  };
  const stop = to.every(() => redraw());
  return {
    on(event) {
      standing = stood(standing, event, to.now());
      const stays = LASTING.has(event.type) || (event.type === 'ended' && event.dropped.length > 0 && !event.cached);
      if (stays) redraw(`${told(event) ?? ''}\n`);
    },
    close() {
      stop();
      redraw();
    },
  };
}

/** The moving part, pure: one line of counts by stage, one for each running item, one of time. */
export function picture(standing: Standing, now: number): string[] {
  const counts = standing.stages.map((stage) => `${stage} ${standing.done[stage] ?? 0}/${standing.seen[stage] ?? 0}`).join(' · ');
  const running = [...standing.running.values()].slice(0, ROWS).map((each) => {
    const step = each.step === '' ? '' : `: ${each.step}`;
    return `  ${each.stage} ${each.key}${step} (${duration(now - each.since)})`;
  });
  const hidden = standing.running.size - running.length;
  const left = estimate(standing, now);
  const faults = `${standing.dropped > 0 ? `, ${standing.dropped} dropped` : ''}${standing.failed > 0 ? `, ${standing.failed} failed` : ''}`;
  const time = `${duration(now - standing.startedAt)} elapsed${left === null || left < 1000 ? '' : `, about ${duration(left)} left`}${faults}`;
  return [counts, ...running, ...(hidden > 0 ? [`  and ${hidden} more`] : []), time];
}

function cut(line: string, columns: number): string {
  const characters = [...line];
  return characters.length < columns ? line : `${characters.slice(0, Math.max(1, columns - 2)).join('')}…`;
}
