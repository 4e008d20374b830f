import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createRepositories } from '#io/repositories.ts';
import type { Repository } from '#io/repository.ts';
import { plainGit, scriptRepository, testDirectory, type ScriptedRepository } from '#test/kit/git.ts';

const directory = testDirectory('hostile');
afterAll(() => directory.remove());
const marker = join(directory.path, 'marker');
beforeEach(() => rmSync(marker, { force: true }));
const fresh = (name: string) => mkdtempSync(join(directory.path, `${name}-`));
const touch = `touch ${marker}`;
const open = (address: string) => createRepositories({ cacheDir: fresh('cache'), mirrors: [] }).open(address, []);

function scripted(): ScriptedRepository {
  return scriptRepository(fresh('source'), [
    {
      commit: 'one',
      label: 'one',
      files: {
        'a.txt': 'a\n',
        'b.txt': 'b\n',
        '.gitattributes': '* diff=x filter=x merge=x\n*.bin -diff\na.txt binary\nb.txt merge=union\n',
      },
    },
    { commit: 'two', label: 'two', files: { 'a.txt': 'aa\n', 'b.txt': 'ours\n' } },
  ]);
}
const DRIVERS = `[core]\n\tfsmonitor = "${touch}; false"\n[filter "x"]\n\tclean = "${touch}; cat"\n\tsmudge = "${touch}; cat"\n[diff "x"]\n\ttextconv = "${touch}; cat"\n\tcommand = "${touch}"\n[uploadpack]\n\tpackObjectsHook = "${touch}; exec"\n[alias]\n\tcat-file = "!${touch}"\n`;

/** Every method once, over the two commits. */
async function useAll(repository: Repository, made: ScriptedRepository): Promise<void> {
  const [one, two] = await Promise.all([repository.commit(made.at('one')), repository.commit(made.at('two'))]);
  await Promise.all([
    repository.resolve('main'),
    repository.refs('refs/'),
    repository.missingBlobs([two.id]),
    repository.mergeBase(one.id, two.id),
    repository.isAncestor(one.id, two.id),
  ]);
  for await (const _ of repository.firstParentLine(null, two.id));
  for await (const _ of repository.between(one.id, two.id));
  for await (const _ of repository.diffHunks([[one.tree, two.tree]]));
  const entries = await repository.listTree(two.tree);
  await Promise.all(entries.map((entry) => repository.blob(entry.oid)));
  await repository.diffRaw(one.tree, two.tree);
  expect(await repository.applyPatch(one.tree, await repository.diffText(one.tree, two.tree))).toEqual({ tree: two.tree });
  await repository.merge(one.tree, two.tree, await repository.writeTree(entries.slice(1)));
}

describe('a hostile source', () => {
  it('runs none of its configuration and hooks, where plain git runs them', async () => {
    const made = scripted();
    const work = join(fresh('work'), 'w');
    plainGit(made.dir, ['clone', '-q', made.dir, work]);
    const gitDir = join(work, '.git');
    appendFileSync(join(gitDir, 'config'), DRIVERS);
    mkdirSync(join(gitDir, 'hooks'), { recursive: true });
    for (const hook of ['reference-transaction', 'post-index-change', 'pre-auto-gc', 'post-checkout', 'fsmonitor-watchman'])
      writeFileSync(join(gitDir, 'hooks', hook), `#!/bin/sh\n${touch}\n`, { mode: 0o755 });
    await using repository = await open(work);
    await useAll(repository, made);
    expect(existsSync(marker)).toBe(false);
    for (const control of [['status'], ['show', 'HEAD'], ['update-ref', 'refs/heads/x', 'HEAD']]) {
      rmSync(marker, { force: true });
      spawnSync('git', control, { cwd: work, env: { PATH: process.env['PATH'] } });
      expect([control, existsSync(marker)]).toEqual([control, true]);
    }
  });
  it('is read without its replacements, where plain git takes them', async () => {
    const made = scripted();
    const other = made.git('commit-tree', '-m', 'another history', `${made.at('one')}^{tree}`);
    made.git('replace', made.at('two'), other);
    await using repository = await open(made.dir);
    expect((await repository.commit(made.at('two'))).subject).toBe('two');
    expect(made.git('log', '-1', '--format=%s', made.at('two'))).toBe('another history');
    plainGit(repository.gitDir, ['update-ref', `refs/replace/${made.at('two')}`, (await repository.commit(made.at('one'))).id]);
    await using again = await createRepositories({ cacheDir: directory.path, mirrors: [] }).reopen(repository.gitDir);
    expect((await again.commit(made.at('two'))).subject).toBe('two');
    expect(
      plainGit(repository.gitDir, ['log', '-1', '--format=%s', made.at('two')])
        .toString()
        .trim(),
    ).toBe('one');
  });
  it('cannot change content or diffs by attributes it holds, where a work tree obeys them', async () => {
    const made = scripted();
    const work = join(fresh('work'), 'w');
    plainGit(made.dir, ['clone', '-q', made.dir, work]);
    expect(plainGit(work, ['diff', 'HEAD~1', 'HEAD', '--', 'a.txt']).toString()).toMatch(/Binary files/);
    await using repository = await open(made.dir);
    const [one, two] = await Promise.all([repository.commit(made.at('one')), repository.commit(made.at('two'))]);
    for await (const files of repository.diffHunks([[one.tree, two.tree]]))
      expect(files.map((file) => [file.path, file.binary])).toEqual([
        ['a.txt', false],
        ['b.txt', false],
      ]);
    expect((await repository.diffRaw(one.tree, two.tree)).map((file) => file.added)).toEqual([1, 1]);
    const entries = await repository.listTree(one.tree);
    const theirs = await repository.writeBlob(Buffer.from('theirs\n'));
    const merged = await repository.merge(
      one.tree,
      two.tree,
      await repository.writeTree(entries.map((entry) => (entry.path === 'b.txt' ? { ...entry, oid: theirs } : entry))),
    );
    expect(merged).toEqual({ clean: false, conflicts: [{ path: 'b.txt', kind: 'contents' }] });
  });
  it('fetches nothing lazily by its own command, where plain git does', async () => {
    const made = scripted();
    const blob = made.git('rev-parse', 'HEAD:a.txt');
    rmSync(join(made.dir, 'objects', blob.slice(0, 2), blob.slice(2)));
    appendFileSync(
      join(made.dir, 'config'),
      `[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = /nowhere\n\tpromisor = true\n\tuploadpack = "${touch}; false"\n`,
    );
    await expect(open(made.dir)).rejects.toThrow(/partial clone/);
    expect(existsSync(marker)).toBe(false);
    spawnSync('git', ['cat-file', '-p', blob], { cwd: made.dir, env: { PATH: process.env['PATH'] } });
    expect(existsSync(marker)).toBe(true);
  });
});

describe('our own clone, should anyone edit it', () => {
  it('runs no diff driver, alias, monitor or lazy fetch, where plain git does', async () => {
    const made = scripted();
    const repositories = createRepositories({ cacheDir: fresh('cache'), mirrors: [] });
    const { gitDir } = await repositories.open(made.dir, []);
    appendFileSync(join(gitDir, 'config'), DRIVERS);
    mkdirSync(join(gitDir, 'info'));
    writeFileSync(join(gitDir, 'info/attributes'), '* diff=x\n');
    await using repository = await repositories.reopen(gitDir);
    await useAll(repository, made);
    expect(existsSync(marker)).toBe(false);
    spawnSync('git', ['show', 'main'], { cwd: gitDir, env: { PATH: process.env['PATH'] } });
    expect(existsSync(marker)).toBe(true);
  });
});
