import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitTool } from '#io/git-argv.ts';
import { openGitRepository } from '#io/git-repository.ts';
import type { Commit, Repository, TreeEntry } from '#io/repository.ts';
import { EMPTY_TREE } from '#schema/primitives.ts';
import { plainGit, scriptRepository, testDirectory, type ScriptedRepository } from '#test/kit/git.ts';

const ODD_NAMES = [
  'new\nline',
  'tab\there',
  'quo"te',
  'back\\slash',
  '-dash',
  ' space ',
  'unicodé/ß',
  'bytes\udcff\udc80',
  'a b/c',
  ':(top)x',
  '*.star',
  'other.star',
];

const directory = testDirectory('repository');
let made: ScriptedRepository;
let repository: Repository;

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const ids = (commits: readonly Commit[]) => commits.map((commit) => commit.id);
const tree = (name: string) => made.git('rev-parse', `${made.at(name)}^{tree}`);
const lines = (text: string) => (text === '' ? [] : text.split('\n'));

beforeAll(() => {
  made = scriptRepository(join(directory.path, 'source.git'), [
    {
      commit: 'First\n\nWith a body\n\nof two paragraphs\n',
      label: 'one',
      files: {
        'a.txt': 'a\nb\nc\nd\ne\n',
        'lib/x.txt': '1\n2\n3\n4\n5\n6\n',
        'run.sh': { content: '#!/bin/sh\n', mode: '100755' },
        link: { content: 'a.txt', mode: '120000' },
      },
    },
    {
      commit: 'A subject\nover two lines\n\nbody',
      label: 'two',
      files: Object.fromEntries(ODD_NAMES.map((name) => [name, `content of ${name}\n`])),
    },
    { branch: 'side', from: 'two' },
    {
      commit: 'side change',
      on: 'side',
      label: 'side1',
      files: { 'lib/x.txt': '1\ntwo\n3\n4\n5\n6\n' },
      author: 'Zoë <z@example.org>',
      authorTime: 1_500_000_000,
    },
    { commit: 'side again', on: 'side', label: 'side2', files: { 'lib/y.txt': 'y\n' } },
    { commit: 'main change', label: 'three', files: { 'a.txt': null, 'moved.txt': 'a\nb\nc\nd\nE\n', 'lib/z.txt': '' } },
    { merge: 'side', message: 'Merge side', label: 'merged' },
    {
      commit: 'mode and binary',
      label: 'last',
      files: { 'run.sh': '#!/bin/sh\n', 'b.bin': Buffer.from([0, 1, 2, 0]), link: 'no link any more\n' },
    },
    { ref: 'refs/pull/7/head', at: 'side2' },
    { ref: 'refs/remotes/origin/far', at: 'side1' },
    { ref: 'refs/tags/twin', at: 'one' },
    { ref: 'refs/heads/twin', at: 'two' },
    { ref: 'refs/tags/same', at: 'two' },
    { ref: 'refs/heads/same', at: 'two' },
  ]);
  made.git('tag', '-a', '-m', 'annotated', 'v1', made.at('three'));
  repository = openGitRepository({ git: gitTool(), gitDir: made.dir, madeObjects: join(directory.path, 'source.made') }, new Set());
});
afterAll(async () => {
  await repository[Symbol.asyncDispose]();
  directory.remove();
});

