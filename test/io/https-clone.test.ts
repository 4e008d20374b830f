import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRepositories } from '#io/repositories.ts';
import { scriptRepository, testDirectory, type ScriptedRepository } from '#test/kit/git.ts';
import { type HttpsGit, httpsGitLacks, serveHttpsGit } from '#test/kit/https-git.ts';

const lacks = httpsGitLacks();
if (lacks !== null) console.warn(`SKIPPED: cloning over https: this machine has no ${lacks}`);
const directory = testDirectory('https-clone');
afterAll(() => directory.remove());
const fresh = (name: string) => mkdtempSync(join(directory.path, `${name}-`));

describe.skipIf(lacks !== null)('a repository that an https server holds', () => {
  let server: HttpsGit;
  let made: ScriptedRepository;
  beforeAll(async () => {
    const root = fresh('served');
    mkdirSync(join(root, 'owner'));
    made = scriptRepository(join(root, 'owner', 'name.git'), [
      { commit: 'one', label: 'one', files: { 'a.txt': 'a\n' } },
      { branch: 'pr', from: 'one' },
      { commit: 'pr', on: 'pr', label: 'pr', files: { 'b.txt': 'b\n' } },
      { ref: 'refs/pull/7/head', at: 'pr' },
    ]);
    server = await serveHttpsGit(root, fresh('keys'));
  });
  afterAll(() => server.close());
  afterEach(() => vi.unstubAllEnvs());
  const open = (path: string) => createRepositories({ cacheDir: fresh('cache'), mirrors: [] }).open(`${server.address}/${path}`, []);

  it('is cloned with its pull requests, through the authority that the environment names', async () => {
    vi.stubEnv('GIT_SSL_CAINFO', server.authority);
    await using repository = await open('owner/name');
    expect(await repository.blob(made.git('rev-parse', `${made.at('pr')}:b.txt`))).toEqual(Buffer.from('b\n'));
    expect(server.requests.some((request) => request.startsWith('POST /owner/name/git-upload-pack'))).toBe(true);
  });
  it('is not read through a certificate that nobody vouches for', async () => {
    await expect(open('owner/name')).rejects.toThrow(/certificate/i);
  });
  it('is refused by name when the server does not have it', async () => {
    vi.stubEnv('GIT_SSL_CAINFO', server.authority);
    await expect(open('owner/absent')).rejects.toThrow(/owner\/absent.*cannot be read/s);
  });
});
