import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeExample } from '../examples/make-repository.ts';
import { run, writePool } from './e2e/example-pool.ts';

const README = readFileSync('README.md', 'utf8');
const scripts = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).scripts;

/** `$ …` lines of the console blocks, in order, as argv. */
const commands = [...README.matchAll(/^```console\n([\s\S]*?)^```/gm)]
  .flatMap((block) => (block[1] ?? '').split('\n'))
  .filter((line) => line.startsWith('$ '))
  .map((line) => line.slice(2));

/** Commands that would run this very test again. */
const AROUND = new Set(['test', 'check', 'test:long']);

const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  await writePool(folder);
  await makeExample('shelf', join(folder, 'mylib.git'));
});

/** What a reader types, on a pool in a folder of its own, so that nobody's real pool is touched. */
function argvOf(command: string): { readonly script: string; readonly main: 'stages' | 'runtime'; readonly argv: readonly string[] } {
  const words = command
    .replace(/^npx -y pnpm@10\.34\.8 |^pnpm /, '')
    .split(' ')
    .map((word) => word.replace(/^'(.*)'$/, '$1'));
  const [script = '', ...rest] = words;
  const places: Readonly<Record<string, string>> = {
    examples: folder,
    'tasks-out/examples': join(folder, 'out'),
    '/srv/git/mylib.git': join(folder, 'mylib.git'),
  };
  const argv = rest.map((word) => places[word] ?? word);
  const [, main, name] = /^node scripts\/start\.mjs (stages|runtime)\/main\.ts ?(\S*)$/.exec(scripts[script] ?? '') ?? [];
  if (main !== 'stages' && main !== 'runtime') throw new Error(`${command}: no script ${script} that starts a main file`);
  const own =
    script === 'quickstart' || script === 'source:add'
      ? ['--pool', folder]
      : script === 'lhb' && argv[0] === 'run'
        ? ['--output-path', join(folder, 'runs'), '--sandbox', 'local']
        : [];
  const runs = script === 'lhb' && argv[0] === 'runs' ? ['--output-path', join(folder, 'runs')] : [];
  return { script, main, argv: [...(name === '' || name === undefined ? [] : [name]), ...argv, ...own, ...runs] };
}

describe('every command of the README runs', () => {
  test('and there are some', () => expect(commands.length).toBeGreaterThan(10));

  test.each(commands.filter((command) => !AROUND.has(command.split(' ').at(-1) ?? '')))('%s', async (command) => {
    const { main, argv } = argvOf(command);
    const { stdout } = await run(main, argv);
    expect(stdout.trim()).not.toBe('');
  });
});

describe('what the README names is there', () => {
  test.each([
    ...new Set(
      [...README.matchAll(/^\| (`[^|]+`(?:, `[^|]+`)*) \|/gm)].flatMap((row) =>
        [...(row[1] ?? '').matchAll(/`([a-z:]+)/g)].map((match) => match[1] ?? ''),
      ),
    ),
  ])('a script for %s', (name) =>
    expect(Object.keys(scripts).some((script) => script === name || (name.endsWith(':') && script.startsWith(name)))).toBe(true),
  );

  test('every script but the ones for installing has its row', () => {
    const table = README.slice(README.indexOf('## Commands'), README.indexOf('With the example pool'));
    const named = Object.keys(scripts).filter((script) => !script.startsWith('stage:') && !table.includes(`\`${script}`));
    expect(named).toEqual([]);
  });

  test('every page it links to', () => {
    for (const [, path = ''] of README.matchAll(/\]\(([^)#:]+)\)/g))
      expect(() => readFileSync(path.endsWith('/') ? join(path, '0001-roles-with-manifest.md') : path)).not.toThrow();
  });
});