describe('commits and refs are what git says', () => {
  it('reads every field of every commit', async () => {
    for (const oid of made.commits) {
      const format = ['%T', '%P', '%an', '%ae', '%at', '%cn', '%ce', '%ct', '%s', '%b'].join('%x00');
      const [t, p, an, ae, at, cn, ce, ct, s, b] = plainGit(made.dir, ['log', '-1', `--format=${format}`, oid])
        .toString()
        .split('\0');
      expect(await repository.commit(oid)).toEqual({
        id: oid,
        tree: t,
        parents: p === '' ? [] : p?.split(' '),
        authorName: an,
        authorEmail: ae,
        authorTime: Number(at),
        committerName: cn,
        committerEmail: ce,
        commitTime: Number(ct),
        subject: s,
        body: b?.trimEnd(),
      });
    }
  });
  it('walks the first-parent line and a range, oldest first', async () => {
    const [from, to] = [made.at('one'), made.at('last')];
    expect(ids(await all(repository.firstParentLine(null, to)))).toEqual(lines(made.git('rev-list', '--first-parent', '--reverse', to)));
    expect(ids(await all(repository.firstParentLine(from, to)))).toEqual(
      lines(made.git('rev-list', '--first-parent', '--reverse', `${from}..${to}`)),
    );
    expect(ids(await all(repository.between(from, to)))).toEqual(
      lines(made.git('rev-list', '--topo-order', '--reverse', `${from}..${to}`)),
    );
    expect(await all(repository.firstParentLine(to, to))).toEqual([]);
  });
  it('resolves names, expressions and short ids; never guesses', async () => {
    const last = made.at('last');
    for (const name of ['HEAD', 'main', 'refs/heads/main', last, last.slice(0, 12), 'main^{commit}'])
      expect(await repository.resolve(name)).toBe(last);
    expect(await repository.resolve('v1')).toBe(made.at('three'));
    expect(await repository.resolve('main~1')).toBe(made.at('merged'));
    expect(await repository.resolve('far')).toBe(made.at('side1'));
    expect(await repository.resolve('same')).toBe(made.at('two'));
    expect(await repository.resolve('refs/tags/twin')).toBe(made.at('one'));
    for (const name of ['twin', 'nowhere', '--all', '-x', '', 'f'.repeat(40), tree('one'), '*'])
      expect(await repository.resolve(name)).toBeNull();
  });
  it('lists refs by prefix with tags peeled', async () => {
    expect(await repository.refs('refs/pull/')).toEqual([{ name: 'refs/pull/7/head', oid: made.at('side2') }]);
    expect(await repository.refs('refs/tags/v')).toEqual([{ name: 'refs/tags/v1', oid: made.at('three') }]);
    expect((await repository.refs('')).map((ref) => ref.name)).toEqual(lines(made.git('for-each-ref', '--format=%(refname)')).sort());
  });
  it('knows ancestry', async () => {
    expect(await repository.mergeBase(made.at('side2'), made.at('three'))).toBe(made.at('two'));
    expect(await repository.isAncestor(made.at('side2'), made.at('last'))).toBe(true);
    expect(await repository.isAncestor(made.at('last'), made.at('side2'))).toBe(false);
    const lone = made.git('commit-tree', '-m', 'lone', EMPTY_TREE);
    expect(await repository.mergeBase(lone, made.at('last'))).toBeNull();
  });
});

describe('trees', () => {
  const parsed = (name: string): TreeEntry[] =>
    plainGit(made.dir, ['ls-tree', '-r', '-z', tree(name)])
      .toString('latin1')
      .split('\0')
      .filter(Boolean)
      .map((row) => ({ path: row.slice(row.indexOf('\t') + 1), mode: row.slice(0, 6), oid: row.slice(12, 52) }));

  it('lists what ls-tree lists, odd names to the byte', async () => {
    const { encodePath } = await import('#io/path-bytes.ts');
    for (const name of ['one', 'two', 'merged', 'last']) {
      const listed = await repository.listTree(tree(name));
      expect(listed.map((entry) => entry.path)).toEqual([...listed.map((entry) => entry.path)].sort());
      const byBytes = new Map(listed.map((entry) => [encodePath(entry.path).toString('latin1'), entry]));
      for (const row of parsed(name)) expect(byBytes.get(row.path)).toMatchObject({ mode: row.mode, oid: row.oid });
      expect(byBytes.size).toBe(parsed(name).length);
    }
    expect((await repository.listTree(tree('two'))).map((entry) => entry.path)).toEqual(expect.arrayContaining(ODD_NAMES));
    expect(await repository.listTree(EMPTY_TREE)).toEqual([]);
  });
  it('writes the trees it lists, into its own store only', async () => {
    for (const name of ['one', 'two', 'merged', 'last'])
      expect(await repository.writeTree([...(await repository.listTree(tree(name)))].reverse())).toBe(tree(name));
    const blob = await repository.writeBlob(Buffer.from('new here\n'));
    const oid = await repository.writeTree([{ path: 'deep/er/file', mode: '100644', oid: blob }]);
    expect(await repository.listTree(oid)).toEqual([{ path: 'deep/er/file', mode: '100644', oid: blob }]);
    expect((await repository.blob(blob))?.toString()).toBe('new here\n');
    expect(() => made.git('cat-file', '-e', oid)).toThrow();
    expect(await repository.writeTree([])).toBe(EMPTY_TREE);
  });
  it('sorts as git does where a directory and a file share a beginning', async () => {
    const blob = await repository.writeBlob(Buffer.from('x'));
    const paths = ['a', 'a-b', 'a.b', 'a0', 'ab/c', 'ab-', 'ab.', 'ab0', 'é', 'z/é', '\udcff'];
    const written = await repository.writeTree(paths.map((path) => ({ path, mode: '100644', oid: blob })));
    const { encodePath } = await import('#io/path-bytes.ts');
    const flat = (under: string[]) =>
      Buffer.concat(under.map((path) => Buffer.concat([Buffer.from(`100644 blob ${blob}\t`), encodePath(path), Buffer.from([0])])));
    const folder = (under: string[]) =>
      plainGit(made.dir, ['mktree', '-z', '--missing'], { input: flat(under) })
        .toString()
        .trim();
    const top = Buffer.concat([
      flat(paths.filter((path) => !path.includes('/'))),
      Buffer.from(`040000 tree ${folder(['c'])}\tab\x00040000 tree ${folder(['é'])}\tz\x00`),
    ]);
    expect(written).toBe(plainGit(made.dir, ['mktree', '-z', '--missing'], { input: top }).toString().trim());
  });
  it('refuses what no tree may hold', async () => {
    const oid = 'a'.repeat(40);
    const file = (path: string, mode = '100644') => ({ path, mode, oid });
    for (const entries of [
      [file('a'), file('a')],
      [file('a'), file('a/b')],
      [file('a/b'), file('a')],
      [file('../x')],
      [file('/x')],
      [file('x/.GIT/config')],
      [file('x//y')],
      [file('a', '040000')],
      [file('')],
    ]) {
      await expect(repository.writeTree(entries)).rejects.toThrow(/Leave the file out/);
    }
  });
  it('survives a tree thousands of directories deep', async () => {
    const blob = await repository.writeBlob(Buffer.from('deep'));
    const path = `${'d/'.repeat(2500)}f`;
    expect(await repository.listTree(await repository.writeTree([{ path, mode: '100644', oid: blob }]))).toEqual([
      { path, mode: '100644', oid: blob },
    ]);
  });
});

