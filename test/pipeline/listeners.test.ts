import { describe, expect, it } from 'vitest';
import { type Event, untilRunEnded } from '#pipeline/events.ts';
import { liveListener, type LiveTerminal } from '#pipeline/listeners/live.ts';
import { ndjsonListener } from '#pipeline/listeners/ndjson.ts';
import { plainListener } from '#pipeline/listeners/plain.ts';
import { duration, estimate, NOTHING_YET, stood } from '#pipeline/standing.ts';

const START: Event = { type: 'run-started', stages: ['count', 'shout'], items: 2, concurrency: 2, pastMs: { count: 1000, shout: 3000 } };
const ENDED: Event = {
  type: 'ended',
  stage: 'count',
  key: 'a',
  cached: false,
  ms: 2000,
  kept: ['a/1', 'a/2'],
  dropped: [{ key: 'a/3', reason: 'scale-too-small', detail: '1 < 3' }],
};

function terminal(columns = 80) {
  let written = '';
  let tick = (): void => {};
  let now = 0;
  const to: LiveTerminal = {
    columns,
    write: (text) => {
      written += text;
    },
    now: () => now,
    every: (callback) => {
      tick = callback;
      return () => {
        tick = () => {};
      };
    },
  };
  return { to, tick: () => tick(), at: (ms: number) => (now = ms), take: () => written, clear: () => (written = '') };
}

describe('where a run stands', () => {
  it('foretells from this run, else from earlier ones, and for items not yet seen', () => {
    const started = stood(NOTHING_YET, START, 0);
    expect(estimate(started, 0)).toBe((2 * 1000 + 2 * 3000) / 2);
    const later = stood(started, ENDED, 2000);
    expect(later.seen).toEqual({ count: 2, shout: 2 });
    expect(estimate(later, 2000)).toBe((1 * 2000 + 3 * 3000) / 2);
    expect(estimate(stood(NOTHING_YET, { ...START, pastMs: {} }, 0), 0)).toBeNull();
  });
  it.each([
    [850, '850 ms'],
    [12_345, '12.3 s'],
    [245_000, '4 min 05 s'],
    [7_800_000, '2 h 10 min'],
  ])('%i ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('plain lines', () => {
  it('tell what happened, with counts and an estimate; cached items are not told', () => {
    const { to, at, take } = terminal();
    const { on } = plainListener(to);
    on(START);
    at(2000);
    on({ type: 'checked', stage: 'count', key: 'a', freshness: { status: 'stale', why: ['input changed'] } });
    on(ENDED);
    on({ ...ENDED, key: 'b', cached: true, dropped: [] });
    on({ type: 'failed', stage: 'shout', key: 'a/1', kind: 'infra', message: 'the daemon is away' });
    expect(take().split('\n')).toEqual([
      '      0 ms 2 items through count → shout, 2 at once',
      '     2.0 s count a: stale (input changed)',
      '     2.0 s count a: kept 2, dropped a/3: scale-too-small in 2.0 s [1/2], about 5.5 s left',
      '     2.0 s shout a/1: not judged: the daemon is away [1/4]',
      '',
    ]);
  });
  it('tell a step after a silence, so that long work shows that it goes on', () => {
    const { to, at, take, clear } = terminal();
    const { on } = plainListener(to);
    on({ ...START, pastMs: {} });
    clear();
    const step = (done: number): Event => ({ type: 'step', stage: 'count', key: 'a', text: 'counting', done, total: 9 });
    at(19_000);
    on(step(1));
    expect(take()).toBe('');
    at(20_000);
    on(step(2));
    at(30_000);
    on(step(3));
    expect(take()).toBe('    20.0 s count a: counting 2/9\n');
  });
  it('count a stage that gathers as one item, and foretell nothing from what stands outside the line', () => {
    const { to, at, take, clear } = terminal();
    const { on } = plainListener(to);
    on({ ...START, pastMs: {} });
    on({ ...ENDED, dropped: [] });
    on({ ...ENDED, key: 'b', dropped: [] });
    clear();
    at(5000);
    on({ type: 'started', stage: 'shout', key: '*' });
    on({ ...ENDED, stage: 'shout', key: '*', kept: ['*'], dropped: [] });
    on({ ...ENDED, stage: 'oracle', key: 'a', kept: ['a'], dropped: [] });
    expect(take().split('\n')).toEqual(['     5.0 s shout *: kept in 2.0 s [1/1]', '     5.0 s oracle a: kept in 2.0 s', '']);
  });
});

it('what abandoned work says after the end of the run is not told', () => {
  const heard: string[] = [];
  const emit = untilRunEnded((event) => heard.push(event.type));
  emit(START);
  emit({ type: 'run-ended', computed: 0, cached: 0, failed: 0 });
  emit({ type: 'failed', stage: 'count', key: 'a', kind: 'infra', message: 'the sandboxes are closed' });
  expect(heard).toEqual(['run-started', 'run-ended']);
});

describe('NDJSON', () => {
  it('is one event a line with its time', () => {
    const { to, at, take } = terminal();
    const { on } = ndjsonListener(to);
    at(7);
    on(START);
    on(ENDED);
    const lines = take()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ at: time, type, ms }) => [time, type, ms])).toEqual([
      [7, 'run-started', undefined],
      [7, 'ended', 2000],
    ]);
  });
});

describe('the live view', () => {
  it('redraws in place, keeps faults above, and never breaks a line', () => {
    const { to, tick, at, take, clear } = terminal(40);
    const listener = liveListener(to);
    listener.on(START);
    listener.on({ type: 'started', stage: 'count', key: 'a' });
    listener.on({ type: 'step', stage: 'count', key: 'a', text: 'measure the very long words of everything', done: 3, total: 9 });
    at(1500);
    tick();
    expect(take()).toBe('count 0/2 · shout 0/0\n  count a: measure the very long words…\n1.5 s elapsed, about 3.3 s left\n');
    clear();
    listener.on({ type: 'failed', stage: 'count', key: 'a', kind: 'user', message: 'x.yaml:1:1: wrong. Mend it.' });
    const lasting = 'count a: failed: x.yaml:1:1: wrong. Mend it.\n';
    expect(take().startsWith(`\u001b[3A\u001b[J${lasting}count 1/2 · shout 0/0\n`)).toBe(true);
    listener.close();
    clear();
    tick();
    expect(take()).toBe('');
  });
});
