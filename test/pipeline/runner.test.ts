import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '#io/clock.ts';
import { exitOf } from '#pipeline/report.ts';
import { funnel, funnelText } from '#pipeline/funnel.ts';
import { runToys, treeOf, WORDS } from './bench.ts';

const made: string[] = [];
function fresh(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toys '));
  made.push(folder);
  return folder;
}
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const BOOK = {
  shouts: ['TEXT OF AARDVARK!', 'TEXT OF ANT!', 'TEXT OF APPLE!', 'TEXT OF BANANA!', 'TEXT OF BEE!', 'TEXT OF DONKEY!'],
  total: 31,
};

describe('a run', () => {
  it('brings every item through, and the second time computes nothing and writes nothing', async () => {
    const folder = fresh();
    const first = await runToys({ folder });
    expect(first.book).toEqual(BOOK);
    expect(first.computed).toHaveLength(4 + 3 + 3 + 6 + 1);
    const journal = readFileSync(join(folder, '.pool/journal.jsonl'), 'utf8');
    const second = await runToys({ folder });
    expect(second.computed).toEqual([]);
    expect(second.book).toEqual(BOOK);
    expect(readFileSync(join(folder, '.pool/journal.jsonl'), 'utf8')).toBe(journal);
    expect(exitOf(second.report)).toBe(0);
  });

  it('gives the same bytes at any concurrency', async () => {
    const trees = await Promise.all(
      [1, 2, 7, 64].map(async (concurrency, i) => {
        const folder = fresh();
        let turn = i;
        const pause = async (): Promise<void> => {
          turn = (turn * 7 + 3) % 11;
          await new Promise((resolve) => setTimeout(resolve, turn));
        };
        await runToys({ folder, options: { concurrency }, world: { pause } });
        return treeOf(join(folder, '.pool', 'results'));
      }),
    );
    for (const tree of trees) expect(tree).toEqual(trees[0]);
    expect(Object.keys(trees[0] ?? {})).toHaveLength(17);
  });

  it('keeps what only one machine saw out of every digest, and follows a pool that was moved', async () => {
    const one = fresh();
    const first = await runToys({ folder: one });
    const machine = { gitDir: '/srv/clones/x', observed: 99 };
    const two = await runToys({ folder: fresh(), world: { machine } });
    expect(two.report.rows.map((row) => row.fingerprint)).toEqual(first.report.rows.map((row) => row.fingerprint));
    const moved = fresh();
    renameSync(one, moved);
    const after = await runToys({ folder: moved });
    expect(after.computed).toEqual([]);
    const counted = after.report.rows.find((row) => row.stage === 'count' && row.key === 'a')?.outcomes?.[0];
    expect(counted !== undefined && 'object' in counted && (await after.store.getValue(counted.object))).toMatchObject({
      gitDir: join(moved, '.pool/clones/x'),
    });
  });

  it('never has more at work than it may', async () => {
    let now = 0;
    let most = 0;
    const pause = async (): Promise<void> => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
    };
    await runToys({ folder: fresh(), options: { concurrency: 2 }, world: { pause } });
    expect(most).toBe(2);
  });

  it('recomputes only what a changed option, tool or input can change, and says why', async () => {
    const folder = fresh();
    await runToys({ folder });
    const mark = await runToys({ folder, settings: { lengthMin: 3, mark: '?' } });
    expect(mark.computed.map((each) => each.split(' ')[0])).toEqual(['bind', ...Array(6).fill('shout')]);
    expect(whys(mark)).toContain('shout b/bee: option mark "!" → "?"');
    const tool = await runToys({ folder, settings: { lengthMin: 3, mark: '?' }, world: { tool: { version: '2.0' } } });
    expect(whys(tool)).toContain('shout b/bee: tool voice 1.0 → 2.0');
    const input = await runToys({
      folder,
      settings: { lengthMin: 3, mark: '?' },
      world: { tool: { version: '2.0' } },
      words: { ...WORDS, b: ['bee', 'bison'] },
    });
    expect(input.computed).toEqual(['bind *', 'count b', 'pass b', 'shout b/bison', 'split b']);
    expect(whys(input)).toContain('count b: input changed');
    expect(await runToys({ folder, settings: { lengthMin: 3, mark: '!' } })).toMatchObject({ computed: [] });
  });

  it('runs the last stage again when what it published is gone', async () => {
    const folder = fresh();
    await runToys({ folder });
    rmSync(join(folder, 'published'), { recursive: true });
    const again = await runToys({ folder });
    expect(again.computed).toEqual(['bind *']);
    expect(whys(again)).toEqual(['bind *: the published folder is gone']);
  });

  it('never serves an unpinned item from the store', async () => {
    const folder = fresh();
    const world = { tool: { version: 'latest' } };
    await runToys({ folder, world });
    const again = await runToys({ folder, world });
    expect(again.computed).toHaveLength(6);
    expect(whys(again)).toContain('shout b/bee: unpinned: the voice is not pinned');
  });
});

function whys(ran: Awaited<ReturnType<typeof runToys>>): string[] {
  return ran.events.flatMap((event) =>
    event.type === 'checked' && event.freshness.status === 'stale'
      ? [`${event.stage} ${event.key}: ${event.freshness.why.join(', ')}`]
      : [],
  );
}