describe('diffs', () => {
  it('tells raw changes with rename pairs and counts as diff-tree does', async () => {
    for (const [a, b] of [
      ['one', 'two'],
      ['two', 'three'],
      ['three', 'merged'],
      ['merged', 'last'],
      ['last', 'one'],
      ['one', 'one'],
    ] as const) {
      const changes = await repository.diffRaw(tree(a), tree(b));
      const raw = plainGit(made.dir, ['diff-tree', '-r', '-M50%', '--raw', '--no-abbrev', tree(a), tree(b)])
        .toString()
        .split('\n')
        .filter(Boolean);
      expect(changes.map((c) => `:${c.oldMode} ${c.newMode} ${c.oldOid} ${c.newOid} ${c.status}`)).toEqual(
        raw.map((line) => line.split('\t')[0]?.replace(/([RC])\d+$/, '$1')),
      );
      const counts = plainGit(made.dir, ['diff-tree', '-r', '-M50%', '--numstat', tree(a), tree(b)])
        .toString()
        .split('\n')
        .filter(Boolean);
      expect(changes.map((c) => `${c.added ?? '-'}\t${c.deleted ?? '-'}`)).toEqual(
        counts.map((line) => line.split('\t').slice(0, 2).join('\t')),
      );
    }
    const renamed = (await repository.diffRaw(tree('two'), tree('three'))).find((c) => c.status === 'R');
    expect(renamed).toMatchObject({ oldPath: 'a.txt', path: 'moved.txt', added: 1, deleted: 1 });
    expect((await repository.diffRaw(tree('one'), tree('two'))).map((c) => c.path)).toEqual(expect.arrayContaining(ODD_NAMES));
  });
  it('gives commits as pairs no wrong answer', async () => {
    await expect(repository.diffRaw(made.at('one'), made.at('two'))).rejects.toThrow(/both sides must be trees/);
    await expect(all(repository.diffHunks([[made.at('one'), made.at('two')]]))).rejects.toThrow(/pair of trees/);
  });
  it('keeps to literal paths', async () => {
    const only = async (...paths: string[]) =>
      (await all(repository.diffHunks([[EMPTY_TREE, tree('two')]], { paths }))).flat().map((file) => file.path);
    expect(await only('*.star')).toEqual(['*.star']);
    expect(await only(':(top)x', '-dash')).toEqual(['-dash', ':(top)x']);
    expect(await only('lib')).toEqual(['lib/x.txt']);
  });
  it('round-trips every pair through diffText and applyPatch', async () => {
    const names = ['one', 'two', 'three', 'merged', 'last', 'side2'];
    for (const a of names) {
      for (const b of names)
        expect(await repository.applyPatch(tree(a), await repository.diffText(tree(a), tree(b)))).toEqual({ tree: tree(b) });
    }
    const part = await repository.diffText(tree('one'), tree('side2'), ['lib']);
    const applied = await repository.applyPatch(tree('three'), part);
    expect('tree' in applied && (await repository.listTree(applied.tree)).some((entry) => entry.path === 'lib/y.txt')).toBe(true);
  });
  it('refuses a patch whose lines are elsewhere or not there', async () => {
    const write = async (content: string) =>
      repository.writeTree([{ path: 'f', mode: '100644', oid: await repository.writeBlob(Buffer.from(content)) }]);
    const long = Array.from({ length: 20 }, (_, i) => `line ${i}\n`);
    const [before, after, shifted, other] = await Promise.all([
      write(long.join('')),
      write(long.join('').replace('line 9', 'nine')),
      write(`top\n${long.join('')}`),
      write('nothing alike\n'),
    ]);
    const patch = await repository.diffText(before, after);
    expect(await repository.applyPatch(before, patch)).toEqual({ tree: after });
    expect(await repository.applyPatch(shifted, patch)).toMatchObject({ refused: expect.stringContaining('offset') });
    expect(await repository.applyPatch(other, patch)).toMatchObject({ refused: expect.stringContaining('patch failed') });
    expect(await repository.applyPatch(before, Buffer.from('no patch'))).toHaveProperty('refused');
  });
});

