import { Readable } from 'node:stream';
import fc from 'fast-check';
import { pack, type Headers as PlainHeaders } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import type { Tree, TreeFile } from '#runtime/sandbox/sandbox.ts';
import { readSingleFile, readTree } from '#runtime/sandbox/tar.ts';
import { writeDirectories, writeTar } from '#runtime/sandbox/tar-writer.ts';
import { type TreeLimits, TREE_LIMITS } from '#runtime/sandbox/tree-rules.ts';
import { InfraError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';

/** With the extended records that the packer takes though its types do not say so. */
type Headers = PlainHeaders & { pax?: Record<string, string> };
const OWNER = { uid: 1000, gid: 1000 };

/** An archive by another writer than ours, rooted at `workspace`. */
async function archive(entries: readonly (Headers & { body?: string })[]): Promise<Buffer> {
  const packer = pack();
  for (const { body, ...header } of entries) packer.entry(header, body ?? '');
  packer.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packer) chunks.push(chunk);
  return Buffer.concat(chunks);
}
function read(bytes: Buffer, options: { skip?: string[]; limits?: Partial<TreeLimits>; cut?: number } = {}) {
  const size = options.cut ?? 700;
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
  return readTree(Readable.from(parts), 'workspace', options.skip ?? [], { ...TREE_LIMITS, ...options.limits });
}
const root: Headers = { name: 'workspace/', type: 'directory' };
const of = (name: string, body = 'x'): Headers & { body: string } => ({ name: `workspace/${name}`, body });

describe('what is written is read', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9 _.ü-]{1,140}$/u).filter((text) => !/^\.{1,2}$/.test(text) && Buffer.byteLength(text) <= 255);
  const file = fc.record({
    path: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
    executable: fc.boolean(),
    content: fc.uint8Array({ maxLength: 1500 }),
  });
  const trees = fc.uniqueArray(file, { maxLength: 12, selector: (each) => each.path }).map((files): Tree => {
    const kept = files.filter((each) => !files.some((other) => other.path.startsWith(`${each.path}/`)));
    return kept
      .map((each): TreeFile => ({ path: each.path, mode: each.executable ? '100755' : '100644', content: Buffer.from(each.content) }))
      .sort((a, b) => byCodeUnit(a.path, b.path));
  });

  test('any tree, cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(trees, fc.integer({ min: 1, max: 3000 }), async (tree, cut) => {
        const bytes = writeTar(tree, 'workspace', 'workspace', OWNER, 7);
        expect((await read(bytes, { cut })).tree).toEqual(tree);
        expect(writeTar(tree, 'workspace', 'workspace', OWNER, 7).equals(bytes)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('any cut-off archive is refused, never an emptier tree', async () => {
    const bytes = writeTar([{ path: 'a/b', mode: '100644', content: Buffer.alloc(700, 1) }], 'workspace', 'workspace', OWNER, 0);
    for (let length = 0; length < bytes.length - 1024; length += 97)
      await expect(read(bytes.subarray(0, length))).rejects.toThrow(InfraError);
    await expect(read(bytes.subarray(0, bytes.length - 1024))).rejects.toThrow(/truncated/);
  });

  test('any flipped bit of a header is refused or read the same', async () => {
    const bytes = writeTar([{ path: 'a', mode: '100644', content: Buffer.from('x') }], 'workspace', 'workspace', OWNER, 0);
    const whole = (await read(bytes)).tree;
    let refusals = 0;
    for (let at = 512; at < 1024; at += 1) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      const outcome = await read(flipped).then(
        (answer) => answer.tree,
        (error: unknown) => error instanceof InfraError,
      );
      expect([true, JSON.stringify(whole)]).toContain(outcome === true ? true : JSON.stringify(outcome));
      refusals += outcome === true ? 1 : 0;
    }
    expect(refusals).toBeGreaterThan(500);
  });
});

describe('entries', () => {
  test('links inside the tree are kept, those that leave it are dropped and told', async () => {
    const link = (name: string, linkname: string): Headers => ({ name: `workspace/${name}`, type: 'symlink', linkname });
    const { tree, dropped } = await read(
      await archive([
        root,
        of('f'),
        link('ok', 'f'),
        link('d/up', '../f'),
        link('abs', '/etc/passwd'),
        link('out', '../x'),
        link('d/out', '../../x'),
        link('sly', 'd/../../../x'),
      ]),
    );
    expect(tree.map((entry) => entry.path)).toEqual(['d/up', 'f', 'ok']);
    expect(dropped.map((entry) => entry.path).sort()).toEqual(['abs', 'd/out', 'out', 'sly']);
  });

  test('a hard link becomes a copy', async () => {
    const { tree } = await read(
      await archive([root, of('one', 'same'), { name: 'workspace/two', type: 'link', linkname: 'workspace/one' }]),
    );
    expect(tree.map((entry) => `${entry.path} ${entry.content}`)).toEqual(['one same', 'two same']);
  });

  test.each(['character-device', 'block-device', 'fifo'] as const)('a %s is dropped and told', async (type) => {
    const { tree, dropped } = await read(await archive([root, of('f'), { name: 'workspace/odd', type }]));
    expect(tree.map((entry) => entry.path)).toEqual(['f']);
    expect(dropped).toHaveLength(1);
  });

  test('skipped parts are left out at any depth', async () => {
    const { tree } = await read(await archive([root, of('node_modules/a'), of('p/node_modules/b/c'), of('p/x'), of('node_modules_not')]), {
      skip: ['node_modules'],
    });
    expect(tree.map((entry) => entry.path)).toEqual(['node_modules_not', 'p/x']);
  });

  test('times, owners and extended attributes change nothing', async () => {
    const plain = await read(await archive([root, of('f')]));
    const rich = await read(
      await archive([
        root,
        { ...of('f'), mtime: new Date(1e12), uid: 77, gid: 78, uname: 'x', pax: { mtime: '1.5', 'SCHILY.xattr.user.x': 'y' } },
      ]),
    );
    expect(rich).toEqual(plain);
  });
});

