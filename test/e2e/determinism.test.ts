import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Manifest } from '#schema/manifest.ts';
import { digests, run, writePool } from './example-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'determinism-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = (pool: string) => Manifest.parse(JSON.parse(readFileSync(join(pool, 'out/manifest.json'), 'utf8')));

test('zone, language, folder, working directory and concurrency change no byte of a pool', async () => {
  const here = join(folder, 'here');
  const there = join(folder, 'a much longer folder', 'þere');
  mkdirSync(there, { recursive: true });
  await run('stages', ['pool:build', '--pool', writePool(here), '--concurrency', '1'], { env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } });
  await run('stages', ['pool:build', '--pool', writePool(there), '--concurrency', '4'], { cwd: there, env: { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } });

  const [first, second] = [manifestOf(here), manifestOf(there)];
  expect(first.tasks.length).toBeGreaterThan(0);
  expect(second.digest).toBe(first.digest);
  expect({ ...second, observed: {} }).toEqual({ ...first, observed: {} });
  for (const { id } of first.tasks) expect(digests(join(there, 'out', id))).toEqual(digests(join(here, 'out', id)));
});