describe('merges', () => {
  const write = async (files: Record<string, string>) =>
    repository.writeTree(
      await Promise.all(
        Object.entries(files).map(async ([path, content]) => ({
          path,
          mode: '100644',
          oid: await repository.writeBlob(Buffer.from(content)),
        })),
      ),
    );

  it('merges clean sides as the merge commit did', async () => {
    expect(await repository.merge(tree('two'), tree('three'), tree('side2'))).toEqual({ clean: true, tree: tree('merged') });
  });
  it('follows a rename on one side', async () => {
    const text = (third: string) => `one\ntwo\n${third}\nfour\nfive\nsix\n`;
    const [base, ours, theirs, wanted] = await Promise.all([
      write({ old: text('three') }),
      write({ fresh: text('three') }),
      write({ old: text('3') }),
      write({ fresh: text('3') }),
    ]);
    expect(await repository.merge(base, ours, theirs)).toEqual({ clean: true, tree: wanted });
  });
  it('names conflicts with their kinds', async () => {
    const [base, ours, theirs] = await Promise.all([
      write({ f: 'a\n', g: 'g\n', 'n\nl': '1\n' }),
      write({ f: 'b\n', g: 'gg\n', 'n\nl': '2\n' }),
      write({ f: 'c\n', 'n\nl': '3\n' }),
    ]);
    const result = await repository.merge(base, ours, theirs);
    expect(result.clean ? [] : [...result.conflicts].sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'f', kind: 'contents' },
      { path: 'g', kind: 'modify/delete' },
      { path: 'n\nl', kind: 'contents' },
    ]);
  });
  it('answers the trivial ones and the empty tree', async () => {
    expect(await repository.merge(tree('one'), tree('one'), tree('two'))).toEqual({ clean: true, tree: tree('two') });
    expect(await repository.merge(tree('one'), tree('two'), tree('one'))).toEqual({ clean: true, tree: tree('two') });
    const [a, b, both] = await Promise.all([write({ a: 'a\n' }), write({ b: 'b\n' }), write({ a: 'a\n', b: 'b\n' })]);
    expect(await repository.merge(EMPTY_TREE, a, b)).toEqual({ clean: true, tree: both });
  });
});

describe('blobs', () => {
  it('answers many at once, large ones, absent ones', async () => {
    const large = Buffer.alloc(5_000_000, 'large\n');
    const oids = await Promise.all(
      Array.from({ length: 400 }, (_, i) => repository.writeBlob(i === 200 ? large : Buffer.from(`blob ${i}`))),
    );
    const read = await Promise.all(oids.map((oid) => repository.blob(oid)));
    expect(read.map((content, i) => (i === 200 ? content?.equals(large) : content?.toString() === `blob ${i}`))).toEqual(
      oids.map(() => true),
    );
    expect(await repository.blob('f'.repeat(40))).toBeNull();
    await expect(repository.blob(tree('one'))).rejects.toThrow(/is a tree, not a blob/);
  });
});
