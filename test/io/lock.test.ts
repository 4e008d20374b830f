import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { holdLock } from '#io/lock.ts';
import { testDirectory } from '#test/kit/git.ts';

const directory = testDirectory('lock');
afterAll(() => directory.remove());
const path = (name: string) => join(directory.path, name);

describe('a lock', () => {
  it('is held by one, told by name, and gone afterwards', async () => {
    {
      await using _held = await holdLock(path('a'), { waitMs: 0 });
      await expect(holdLock(path('a'), { waitMs: 0 })).rejects.toThrow(new RegExp(`held by process ${process.pid}`));
    }
    expect(existsSync(path('a'))).toBe(false);
    await using _again = await holdLock(path('a'), { waitMs: 0 });
  });
  it('is waited for', async () => {
    const held = await holdLock(path('b'), { waitMs: 0 });
    setTimeout(() => void held[Symbol.asyncDispose](), 150);
    await using _mine = await holdLock(path('b'), { waitMs: 5000 });
    expect(existsSync(path('b'))).toBe(true);
  });
  it('lets only one in at a time', async () => {
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await using _held = await holdLock(path('c'), { waitMs: 60_000 });
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 5));
        inside--;
      }),
    );
    expect([most, inside]).toEqual([1, 0]);
    expect(readdirSync(directory.path).filter((name) => name.startsWith('c'))).toEqual([]);
  });
  it('is taken over from a process that was killed, a reused id, an earlier boot, a torn file', async () => {
    const child = spawn(
      'node_modules/.bin/tsx',
      [
        '-e',
        `import('${join(process.cwd(), 'io/lock.ts')}').then(async (m) => { await m.holdLock('${path('d')}', { waitMs: 0 }); console.log('held'); setInterval(() => {}, 1000); })`,
      ],
      { detached: true },
    );
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(holdLock(path('d'), { waitMs: 0 })).rejects.toThrow(/is held by process/);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    const left = JSON.parse(readFileSync(path('d'), 'utf8'));
    let mine = '';
    {
      await using _taken = await holdLock(path('d'), { waitMs: 2000 });
      mine = readFileSync(path('d'), 'utf8');
    }
    writeFileSync(path('d'), mine);
    await expect(holdLock(path('d'), { waitMs: 0 })).rejects.toThrow(/is held by process/);
    for (const text of [
      JSON.stringify({ ...left, pid: process.pid }),
      JSON.stringify({ ...JSON.parse(mine), boot: 'earlier' }),
      '{"pid":',
      '',
    ]) {
      writeFileSync(path('d'), text);
      await using _taken = await holdLock(path('d'), { waitMs: 0 });
    }
    writeFileSync(path('d'), JSON.stringify({ ...left, host: 'elsewhere' }));
    await expect(holdLock(path('d'), { waitMs: 0 })).rejects.toThrow(/on elsewhere/);
  });
});
