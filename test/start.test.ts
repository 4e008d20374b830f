import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = `import { said } from '#schema/said.ts';
import { z } from 'zod';
const where: string = import.meta.url;
if (process.argv[2] === 'fail') throw new Error('on line 4');
const { late } = await import('./late.ts');
console.log(JSON.stringify([said, late, where, process.argv.slice(1), z.string().parse('z')]));
`;

describe('the start of a program', () => {
  let project = '';
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const start = (...args: readonly string[]) => {
    const ran = spawnSync(process.execPath, ['scripts/start.mjs', 'stages/main.ts', ...args], {
      cwd: project,
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { status: ran.status, stderr: ran.stderr, said: ran.stdout === '' ? null : (JSON.parse(ran.stdout) as unknown[]) };
  };
  const bundles = () => readdirSync(join(project, 'node_modules/.cache/loopsmith'));

  beforeEach(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'loopsmith-start-')));
    for (const room of ['languages', 'io', 'pipeline', 'node_modules']) mkdirSync(join(project, room));
    write('package.json', JSON.stringify({ type: 'module', imports: { '#schema/*': './schema/*' } }));
    write('pnpm-lock.yaml', '');
    write('schema/said.ts', `export const said: string = 'one';\n`);
    write('stages/main.ts', MAIN);
    write('stages/late.ts', `export const late = 'late' as const;\n`);
    write('runtime/main.ts', '');
    mkdirSync(join(project, 'scripts'));
    cpSync(join(ROOT, 'scripts/start.mjs'), join(project, 'scripts/start.mjs'));
    for (const name of ['esbuild', 'tsx', 'zod'])
      symlinkSync(realpathSync(join(ROOT, 'node_modules', name)), join(project, 'node_modules', name));
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  const main = () => join(project, 'stages/main.ts');
  const told = (said: string, ...args: readonly string[]) => [said, 'late', pathToFileURL(main()).href, [main(), ...args], 'z'];

  it('bundles once, and knows where its sources lie', () => {
    expect(start('a', '--b')).toEqual({ status: 0, stderr: '', said: told('one', 'a', '--b') });
    expect(bundles()).toHaveLength(1);
    // Without the bundler there is the bundle.
    unlinkSync(join(project, 'node_modules/esbuild'));
    expect(start().said).toEqual(told('one'));
  });

  it('takes every change of a source', () => {
    expect(start().said).toEqual(told('one'));
    write('schema/said.ts', `export const said: string = 'two';\n`);
    expect(start().said).toEqual(told('two'));
    expect(bundles()).toHaveLength(2);
  });

  it('starts module by module where nothing can be written', () => {
    writeFileSync(join(project, 'node_modules/.cache'), '');
    expect(start('a')).toEqual({ status: 0, stderr: '', said: told('one', 'a') });
  });

  it('names the line of the source when it fails', () => {
    const failed = start('fail');
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('stages/main.ts:4');
  });

  it('tells what cannot be bundled, and leaves no half of it', () => {
    write('stages/main.ts', 'const = 1;\n');
    const failed = start();
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('stages/main.ts:1:6');
    expect(bundles()).toEqual([]);
    write('stages/main.ts', MAIN);
    expect(start().said).toEqual(told('one'));
  });
});
