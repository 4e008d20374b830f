import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { digests, readManifest, run, writePool } from './example-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'determinism-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('zone, language, folder, working directory and concurrency change no byte of a pool', async () => {
  const here = join(folder, 'here');
  const there = join(folder, 'a much longer folder', 'þere');
  mkdirSync(there, { recursive: true });
  await run('stages', ['pool:build', '--pool', await writePool(here, { upTo: 'balances' }), '--concurrency', '1'], {
    env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
  });
  await run('stages', ['pool:build', '--pool', await writePool(there, { upTo: 'balances' }), '--concurrency', '4'], {
    cwd: there,
    env: { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  });

  expect(readManifest(join(here, 'out')).tasks.length).toBeGreaterThan(0);
  expect(readManifest(join(there, 'out')).digest).toBe(readManifest(join(here, 'out')).digest);
  expect(digests(join(there, 'out'))).toEqual(digests(join(here, 'out')));
});
