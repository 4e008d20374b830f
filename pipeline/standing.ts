import type { Event } from './events.ts';

interface Running {
  readonly stage: string;
  readonly key: string;
  readonly since: number;
  readonly step: string;
}

/** Where a run stands, folded from its events; what every listener draws from. Times are milliseconds of the caller's clock. */
export interface Standing {
  readonly stages: readonly string[];
  readonly concurrency: number;
  /** Mean of earlier computations, by stage. */
  readonly pastMs: Readonly<Record<string, number>>;
  readonly startedAt: number;
  /** Items seen before, and done by, each stage. */
  readonly seen: Readonly<Record<string, number>>;
  readonly done: Readonly<Record<string, number>>;
  readonly computedMs: Readonly<Record<string, readonly number[]>>;
  readonly running: ReadonlyMap<string, Running>;
  readonly failed: number;
  readonly dropped: number;
}

/** Key of the one item of a stage that gathers all items. */
export const GATHERED = '*';

export const NOTHING_YET: Standing = {
  stages: [],
  concurrency: 1,
  pastMs: {},
  startedAt: 0,
  seen: {},
  done: {},
  computedMs: {},
  running: new Map(),
  failed: 0,
  dropped: 0,
};

export function stood(standing: Standing, event: Event, now: number): Standing {
  switch (event.type) {
    case 'run-started': {
      const first = event.stages[0];
      return { ...NOTHING_YET, ...event, startedAt: now, seen: first === undefined ? {} : { [first]: event.items } };
    }
    case 'started':
      return {
        ...standing,
        seen: gathered(standing, event),
        running: new Map(standing.running).set(idOf(event), { stage: event.stage, key: event.key, since: now, step: '' }),
      };
    case 'step': {
      const known = standing.running.get(idOf(event));
      if (known === undefined) return standing;
      const of = event.total === null ? '' : ` ${event.done ?? 0}/${event.total}`;
      return { ...standing, running: new Map(standing.running).set(idOf(event), { ...known, step: `${event.text}${of}` }) };
    }
    case 'ended': {
      const own = gathered(standing, event);
      const next = standing.stages[standing.stages.indexOf(event.stage) + 1];
      const seen =
        next === undefined || !standing.stages.includes(event.stage) ? own : { ...own, [next]: (own[next] ?? 0) + event.kept.length };
      const times = event.cached
        ? standing.computedMs
        : { ...standing.computedMs, [event.stage]: [...(standing.computedMs[event.stage] ?? []), event.ms] };
      return { ...settled(standing, event), seen, computedMs: times, dropped: standing.dropped + event.dropped.length };
    }
    case 'failed':
      return { ...settled(standing, event), failed: standing.failed + 1 };
    default:
      return standing;
  }
}

/** A stage that gathers everything has one item, however many went into it. */
function gathered({ seen }: Standing, event: { readonly stage: string; readonly key: string }): Standing['seen'] {
  return event.key === GATHERED ? { ...seen, [event.stage]: 1 } : seen;
}

function settled(standing: Standing, event: { readonly stage: string; readonly key: string }): Standing {
  const running = new Map(standing.running);
  running.delete(idOf(event));
  return { ...standing, running, done: { ...standing.done, [event.stage]: (standing.done[event.stage] ?? 0) + 1 } };
}

function idOf(event: { readonly stage: string; readonly key: string }): string {
  return `${event.stage}\n${event.key}`;
}

/** Milliseconds still to go, from what items of each stage took before and in this run; null while nothing is known of a stage. */
export function estimate(standing: Standing, now: number): number | null {
  let work = 0;
  let carried = 0;
  for (const stage of standing.stages) {
    const here = (standing.seen[stage] ?? 0) - (standing.done[stage] ?? 0) + carried;
    carried = here;
    if (here <= 0) continue;
    const times = standing.computedMs[stage] ?? [];
    const each = times.length > 0 ? times.reduce((a, b) => a + b, 0) / times.length : (standing.pastMs[stage] ?? 0);
    if (each === 0) return null;
    work += here * each;
  }
  const spent = [...standing.running.values()].reduce((sum, each) => sum + (now - each.since), 0);
  return Math.max(0, work - spent) / standing.concurrency;
}

/** `850 ms`, `12.3 s`, `4 min 05 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}
