import { randomBytes } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRepositories } from '#io/repositories.ts';
import type { FileDiff, Repository } from '#io/repository.ts';
import { plainGit, scriptRepository, testDirectory, type ScriptedRepository } from '#test/kit/git.ts';

const directory = testDirectory('repositories');
afterAll(() => directory.remove());
const fresh = (name: string) => mkdtempSync(join(directory.path, `${name}-`));
const opener = (cacheDir = fresh('cache'), mirrors: readonly string[] = []) => createRepositories({ cacheDir, mirrors });

const LARGE = randomBytes(300_000);
function scripted(dir = fresh('source')): ScriptedRepository {
  return scriptRepository(dir, [
    { commit: 'one', label: 'one', files: { 'a.txt': 'a\n', 'r.txt': 'one\ntwo\nthree\nfour\n' } },
    { commit: 'large', label: 'large', files: { 'big.bin': LARGE, 'a.txt': 'a\nb\n' } },
    {
      commit: 'large goes',
      label: 'gone',
      files: { 'big.bin': null, 'a.txt': 'a\nb\nc\n', 'r.txt': null, 'moved.txt': 'one\ntwo\nthree\nfour\n' },
    },
    { commit: 'last', label: 'last', files: { 'moved.txt': null, 'again.txt': 'one\ntwo\nthree\nfour\n', 'd/x': 'x\n' } },
    { branch: 'pr', from: 'last' },
    { commit: 'pr', on: 'pr', label: 'pr', files: { p: 'p\n' } },
    { ref: 'refs/pull/3/head', at: 'pr' },
  ]);
}
/** A copy without its large blob, as a mirror with a size limit keeps them. */
function partial(): ScriptedRepository & { readonly missing: string } {
  const made = scripted();
  const missing = made.git('rev-parse', `${made.at('large')}:big.bin`);
  const packs = readdirSync(join(made.dir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
  for (const pack of packs) {
    const bytes = readFileSync(join(made.dir, 'objects/pack', pack));
    rmSync(join(made.dir, 'objects/pack', pack));
    rmSync(join(made.dir, 'objects/pack', pack.replace(/pack$/, 'idx')));
    plainGit(made.dir, ['unpack-objects', '-q'], { input: bytes });
  }
  rmSync(join(made.dir, 'objects', missing.slice(0, 2), missing.slice(2)));
  return { ...made, missing };
}
async function refusal(repository: string, ends: readonly string[] = []): Promise<string> {
  const cache = fresh('cache');
  const failure: unknown = await opener(cache)
    .open(repository, ends)
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect(readdirSync(cache)).toEqual([]);
  expect(failure).toHaveProperty('name', 'UserError');
  return String(failure);
}
const all = async (repository: Repository, pairs: readonly (readonly [string, string])[], paths: readonly string[] = []) => {
  const found: (readonly FileDiff[])[] = [];
  for await (const diff of repository.diffHunks(pairs, { paths })) found.push(diff);
  return found;
};

describe('opening', () => {
  it.each(['path', 'file URL', 'work tree'])('clones a %s whole, with its refs, and leaves it alone', async (form) => {
    const made = scripted();
    let address = made.dir;
    if (form === 'file URL') address = `file://${made.dir}`;
    if (form === 'work tree') {
      address = fresh('work');
      plainGit(made.dir, ['clone', '-q', made.dir, address]);
    }
    const before = spawnSync('find', [address.replace('file://', ''), '-printf', '%p %T@ %s\n']).stdout.toString();
    await using repository = await opener().open(address, [made.at('one'), made.at('last')]);
    expect(await repository.resolve('HEAD')).toBe(made.at('last'));
    expect((await repository.missingBlobs([made.at('last')])).size).toBe(0);
    expect((await repository.refs('refs/')).map((ref) => ref.name)).toEqual(
      form === 'work tree'
        ? ['refs/heads/main', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/pr']
        : ['refs/heads/main', 'refs/heads/pr', 'refs/pull/3/head'],
    );
    expect(plainGit(repository.gitDir, ['fsck', '--full', '--strict']).toString()).not.toMatch(/missing|error/);
    expect(spawnSync('find', [address.replace('file://', ''), '-printf', '%p %T@ %s\n']).stdout.toString()).toBe(before);
  });
  it('reuses a clone that holds the ends though the source is gone, fetches when it does not', async () => {
    const made = scripted();
    const repositories = opener();
    await (await repositories.open(made.dir, [made.at('last')]))[Symbol.asyncDispose]();
    const newer = made.git('commit-tree', '-p', made.at('last'), '-m', 'newer', `${made.at('one')}^{tree}`);
    made.git('update-ref', 'refs/heads/main', newer);
    await using repository = await repositories.open(made.dir, [newer]);
    expect(await repository.resolve('HEAD')).toBe(newer);
    const away = `${made.dir}-away`;
    spawnSync('mv', [made.dir, away]);
    mkdirSync(join(made.dir, 'objects'), { recursive: true });
    writeFileSync(join(made.dir, 'HEAD'), '');
    await using again = await repositories.open(made.dir, [made.at('one'), newer]);
    expect(again.gitDir).toBe(repository.gitDir);
    await expect(repositories.open(made.dir, ['f'.repeat(40)])).rejects.toThrow();
    await using stillGood = await repositories.reopen(repository.gitDir);
    expect((await stillGood.commit(newer)).subject).toBe('newer');
  });
  it('shares what it made with reopened ones, and keeps the clone as cloned', async () => {
    const made = scripted();
    const repositories = opener();
    await using first = await repositories.open(made.dir, [made.at('last')]);
    const clone = spawnSync('find', [first.gitDir, '-type', 'f']).stdout.toString();
    await using second = await repositories.reopen(first.gitDir);
    expect(await second.blob('d670460b4b4aece5915caf5c68d12f560a9fe3e4')).toBeNull(); // looked for before it is made
    const oid = await first.writeBlob(Buffer.from('test content\n'));
    expect((await second.blob(oid))?.toString()).toBe('test content\n');
    const tree = await second.writeTree([{ path: 'x', mode: '100644', oid }]);
    expect(await first.listTree(tree)).toHaveLength(1);
    expect((await first.merge('4b825dc642cb6eb9a060e54bf8d69288fbee4904', tree, (await first.commit(made.at('one'))).tree)).clean).toBe(
      true,
    );
    expect(spawnSync('find', [first.gitDir, '-type', 'f']).stdout.toString()).toBe(clone);
  });
  it('makes objects again that a power cut tore', async () => {
    const made = scripted();
    const repositories = opener();
    const first = await repositories.open(made.dir, [made.at('last')]);
    const oid = await first.writeBlob(Buffer.from('torn'));
    await first[Symbol.asyncDispose]();
    const store = first.gitDir.replace(/\.git$/, '.made');
    const path = join(store, oid.slice(0, 2), oid.slice(2));
    chmodSync(path, 0o644);
    writeFileSync(path, '');
    writeFileSync(join(store, 'checked-in-boot'), 'an earlier boot');
    await using again = await repositories.reopen(first.gitDir);
    expect(existsSync(path)).toBe(false);
    await again.writeBlob(Buffer.from('torn'));
    expect((await again.blob(oid))?.toString()).toBe('torn');
  });
  it('takes a mirror before the network', async () => {
    const mirrors = fresh('mirrors');
    const made = scripted(join(mirrors, 'own.er+na-me/repo'));
    const repositories = opener(fresh('cache'), ['/nowhere/{owner}/{name}', `${mirrors}/{owner}+{name}/repo`]);
    for (const address of ['https://git.invalid/own.er/na-me', 'https://git.invalid/own.er/na-me.git']) {
      await using repository = await repositories.open(address, [made.at('last')]);
      expect(await repository.resolve('main')).toBe(made.at('last'));
    }
    await expect(repositories.open('https://git.invalid/../../etc', [])).rejects.toThrow();
  });
  it('finds HEAD where it is detached, and where branches are only those of a remote', async () => {
    const made = scripted();
    const lone = made.git('commit-tree', '-p', made.at('last'), '-m', 'lone', `${made.at('one')}^{tree}`);
    writeFileSync(join(made.dir, 'HEAD'), `${lone}\n`);
    await using detached = await opener().open(made.dir, []);
    expect(await detached.resolve('HEAD')).toBe(lone);
    const far = scripted();
    for (const branch of ['main', 'pr']) {
      far.git('update-ref', `refs/remotes/origin/${branch}`, `refs/heads/${branch}`);
      far.git('update-ref', '-d', `refs/heads/${branch}`);
    }
    await using remote = await opener().open(far.dir, []);
    expect([await remote.resolve('HEAD'), await remote.resolve('main'), await remote.resolve('pr')]).toEqual([
      far.at('last'),
      far.at('last'),
      far.at('pr'),
    ]);
  });
  it('gets a pinned commit that hangs on no ref', async () => {
    const made = scripted();
    const lone = made.git('commit-tree', '-p', made.at('last'), '-m', 'lone', `${made.at('one')}^{tree}`);
    made.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    await using repository = await opener().open(made.dir, [lone]);
    expect((await repository.commit(lone)).subject).toBe('lone');
  });
  it('lets two processes open one source, one after the other', async () => {
    const made = scripted();
    const cache = fresh('cache');
    const script = `import { createRepositories } from ${JSON.stringify(join(process.cwd(), 'io/repositories.ts'))}; const r = await createRepositories({ cacheDir: ${JSON.stringify(cache)}, mirrors: [] }).open(${JSON.stringify(made.dir)}, [${JSON.stringify(made.at('last'))}]); console.log(await r.resolve('HEAD')); await r[Symbol.asyncDispose]();`;
    const file = join(fresh('script'), 'open.mts');
    writeFileSync(file, script);
    const outputs = await Promise.all(
      [1, 2, 3].map(
        () =>
          new Promise<string>((resolve) => {
            const child = spawn('node_modules/.bin/tsx', [file], { cwd: process.cwd() });
            let text = '';
            child.stdout.on('data', (chunk) => (text += chunk));
            child.stderr.on('data', (chunk) => (text += chunk));
            child.on('close', () => resolve(text.trim()));
          }),
      ),
    );
    expect(outputs).toEqual([made.at('last'), made.at('last'), made.at('last')]);
    expect(readdirSync(cache).filter((name) => !/\.(git|made)$/.test(name))).toEqual([]);
  }, 60_000);
});

describe('a copy that lacks blobs', () => {
  it('is one git cannot clone, and is worked on nevertheless', async () => {
    const made = partial();
    expect(() => plainGit(made.dir, ['clone', '-q', '--bare', '--no-local', made.dir, fresh('plain')])).toThrow(
      /unable to read|missing|did not|remote/,
    );
    await using repository = await opener().open(made.dir, [made.at('last')]);
    expect([...(await repository.missingBlobs([made.at('last')]))]).toEqual([made.missing]);
    expect((await repository.missingBlobs([made.at('one')])).size).toBe(0);
    expect(await repository.blob(made.missing)).toBeNull();
    expect(await repository.resolve('HEAD')).toBe(made.at('last'));
    expect((await repository.refs('refs/pull/')).map((ref) => ref.oid)).toEqual([made.at('pr')]);
    expect(readdirSync(repository.gitDir).sort()).toEqual(['HEAD', 'config', 'loopsmith-clone.json', 'objects', 'packed-refs', 'refs']);
  });
  it('tells the changes around the hole, pairing renames where it can', async () => {
    const made = partial();
    await using repository = await opener().open(made.dir, [made.at('last')]);
    const tree = (name: string) => made.git('rev-parse', `${made.at(name)}^{tree}`);
    expect((await repository.diffRaw(tree('one'), tree('large'))).map((c) => [c.status, c.path, c.added])).toEqual([
      ['M', 'a.txt', null],
      ['A', 'big.bin', null],
    ]);
    expect((await repository.diffRaw(tree('gone'), tree('last'))).map((c) => [c.status, c.path])).toEqual([
      ['R', 'again.txt'],
      ['A', 'd/x'],
    ]);
    const pairs = [
      ['one', 'large'],
      ['large', 'gone'],
      ['gone', 'last'],
      ['one', 'one'],
    ].map(([a = '', b = '']) => [tree(a), tree(b)] as const);
    const shape = (diffs: readonly (readonly FileDiff[])[]) =>
      diffs.map((files) => files.map((one) => `${one.status} ${one.path} ${one.binary ? 'binary' : one.hunks.length}`));
    expect(shape(await all(repository, pairs))).toEqual([
      ['M a.txt 1', 'A big.bin binary'],
      ['M a.txt 1', 'D big.bin binary', 'A moved.txt 1', 'D r.txt 1'],
      ['R again.txt 0', 'A d/x 1'],
      [],
    ]);
    expect(shape(await all(repository, pairs.slice(0, 1), ['a.txt']))).toEqual([['M a.txt 1']]);
    await expect(repository.diffText(tree('one'), tree('large'))).rejects.toMatchObject({ name: 'UserError' });
    expect((await repository.listTree(tree('large'))).map((entry) => entry.path)).toContain('big.bin');
    expect(
      (
        await repository.merge(
          tree('one'),
          tree('large'),
          await repository.writeTree((await repository.listTree(tree('one'))).filter((entry) => entry.path !== 'r.txt')),
        )
      ).clean,
    ).toBe(true);
  });
});

describe('what is refused, by name', () => {
  it('no repository, odd addresses', async () => {
    expect(await refusal(fresh('nothing'))).toMatch(/not a git repository/);
    expect(await refusal(join(directory.path, 'absent'))).toMatch(/not a git repository/);
    for (const address of [
      'git@host:a/b',
      'ssh://host/a/b',
      'ext::sh -c x',
      'relative/path',
      '--upload-pack=x',
      'http://host/a/b',
      'file://host/a',
    ])
      expect(await refusal(address)).toMatch(/is no address/);
    expect(await refusal('https://user:secret@host/a/b')).not.toMatch(/secret/);
  });
  it('empty', async () => {
    const dir = fresh('empty');
    plainGit(dir, ['init', '-q', '--bare', '.']);
    expect(await refusal(dir)).toMatch(/is empty/);
  });
  it('shallow', async () => {
    const [made, dir] = [scripted(), fresh('shallow')];
    plainGit(dir, ['clone', '-q', '--bare', '--depth', '1', `file://${made.dir}`, 'r']);
    expect(await refusal(join(dir, 'r'))).toMatch(/shallow/);
  });
  it('grafts, alternates elsewhere, promisors', async () => {
    const [grafted, borrowed, promised] = [scripted(), scripted(), scripted()];
    mkdirSync(join(grafted.dir, 'info'), { recursive: true });
    writeFileSync(join(grafted.dir, 'info/grafts'), `${grafted.at('last')}\n`);
    expect(await refusal(grafted.dir)).toMatch(/grafts/);
    mkdirSync(join(borrowed.dir, 'objects/info'), { recursive: true });
    writeFileSync(join(borrowed.dir, 'objects/info/alternates'), `${grafted.dir}/objects\n`);
    expect(await refusal(borrowed.dir)).toMatch(/takes objects from elsewhere/);
    appendFileSync(join(promised.dir, 'config'), '[remote "origin"]\n\tpromisor = true\n');
    expect(await refusal(promised.dir)).toMatch(/partial clone/);
  });
  it('sha256', async () => {
    const dir = fresh('sha256');
    plainGit(dir, ['init', '-q', '--bare', '--object-format=sha256', '.']);
    expect(await refusal(dir)).toMatch(/sha256/);
  });
  it('corrupt: flipped bytes, a cut pack, a lost tree, a `.git` entry', async () => {
    const packed = () => {
      const made = scripted();
      made.git('repack', '-a', '-d', '-q');
      return made;
    };
    const pack = (dir: string) =>
      join(dir, 'objects/pack', readdirSync(join(dir, 'objects/pack')).find((name) => name.endsWith('.pack')) ?? '');
    const flipped = packed();
    chmodSync(pack(flipped.dir), 0o644);
    const bytes = readFileSync(pack(flipped.dir));
    bytes.fill(0x55, 200, 260);
    writeFileSync(pack(flipped.dir), bytes);
    expect(await refusal(flipped.dir)).toMatch(/is corrupt: .+/);
    const cut = packed();
    chmodSync(pack(cut.dir), 0o644);
    writeFileSync(pack(cut.dir), readFileSync(pack(cut.dir)).subarray(0, statSync(pack(cut.dir)).size - 5000));
    expect(await refusal(cut.dir)).toMatch(/is corrupt/);
    const lost = partial();
    const tree = lost.git('rev-parse', `${lost.at('one')}^{tree}`);
    rmSync(join(lost.dir, 'objects', tree.slice(0, 2), tree.slice(2)));
    expect(await refusal(lost.dir)).toMatch(new RegExp(`is corrupt: .*${tree}`));
    const trap = scripted();
    const blob = trap.git('rev-parse', 'HEAD:a.txt');
    const evil = plainGit(trap.dir, ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], {
      input: Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]),
    })
      .toString()
      .trim();
    trap.git('update-ref', 'refs/heads/evil', trap.git('commit-tree', '-m', 'x', evil));
    expect(await refusal(trap.dir)).toMatch(/is corrupt: .*hasDotgit/);
  });
  it('a pinned commit that is not there', async () => {
    expect(await refusal(scripted().dir, ['f'.repeat(40)])).toMatch(/does not hold the commit f{40}/);
  });
});

