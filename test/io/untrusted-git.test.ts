import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openUntrustedGit, UNTRUSTED_LIMITS } from '#io/untrusted-git.ts';
import { plainGit, scriptRepository, testDirectory } from '#test/kit/git.ts';

const directory = testDirectory('untrusted');
afterAll(() => directory.remove());

function scripted() {
  return scriptRepository(mkdtempSync(join(directory.path, 'r-')), [
    { commit: 'one', label: 'one', files: { 'a.txt': 'a\n', 'd/e.txt': 'e\n', 'tab\t': 't\n' } },
    { branch: 'side', from: 'one' },
    { commit: 'side', on: 'side', label: 'side', files: { s: 's\n' } },
    { commit: 'two', label: 'two', files: { 'a.txt': 'b\n' } },
    { merge: 'side', message: 'merge', label: 'merge' },
  ]);
}

describe('an untrusted repository', () => {
  it.each(['packed', 'loose'])('is read as git reads it (%s)', async (form) => {
    const made = scripted();
    if (form === 'packed') made.git('repack', '-a', '-d', '-q', '-f');
    made.git('pack-refs', '--all');
    const opened = await openUntrustedGit(made.dir);
    expect(await opened.head()).toBe(made.at('merge'));
    const { commits, cut } = await opened.commits();
    expect(commits.map((one) => one.id)).toEqual(made.git('rev-list', '--date-order', 'HEAD').split('\n'));
    expect(cut).toBe(false);
    expect(commits[0]).toMatchObject({ subject: 'merge', parents: [made.at('two'), made.at('side')] });
    expect(await opened.refs()).toEqual(
      made
        .git('for-each-ref', '--format=%(refname) %(objectname)')
        .split('\n')
        .map((line) => ({ name: line.split(' ')[0], oid: line.split(' ')[1] })),
    );
    const listed = await opened.listTree(commits[0]?.tree ?? '');
    expect(listed.map((entry) => entry.path)).toEqual(['a.txt', 'd/e.txt', 's', 'tab\t']);
    expect((await opened.blob(listed[0]?.oid ?? ''))?.toString()).toBe('b\n');
    expect(await opened.blob('f'.repeat(40))).toBeNull();
    await expect(opened.blob(commits[0]?.tree ?? '')).rejects.toThrow(/is no blob/);
  });

  it('runs nothing that its configuration names, where plain git does', async () => {
    const made = scripted();
    const work = join(made.dir, '..', 'work');
    const marker = join(directory.path, 'marker');
    plainGit(made.dir, ['clone', '-q', made.dir, work]);
    writeFileSync(
      join(work, '.git/config'),
      `[core]\n\tfsmonitor = "touch ${marker}; false"\n[filter "x"]\n\tclean = "touch ${marker}"\n[diff "x"]\n\ttextconv = "touch ${marker}; cat"\n`,
    );
    const opened = await openUntrustedGit(join(work, '.git'));
    expect((await opened.commits()).commits).toHaveLength(4);
    expect(existsSync(marker)).toBe(false);
    spawnSync('git', ['status'], { cwd: work, env: { PATH: process.env['PATH'] } });
    expect(existsSync(marker)).toBe(true);
  });

  it('reads nothing through links that lead out, nor pipes, nor what swells', async () => {
    const made = scripted();
    const secret = join(directory.path, 'secret');
    writeFileSync(secret, `${'a'.repeat(40)}\n`);
    symlinkSync(secret, join(made.dir, 'refs/heads/stolen'));
    spawnSync('mkfifo', [join(made.dir, 'refs/heads/pipe')]);
    expect((await (await openUntrustedGit(made.dir)).refs()).map((ref) => ref.name)).toEqual(['refs/heads/main', 'refs/heads/side']);
    expect(made.git('rev-parse', 'refs/heads/stolen')).toBe('a'.repeat(40)); // as plain git would have read it

    const bomb = plainGit(made.dir, ['hash-object', '-w', '--stdin'], { input: Buffer.alloc(4_000_000) })
      .toString()
      .trim();
    expect((await (await openUntrustedGit(made.dir)).blob(bomb))?.length).toBe(4_000_000);
    await expect((await openUntrustedGit(made.dir, { ...UNTRUSTED_LIMITS, fileBytes: 1_000_000 })).blob(bomb)).rejects.toThrow(
      /cannot be read/,
    );
  });

  it('tells bounds, circles, missing parents and forged objects', async () => {
    const made = scripted();
    expect(await (await openUntrustedGit(made.dir, { ...UNTRUSTED_LIMITS, commits: 2 })).commits()).toMatchObject({
      cut: true,
      commits: [{}, {}],
    });
    await expect(
      (await openUntrustedGit(made.dir, { ...UNTRUSTED_LIMITS, entries: 1 })).listTree(made.git('rev-parse', 'HEAD^{tree}')),
    ).rejects.toThrow(/more than 1 entries/);
    await expect((await openUntrustedGit(made.dir, { ...UNTRUSTED_LIMITS, refs: 1 })).refs()).rejects.toThrow(/more than 1/);
    writeFileSync(join(made.dir, 'refs/heads/a'), 'ref: refs/heads/b\n');
    writeFileSync(join(made.dir, 'refs/heads/b'), 'ref: refs/heads/a\n');
    expect((await (await openUntrustedGit(made.dir)).refs()).map((ref) => ref.name)).toEqual(['refs/heads/main', 'refs/heads/side']);
    const forged = 'c'.repeat(40);
    mkdirSync(join(made.dir, 'objects/cc'), { recursive: true });
    writeFileSync(join(made.dir, 'objects/cc', forged.slice(2)), deflateSync(Buffer.from('blob 1\0x')));
    await expect((await openUntrustedGit(made.dir)).blob(forged)).rejects.toThrow(/damaged/);
    const packed = plainGit(made.dir, ['hash-object', '-w', '--stdin'], { input: 'packed\n' }).toString().trim();
    const pack = plainGit(made.dir, ['pack-objects', '-q', join(made.dir, 'objects/pack/pack')], { input: `${packed}\n` })
      .toString()
      .trim();
    const index = join(made.dir, `objects/pack/pack-${pack}.idx`);
    chmodSync(index, 0o644);
    const bytes = readFileSync(index);
    const renamed = packed.slice(0, 38) + (packed.endsWith('00') ? '01' : '00');
    bytes.write(renamed, 1032, 'hex');
    writeFileSync(index, Buffer.concat([bytes.subarray(0, -20), createHash('sha1').update(bytes.subarray(0, -20)).digest()]));
    await expect((await openUntrustedGit(made.dir)).blob(renamed)).rejects.toThrow(/holds something else/);
    writeFileSync(join(made.dir, 'HEAD'), 'ref: refs/heads/nowhere\n');
    const unborn = await openUntrustedGit(made.dir);
    expect([await unborn.head(), await unborn.commits()]).toEqual([null, { commits: [], cut: false }]);
    await expect(openUntrustedGit(join(directory.path, 'absent'))).rejects.toThrow(/is not there/);
  });
});
