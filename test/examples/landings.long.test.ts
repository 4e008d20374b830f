import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeExample } from '../../examples/make-repository.ts';

/** How each scripted repository runs its tests, and landings whose tests say nothing: they only document, release or take back. */
const EXAMPLES = [
  { name: 'ledger', argv: [process.execPath, '--test'], silent: ['start', 'checkout-v4', 'guide', 'revert-query-cache', 'release'] },
  { name: 'shelf', argv: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'], silent: ['start', 'guide'] },
];

const folder = mkdtempSync(join(tmpdir(), 'landings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const git = (gitDir: string, args: string[]) =>
  execFileSync('git', [`--git-dir=${gitDir}`, ...args], { encoding: 'utf8', maxBuffer: 1e8 }).trim();

/** The whole tree of `source`, with the paths `overlaid` as they are at `tests`, in a new folder. */
function checkOut(gitDir: string, source: string, tests: string, overlaid: readonly string[]): string {
  const place = mkdtempSync(join(folder, 'tree-'));
  const unpack = (revision: string, paths: readonly string[]) =>
    execFileSync('tar', ['-x', '-C', place], { input: execFileSync('git', [`--git-dir=${gitDir}`, 'archive', revision, ...paths]) });
  unpack(source, []);
  if (overlaid.length > 0) unpack(tests, overlaid);
  return place;
}

function passes(argv: readonly string[], place: string): boolean {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
  const [file = '', ...rest] = argv;
  return spawnSync(file, rest, { cwd: place, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } }).status === 0;
}

describe.each(EXAMPLES)('$name', ({ name, argv, silent }) => {
  test('each landing passes its tests, and its tests fail without it', async () => {
    const gitDir = join(folder, `${name}.git`);
    const landed = await makeExample(name, gitDir);
    const wrong: string[] = [];
    for (const [landing, commit] of landed) {
      if (!passes(argv, checkOut(gitDir, commit, commit, []))) wrong.push(`${landing}: fails at its own commit`);
      if (silent.includes(landing)) continue;
      const touched = git(gitDir, ['diff', '--no-renames', '--diff-filter=AM', '--name-only', `${commit}^1`, commit]).split('\n');
      const tests = touched.filter((path) => /^tests?\//.test(path));
      if (tests.length === 0) wrong.push(`${landing}: has no tests`);
      else if (passes(argv, checkOut(gitDir, `${commit}^1`, commit, tests))) wrong.push(`${landing}: its tests pass without it`);
    }
    expect(wrong).toEqual([]);
  });
});
