import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDenylists } from '#io/denylists.ts';
import { DENY_KINDS, denialOf } from '#schema/denylist.ts';
import { UserError } from '#schema/errors.ts';
import { testDirectory } from '#test/kit/git.ts';

let directory: ReturnType<typeof testDirectory>;
beforeEach(() => {
  directory = testDirectory('denylists');
});
afterEach(() => directory.remove());

describe('denylists', () => {
  it('reads ours, each entry once', async () => {
    const lists = await readDenylists('denylists');
    for (const kind of DENY_KINDS) expect(new Set(lists[kind].map((entry) => entry.what)).size).toBe(lists[kind].length);
    expect(lists.paths.length).toBeGreaterThan(3);
  });

  it('takes an absent file for an empty one, and names the place of an entry without a reason', async () => {
    expect((await readDenylists(directory.path)).paths).toEqual([]);
    mkdirSync(directory.path, { recursive: true });
    writeFileSync(join(directory.path, 'paths.yaml'), "entries:\n  - what: '**/*.x'\n    since: '2026-01-01'\n");
    const failure = await readDenylists(directory.path).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toMatch(/paths\.yaml:2:\d+ entries\.0\.why: is missing/);
  });

  it('knows a repository by any address, and a commit by its beginning', () => {
    const entry = (what: string) => [{ what, why: 'w', since: '2026-01-01' }];
    for (const address of ['https://GitHub.com/Owner/Name.git', 'https://github.com/owner/name/', 'http://github.com/owner/name'])
      expect(denialOf(entry('github.com/owner/name'), address)).not.toBeNull();
    expect(denialOf(entry('github.com/owner/name'), 'https://github.com/owner/name2')).toBeNull();
    expect(denialOf(entry('abcdef012345'), `abcdef012345${'0'.repeat(28)}`)).not.toBeNull();
    expect(denialOf(entry('abcdef'), `abcdef${'0'.repeat(34)}`)).toBeNull();
  });
});
