import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runToys, treeOf } from './bench.ts';

const scratch = mkdtempSync(join(tmpdir(), 'toy-kill-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const script = join(import.meta.dirname, 'toy-process.ts');

function start(
  folder: string,
  pauseMs: number,
  go = '',
): { readonly child: ChildProcess; readonly ended: Promise<{ code: number | null; out: string; err: string }> } {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder, String(pauseMs), go], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended };
}
async function locked(child: ChildProcess): Promise<void> {
  if (child.stdout !== null) await once(child.stdout, 'data');
}

describe('kill -9', () => {
  it('at any moment loses at most what was in flight, and the next run ends in the same bytes with nothing left over', async () => {
    const undisturbed = join(scratch, 'undisturbed');
    await runToys({ folder: undisturbed });
    const folder = join(scratch, 'killed');
    let kills = 0;
    let last = '';
    for (let delay = 10; ; delay += 25) {
      const { child, ended } = start(folder, 25);
      await locked(child);
      const killed = setTimeout(() => child.kill('SIGKILL'), delay);
      const { code, out, err } = await ended;
      clearTimeout(killed);
      if (code === 0) {
        last = out.trim().split('\n').at(-1) ?? '';
        break;
      }
      expect(err).toBe('');
      kills++;
      expect(kills).toBeLessThan(40);
    }
    expect(kills).toBeGreaterThan(2);
    const { book } = JSON.parse(last);
    expect(book).toEqual((await runToys({ folder: undisturbed })).book);
    expect(treeOf(join(folder, '.pool'))).toEqual(treeOf(join(undisturbed, '.pool')));
    expect(readdirSync(join(folder, '.pool/locks'))).toEqual([]);
    expect(readdirSync(join(folder, '.pool/tmp'))).toEqual([]);
  }, 120_000);

  it('loses no finished item: each is computed once, but for those in flight', async () => {
    const folder = join(scratch, 'once');
    const { child, ended } = start(folder, 60);
    await locked(child);
    setTimeout(() => child.kill('SIGKILL'), 200);
    await ended;
    const done = readFileSync(join(folder, '.pool/journal.jsonl'), 'utf8').split('\n').filter(Boolean).length;
    const next = await runToys({ folder });
    expect(done).toBeGreaterThan(0);
    // Killed between an answer and its line in the journal, an item is done and not in the journal: of the three at work.
    expect(next.computed.length).toBeLessThanOrEqual(17 - done);
    expect(next.computed.length).toBeGreaterThanOrEqual(17 - done - 3);
  }, 30_000);
});

describe('two processes on one pool', () => {
  it('exclude each other; the message names the holder; a crash leaves no lock that holds', async () => {
    const folder = join(scratch, 'two');
    const first = start(folder, 60_000);
    await locked(first.child);
    const second = await start(folder, 0).ended;
    expect(second.code).toBe(2);
    expect(second.err).toMatch(
      new RegExp(`process ${first.child.pid} on \\S+ works on this pool \\(toys\\)\\. Wait for it, or stop it\\.`),
    );
    first.child.kill('SIGKILL');
    await first.ended;
    expect(readdirSync(join(folder, '.pool/locks'))).toHaveLength(1);
    expect((await start(folder, 0).ended).code).toBe(0);
    expect(readdirSync(join(folder, '.pool/locks'))).toEqual([]);
  }, 30_000);

  it('started together: one works, and not both', async () => {
    const folder = join(scratch, 'together');
    const go = join(scratch, 'go');
    const all = [1, 2, 3].map(() => start(folder, 500, go));
    await Promise.all(all.map(({ child }) => locked(child)));
    writeFileSync(go, '');
    const codes = (await Promise.all(all.map((each) => each.ended))).map((each) => each.code).sort();
    expect(codes).toEqual([0, 2, 2]);
  }, 30_000);

  it('a pid that is used again by another process holds nothing', async () => {
    const folder = join(scratch, 'reused');
    const first = start(folder, 60_000);
    await locked(first.child);
    const locks = join(folder, '.pool/locks');
    const [name = ''] = readdirSync(locks);
    first.child.kill('SIGKILL');
    await first.ended;
    // The same host and boot, a living pid (ours), but another start time.
    const parts = name.split('~');
    writeFileSync(join(locks, [process.pid, '1', ...parts.slice(2)].join('~')), '(somebody)\n');
    expect((await start(folder, 0).ended).code).toBe(0);
    writeFileSync(join(locks, ['7', '1', parts[2], 'another-host'].join('~')), '(far away)\n');
    const refused = await start(folder, 0).ended;
    expect(refused.err).toContain('process 7 on another-host works on this pool (far away). If it is gone, remove ');
  }, 30_000);
});

describe('the journal', () => {
  it('bears a torn last line and starts a new one after it', async () => {
    const folder = join(scratch, 'torn');
    await runToys({ folder });
    const path = join(folder, '.pool/journal.jsonl');
    const whole = readFileSync(path, 'utf8');
    appendFileSync(path, whole.slice(0, 70));
    const ran = await runToys({ folder, settings: { lengthMin: 3, mark: '?' } });
    expect(ran.store.journal.torn).toBe(1);
    expect(ran.computed).toHaveLength(7);
    const lines = readFileSync(path, 'utf8').slice(whole.length).split('\n');
    expect(lines[0]).toBe(whole.slice(0, 70));
    expect(lines.slice(1, -1).map((line) => JSON.parse(line).stage)).toHaveLength(7);
  });
});