describe('faults', () => {
  const at = (stage: string, key: string, fault: 'user' | 'infra' | 'bug') => ({
    faults: { of: (s: string, k: string) => (s === stage && k === key ? fault : null) },
  });

  it.each([
    ['user', 2, 'toys/a.yaml:3:1: the word is wrong. Spell it.'],
    ['infra', 4, 'the daemon is away for a'],
    ['bug', 3, 'TypeError: toy bug at a'],
  ] as const)('of kind %s: the others go on, exit %i', async (kind, exit, message) => {
    const ran = await runToys({ folder: fresh(), world: at('count', 'a', kind) });
    expect(exitOf(ran.report)).toBe(exit);
    expect(ran.book).toEqual({ shouts: BOOK.shouts.slice(3), total: 15 });
    const row = ran.report.rows.find((each) => each.key === 'a');
    expect(row?.failure?.message).toContain(message);
    expect(funnel(ran.report)[0]).toMatchObject({
      in: 4,
      out: 2,
      notJudged: [{ key: 'a' }],
      dropped: [{ reason: 'repository-empty', count: 1 }],
    });
    expect(kind === 'bug').toBe(row?.failure?.message.includes('toy.ts'));
  });

  it('of the machine is tried again, with a bound, and the next run goes on', async () => {
    const folder = fresh();
    let tries = 0;
    const world = {
      faults: { of: (stage: string, key: string) => (stage === 'shout' && key === 'b/bee' && tries++ < 2 ? ('infra' as const) : null) },
    };
    const ran = await runToys({ folder, world });
    expect(tries).toBe(3);
    expect(ran.book).toEqual(BOOK);
    expect(ran.events.filter((event) => event.type === 'retry')).toHaveLength(2);
    const down = await runToys({ folder: fresh(), world: at('shout', 'b/bee', 'infra') });
    expect(down.events.filter((event) => event.type === 'retry')).toHaveLength(2);
    expect(exitOf(down.report)).toBe(4);
  });

  it('an interrupt starts nothing new and leaves what is done', async () => {
    const folder = fresh();
    const stop = new AbortController();
    let done = 0;
    const pause = async (): Promise<void> => {
      if (++done === 4) stop.abort();
    };
    const ran = await runToys({ folder, signal: stop.signal, world: { pause }, options: { concurrency: 1 }, clock: systemClock });
    expect(exitOf(ran.report)).toBe(130);
    expect(ran.book).toBeNull();
    const next = await runToys({ folder });
    expect(next.book).toEqual(BOOK);
    expect(next.computed.length).toBeLessThan(17);
    expect(next.computed.length + ran.computed.length).toBe(17);
  });
});

describe('a damaged store', () => {
  it('makes a corrupt or lost object again, and says so', async () => {
    const folder = fresh();
    await runToys({ folder });
    const objects = join(folder, '.pool/objects');
    for (const path of readdirSync(objects, { recursive: true, encoding: 'utf8' })) {
      if (path.length < 60) continue;
      if (path.charCodeAt(4) % 2 === 0) rmSync(join(objects, path));
      else writeFileSync(join(objects, path), 'rotten');
    }
    const healed = await runToys({ folder, settings: { lengthMin: 3, mark: '!!' } });
    expect(healed.book).toEqual({ ...BOOK, shouts: BOOK.shouts.map((each) => `${each}!`) });
    expect(healed.events.some((event) => event.type === 'corrupt')).toBe(true);
    expect(exitOf(healed.report)).toBe(0);
  });

  it('all of whose objects are gone is filled again', async () => {
    const folder = fresh();
    await runToys({ folder });
    rmSync(join(folder, '.pool/objects'), { recursive: true });
    const ran = await runToys({ folder });
    expect(ran.book).toEqual(BOOK);
  });
});

describe('asking for less', () => {
  it('computes what was asked for and takes along what is fresh', async () => {
    const folder = fresh();
    const only = (key: string): boolean => key === 'b';
    const part = await runToys({ folder, options: { only } });
    expect(part.book).toMatchObject({ total: 9 });
    expect(part.report.leftOut).toEqual(['a', 'c', 'd']);
    const other = await runToys({ folder, options: { only: (key) => key === 'd' } });
    expect(other.book).toMatchObject({ total: 15 });
    expect(other.report.leftOut).toEqual(['a', 'c']);
  });

  it('reaches items behind a fan by their own key', async () => {
    const ran = await runToys({ folder: fresh(), options: { only: (key) => key === 'a/ant' } });
    expect(ran.computed.filter((each) => each.startsWith('shout'))).toEqual(['shout a/ant']);
    expect(ran.book).toMatchObject({ total: 3 });
  });

  it('frozen computes nothing and finds what is not fresh', async () => {
    const folder = fresh();
    const cold = await runToys({ folder, options: { act: 'frozen' } });
    expect(cold.computed).toEqual([]);
    expect(exitOf(cold.report)).toBe(1);
    await runToys({ folder });
    expect(exitOf((await runToys({ folder, options: { act: 'frozen' } })).report)).toBe(0);
  });

  it('looking tells of items behind a stale stage from their old answers', async () => {
    const folder = fresh();
    await runToys({ folder });
    const looked = await runToys({ folder, settings: { lengthMin: 4, mark: '!' }, options: { act: 'look' } });
    expect(looked.computed).toEqual([]);
    const bee = looked.report.rows.find((row) => row.stage === 'shout' && row.key === 'b/bee');
    expect(bee).toMatchObject({ freshness: { status: 'fresh' }, behind: 'split' });
    expect(exitOf(looked.report)).toBe(0);
  });
});

describe('the funnel', () => {
  it('counts what came in, went on and left, with details', async () => {
    const { report } = await runToys({ folder: fresh() });
    const text = funnelText(funnel(report));
    expect(
      text
        .split('\n')
        .slice(0, 6)
        .map((row) => row.split(/\s+/).slice(0, 4).join(' ')),
    ).toEqual(['stage in kept dropped', 'count 4 3 1', 'pass 3 3 0', 'split 3 6 1', 'shout 6 6 0', 'bind 1 1 0']);
    expect(text).toContain('d/do  scale-too-small');
  });
});
