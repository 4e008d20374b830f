import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
let folder = '';

/** Runs the command line as a user would; PATH is what is given. */
function pool(args: readonly string[], path = process.env['PATH'] ?? ''): Promise<{ code: number; out: string; err: string }> {
  const command = ['--import', join(root, 'node_modules/tsx/dist/loader.mjs'), join(root, 'stages/main.ts'), ...args];
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: root, env: { HOME: folder, PATH: path, CI: 'true' } }, (error, out, err) => {
      done({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loopsmith-faults-'));
  await mkdir(join(folder, 'sources'));
  const good = await readFile(join(root, 'examples/sources/examples--ledger.yaml'), 'utf8');
  await writeFile(join(folder, 'sources/a--good.yaml'), good);
  await writeFile(join(folder, 'sources/b--bad.yaml'), good.replace(/ {2}from: .*/, '  from: 50f0c33'));
  await writeFile(join(folder, 'sources/c--gone.yaml'), good.replace('examples:ledger', join(folder, 'nowhere')));
  await cp(join(root, 'denylists'), join(folder, 'denylists'), { recursive: true });
  await writeFile(join(folder, 'pool.yaml'), 'name: faults\nsources: [sources/*.yaml]\nsandbox: local\n');
  await writeFile(join(folder, 'empty.yaml'), 'name: faults\nsources: [sources/a--good.yaml]\ncacheDir: other\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a pool with faults', () => {
  it('names a bad source and one that does not clone by file and line, finishes the others, and exits 2', async () => {
    const { code, out } = await pool(['stage:collect', '--pool', folder, '--json']);
    expect(code).toBe(2);
    const rows = JSON.parse(out) as { key: string; failure: { message: string } | null }[];
    const told = Object.fromEntries(rows.map((row) => [row.key, row.failure?.message ?? 'kept']));
    expect(told['a--good']).toBe('kept');
    expect(told['b--bad']).toMatch(/^sources\/b--bad\.yaml:\d+:\d+ range\.from: a full 40-digit object id, got string "50f0c33"/);
    expect(told['c--gone']).toMatch(/^sources\/c--gone\.yaml:4:1: repository .*nowhere: is not a git repository\./);
  }, 120_000);

  it('names a missing git', async () => {
    const bin = join(folder, 'bin');
    await mkdir(bin);
    await symlink(process.execPath, join(bin, 'node'));
    const { code, out, err } = await pool(['stage:collect', '--pool', join(folder, 'empty.yaml')], bin);
    expect(code).toBe(2);
    expect(`${out}${err}`).toMatch(/git: is not on PATH\. Install git/);
  }, 120_000);
});
