import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UserError } from '#schema/errors.ts';
import { PrSource } from '#schema/source.ts';
import { parseYaml } from '#io/yaml.ts';
import { makeExample } from '../../examples/make-repository.ts';
import { placeOfRepository } from '../../examples/place.ts';

const SOURCES = 'examples/sources';
const sources = readdirSync(SOURCES)
  .sort()
  .map((file) => ({ file, source: parseYaml(readFileSync(join(SOURCES, file)), `${SOURCES}/${file}`, PrSource) }));
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
afterAll(() => rmSync(folder, { recursive: true }));
const git = (gitDir: string, ...args: string[]) => execFileSync('git', [`--git-dir=${gitDir}`, ...args], { encoding: 'utf8' }).trim();

describe.each(sources)('$file', ({ source }) => {
  const name = source.repository.replace('examples:', '');
  const gitDir = join(folder, `${name}.git`);

  test('the scripted history ends at the commits that the source pins', async () => {
    const landed = [...(await makeExample(name, gitDir)).values()];
    expect([landed[0], landed.at(-1)]).toEqual([source.range.from, source.range.to]);
    expect(git(gitDir, 'rev-parse', 'refs/heads/main')).toBe(source.range.to);
    expect(git(gitDir, 'rev-list', '--first-parent', '--reverse', 'main').split('\n')).toEqual(landed);
  });

  test('is a whole repository with a ref for each pull request', () => {
    expect(git(gitDir, 'fsck', '--full', '--strict')).toBe('');
    const merged = git(gitDir, 'log', '--first-parent', '--format=%s', 'main')
      .match(/#\d+/g)
      ?.map((each) => each.slice(1));
    const refs = git(gitDir, 'for-each-ref', '--format=%(refname)', 'refs/pull').split('\n');
    expect(refs).toEqual([...(merged ?? [])].sort((a, b) => (a < b ? -1 : 1)).map((number) => `refs/pull/${number}/head`));
    const merges = git(gitDir, 'log', '--first-parent', '--merges', '--format=%s %P', 'main').split('\n');
    for (const line of merges) {
      const [, number, head] = /#(\d+) .* (\w{40})$/.exec(line) ?? [];
      expect(git(gitDir, 'rev-parse', `refs/pull/${number}/head`)).toBe(head);
    }
  });

  test('is written the same under another zone, language and umask', async () => {
    const before = { TZ: process.env['TZ'], LANG: process.env['LANG'], GIT_AUTHOR_NAME: process.env['GIT_AUTHOR_NAME'] };
    Object.assign(process.env, { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', GIT_AUTHOR_NAME: 'Somebody Else' });
    try {
      const landed = await makeExample(name, join(folder, `${name}-again.git`));
      expect([...landed.values()].at(-1)).toBe(source.range.to);
    } finally {
      for (const [key, value] of Object.entries(before))
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
    }
  });
});

test('an unknown name is the user’s to mend', async () => {
  await expect(makeExample('nothing', join(folder, 'nothing.git'))).rejects.toThrow(UserError);
  await expect(makeExample('../ledger', join(folder, 'escape.git'))).rejects.toThrow(UserError);
});

test('a scripted repository is written once and then found; other places are their own', async () => {
  const cache = join(folder, 'cache');
  const place = await placeOfRepository('examples:shelf', cache);
  expect(git(place, 'rev-parse', 'main')).toBe(sources.find(({ source }) => source.repository === 'examples:shelf')?.source.range.to);
  const before = statSync(place).ino;
  expect(await placeOfRepository('examples:shelf', cache)).toBe(place);
  expect([statSync(place).ino, readdirSync(join(cache, 'examples'))]).toEqual([before, [basename(place)]]);
  expect(await placeOfRepository('/srv/some.git', cache)).toBe('/srv/some.git');
});