describe('old defects that harm nobody', () => {
  it('are no reason to refuse, where plain fsck would', async () => {
    const made = scripted();
    const tree = made.git('rev-parse', 'HEAD^{tree}');
    const blob = made.git('rev-parse', 'HEAD:a.txt');
    const write = (type: string, input: string | Buffer) =>
      plainGit(made.dir, ['hash-object', '-t', type, '-w', '--stdin', '--literally'], { input }).toString().trim();
    const padded = write(
      'tree',
      Buffer.concat([Buffer.from('0100644 a\0'), Buffer.from(blob, 'hex'), Buffer.from('100664 b\0'), Buffer.from(blob, 'hex')]),
    );
    const signatures = [
      'A <a@b>1234567890 +0000',
      '<a@b> 1234567890 +0000',
      'A a@b 1234567890 +0000',
      'A <a@b> 99999999999999999999 +0000',
      'A <a@b> 1 +700000',
      'A<a@b> 1 +0000',
      ' <> 01 +0000',
    ];
    let parent = made.at('last');
    const commits = signatures.map(
      (who, index) =>
        (parent = write(
          'commit',
          `tree ${index === 0 ? padded : tree}\nparent ${parent}\nauthor ${who}\ncommitter A <a@b> ${1_600_000_000 + index} +0000\n\nodd ${index}\n`,
        )),
    );
    made.git('update-ref', 'refs/heads/main', parent);
    expect(() =>
      plainGit(fresh('plain'), ['-c', 'fetch.fsckObjects=true', 'clone', '-q', '--bare', '--no-local', made.dir, 'x']),
    ).toThrow();
    await using repository = await opener().open(made.dir, [parent]);
    expect((await repository.missingBlobs([parent])).size).toBe(0);
    const read = await Promise.all(commits.map((oid) => repository.commit(oid)));
    expect(read.map((one) => [one.authorName, one.authorEmail, one.authorTime])).toEqual([
      ['A', 'a@b', 1_234_567_890],
      ['', 'a@b', 1_234_567_890],
      ['A a@b 1234567890 +0000', '', null],
      ['A', 'a@b', null],
      ['A', 'a@b', 1],
      ['A', 'a@b', 1],
      ['', '', 1],
    ]);
    expect(await repository.listTree(padded)).toEqual([
      { path: 'a', mode: '100644', oid: blob },
      { path: 'b', mode: '100644', oid: blob },
    ]);
  });
  it('text is decoded by its header and escaped where it is no text', async () => {
    const made = scripted();
    const write = (header: string, text: Buffer) =>
      plainGit(made.dir, ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
        input: Buffer.concat([
          Buffer.from(`tree ${made.git('rev-parse', 'HEAD^{tree}')}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n${header}\n`),
          text,
        ]),
      })
        .toString()
        .trim();
    const [latin, jis, bad] = [
      write('encoding ISO-8859-1\n', Buffer.from('caf\xe9', 'latin1')),
      write('encoding Shift-JIS\n', Buffer.from([0x83, 0x65])),
      write('', Buffer.from([0x61, 0xff, 0x62])),
    ];
    for (const [index, oid] of [latin, jis, bad].entries()) made.git('update-ref', `refs/heads/e${index}`, oid);
    await using repository = await opener().open(made.dir, []);
    expect([
      (await repository.commit(latin)).subject,
      (await repository.commit(jis)).subject,
      (await repository.commit(bad)).subject,
    ]).toEqual(['café', 'テ', 'a\\xFFb']);
  });
});
