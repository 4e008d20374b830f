import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const Found = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })) }),
});

/** A small tree with the project's rules, and what they say of it. */
function violations(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({ type: 'module', imports: { '#io/*': './io/*', '#stages/*': './stages/*', '#runtime/*': './runtime/*' } }),
    );
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    const rooms = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))];
    const argv = [
      resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      resolve('.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...rooms,
    ];
    const { stdout, stderr } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    return Found.parse(JSON.parse(stdout))
      .summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
      .sort();
  } finally {
    rmSync(root, { recursive: true });
  }
}

const EMPTY = 'export const nothing = 0;\n';

test('a tree that keeps the arrows has no violation', () => {
  expect(
    violations({
      'io/files.ts': `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n`,
      'stages/collect/a.ts': `export { read } from '#io/files.ts';\n`,
    }),
  ).toEqual([]);
});

test('an arrow turned around is seen', () => {
  const files = {
    'stages/collect/a.ts': EMPTY,
    'schema/a.ts': `export * from '#stages/collect/a.ts';\n`,
    'runtime/a.ts': `export * from '#stages/collect/a.ts';\n`,
    'io/a.ts': `export type { A } from '#runtime/a.ts';\n`,
  };
  expect(violations(files)).toEqual([
    'io-imports-schema-languages: io/a.ts',
    'runtime-imports-schema-languages-io: runtime/a.ts',
    'schema-imports-nothing-of-ours: schema/a.ts',
    'schema-imports-only-zod: schema/a.ts',
  ]);
});

test('a stage that imports another is seen, by type too', () => {
  expect(
    violations({ 'stages/collect/a.ts': 'export type A = 0;\n', 'stages/select/b.ts': `export type { A } from '../collect/a.ts';\n` }),
  ).toEqual(['stages-do-not-import-one-another: stages/select/b.ts']);
});

test.each([
  ['file-system-has-an-owner', `import 'node:fs/promises';\n`],
  ['child-process-has-an-owner', `import 'node:child_process';\n`],
  ['network-has-an-owner', `import 'node:net';\n`],
  ['docker-has-an-owner', `import 'dockerode';\n`],
  ['octokit-has-an-owner', `import '@octokit/rest';\n`],
  ['untrusted-git-has-an-owner', `import 'isomorphic-git';\n`],
  ['yaml-has-an-owner', `import 'yaml';\n`],
  ['commander-has-an-owner', `import 'commander';\n`],
])('%s', (rule, text) => {
  expect(violations({ 'pipeline/planted.ts': text })).toEqual([`${rule}: pipeline/planted.ts`]);
});

test('a cycle and an import that leads nowhere are seen', () => {
  const files = {
    'io/a.ts': `import { b } from './b.ts';\nexport const a = (): unknown => b;\n`,
    'io/b.ts': `import { a } from './a.ts';\nexport const b = (): unknown => a;\n`,
    'io/c.ts': `export * from './gone.ts';\n`,
  };
  expect([...new Set(violations(files).map((each) => each.split(':')[0]))]).toEqual(['no-circular', 'resolvable']);
});