describe('refused', () => {
  const bad: readonly (readonly [string, readonly (Headers & { body?: string })[]])[] = [
    ['a name that climbs', [root, { name: 'workspace/../x', body: '' }]],
    ['an absolute name', [root, { name: '/etc/x', body: '' }]],
    ['a name outside the root', [root, { name: 'other/x', body: '' }]],
    ['an empty part', [root, { name: 'workspace/a//b', body: '' }]],
    ['a part of 256 bytes', [root, of('p'.repeat(256))]],
    ['two entries with one path', [root, of('f'), of('f')]],
    ['an entry below a link', [root, { name: 'workspace/l', type: 'symlink', linkname: 'd' }, of('l/x')]],
    ['a link above an entry, told later', [root, of('l/x'), { name: 'workspace/l', type: 'symlink', linkname: 'd' }]],
    ['an entry below a file', [root, of('f'), of('f/x')]],
    ['a hard link out of the tree', [root, { name: 'workspace/h', type: 'link', linkname: '/etc/passwd' }]],
    ['a root that is a link', [{ name: 'workspace', type: 'symlink', linkname: '/etc' }]],
    ['a root that is a file', [{ name: 'workspace', body: 'x' }]],
    ['an unknown extended record', [root, { ...of('f'), pax: { 'GNU.sparse.size': '99' } }]],
  ];
  test.each(bad)('%s', async (_what, entries) => {
    await expect(archive(entries).then((bytes) => read(bytes))).rejects.toThrow(/refused/);
  });

  test('more entries, bytes in all, or bytes in one file than the limits', async () => {
    const bytes = await archive([root, of('a', 'x'.repeat(100)), of('b', 'x'.repeat(100))]);
    await expect(read(bytes, { limits: { entries: 2 } })).rejects.toThrow(/entries/);
    await expect(read(bytes, { limits: { totalBytes: 199 } })).rejects.toThrow(/in all/);
    await expect(read(bytes, { limits: { fileBytes: 99 } })).rejects.toThrow(/entry 2, size/);
  });

  test('a hole of 10 GB, by its header alone', async () => {
    const bytes = writeTar([{ path: 'hole', mode: '100644', content: Buffer.alloc(0) }], 'workspace', 'workspace', OWNER, 0);
    bytes.write('120000000000\0', 512 + 124, 'latin1');
    bytes.write('        ', 512 + 148, 'latin1');
    const sum = bytes.subarray(512, 1024).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 512 + 148, 'latin1');
    await expect(read(bytes)).rejects.toThrow(/bytes/);
  });
});

test('one file: its bytes, or null for what is no file', async () => {
  const single = async (entry: Headers & { body?: string }, max = 100) => readSingleFile(Readable.from([await archive([entry])]), max);
  expect(String(await single({ name: 'report.xml', body: 'text' }))).toBe('text');
  expect(await single({ name: 'report.xml', type: 'symlink', linkname: 'x' })).toBeNull();
  await expect(single({ name: 'report.xml', body: 'x'.repeat(101) })).rejects.toThrow(InfraError);
});

test('directories are written from the top down, each once, none above the top', async () => {
  const names: string[] = [];
  const { extract } = await import('tar-stream');
  const collect = async (bytes: Buffer): Promise<string[]> => {
    const reader = extract();
    reader.end(bytes);
    names.length = 0;
    for await (const entry of reader) {
      names.push(entry.header.name);
      entry.resume();
    }
    return [...names];
  };
  const files: Tree = ['a/b/1', 'a/b/2'].map((path) => ({ path, mode: '100644', content: Buffer.from('x') }));
  expect(await collect(writeTar(files, 'scratch/run', 'scratch', OWNER, 0))).toEqual([
    'scratch/',
    'scratch/run/',
    'scratch/run/a/',
    'scratch/run/a/b/',
    'scratch/run/a/b/1',
    'scratch/run/a/b/2',
  ]);
  expect(await collect(writeTar(files, 'task', '', OWNER, 0))).toEqual(['task/', 'task/a/', 'task/a/b/', 'task/a/b/1', 'task/a/b/2']);
  expect(await collect(writeDirectories(['home/sandbox', 'scratch'], OWNER, 0))).toEqual(['home/sandbox/', 'scratch/']);
});
