import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#io/clock.ts';
import {
  appendLine,
  exists,
  kindOf,
  linkTarget,
  list,
  readText,
  readTextIfThere,
  remove,
  renameIntoPlace,
  temporaryDirectory,
  writeAtomic,
} from '#io/files.ts';
import { materialise, type MaterialFile } from '#io/materialise.ts';
import { decodePath, encodePath, isUtf8Path } from '#io/path-bytes.ts';
import { testDirectory } from '#test/kit/git.ts';

const directory = testDirectory('files');
afterAll(() => directory.remove());
let count = 0;
let here = '';
beforeEach(() => {
  here = join(directory.path, String(count++));
  mkdirSync(here);
});
const file = (path: string, content = path, mode: MaterialFile['mode'] = '100644'): MaterialFile => ({
  path,
  mode,
  content: Buffer.from(content),
});

describe('files', () => {
  it('writes whole or not at all, and leaves no temporary name', async () => {
    const path = join(here, 'a/b/c');
    await writeAtomic(path, 'one');
    await writeAtomic(path, Buffer.from('two'));
    expect([await readText(path), readdirSync(join(here, 'a/b'))]).toEqual(['two', ['c']]);
    mkdirSync(join(here, 'taken/x'), { recursive: true });
    await expect(writeAtomic(join(here, 'taken'), 'x')).rejects.toThrow();
    expect(readdirSync(here).sort()).toEqual(['a', 'taken']);
  });
  it('reads what is there, tells what is not, refuses what is no text', async () => {
    expect([await readTextIfThere(join(here, 'no')), await exists(join(here, 'no')), kindOf(join(here, 'no'))]).toEqual([
      null,
      false,
      null,
    ]);
    symlinkSync('nowhere', join(here, 'dangling'));
    expect([await exists(join(here, 'dangling')), kindOf(join(here, 'dangling')), await linkTarget(join(here, 'dangling'))]).toEqual([
      true,
      'link',
      'nowhere',
    ]);
    writeFileSync(join(here, 'bytes'), Buffer.from([0xff]));
    await expect(readText(join(here, 'bytes'))).rejects.toThrow();
  });
  it('lists by code unit without following links', async () => {
    await materialise(here, [
      file('b/x'),
      file('a'),
      file('a.txt'),
      file('Z', 'z', '100755'),
      file('l', '/etc', '120000'),
      file('b\udcff'),
    ]);
    spawnSync('mkfifo', [join(here, 'pipe')]);
    const listed = await list(here);
    expect(listed.map((one) => [one.path, one.kind])).toEqual([
      ['Z', 'file'],
      ['a', 'file'],
      ['a.txt', 'file'],
      ['b', 'directory'],
      ['b/x', 'file'],
      ['b\udcff', 'file'],
      ['l', 'link'],
      ['pipe', 'other'],
    ]);
    expect(listed[0]).toMatchObject({ permissions: 0o755, size: 1 });
    expect((await list(here, (path) => path === 'b')).map((one) => one.path)).not.toContain('b/x');
  });
  it('appends lines, removes, renames into place once', async () => {
    await appendLine(join(here, 'j/log'), 'one');
    await appendLine(join(here, 'j/log'), 'two');
    expect(await readText(join(here, 'j/log'))).toBe('one\ntwo\n');
    expect(await renameIntoPlace(join(here, 'j'), join(here, 'k'))).toBe(true);
    await appendLine(join(here, 'j/log'), 'three');
    expect(await renameIntoPlace(join(here, 'j'), join(here, 'k'))).toBe(false);
    mkdirSync(join(here, 'kept'));
    symlinkSync(join(here, 'kept'), join(here, 'k/out'));
    await remove(join(here, 'k'));
    await remove(join(here, 'k'));
    expect([existsSync(join(here, 'k')), existsSync(join(here, 'kept'))]).toEqual([false, true]);
  });
  it('gives temporary directories that go with their scope', async () => {
    let path: string;
    {
      await using temporary = await temporaryDirectory('loopsmith-test', here);
      path = temporary.path;
      writeFileSync(join(path, 'x'), '');
    }
    expect(existsSync(path)).toBe(false);
  });
});

describe('materialise', () => {
  it('writes files, executables, links and odd names whatever the umask', async () => {
    const before = process.umask(0o077);
    await materialise(here, [
      file('a/b/c', 'text'),
      file('run', '#!', '100755'),
      file('link', '../else', '120000'),
      file('new\nline'),
      file('\udcff\udc80', 'bytes'),
    ]);
    process.umask(before);
    expect([
      readFileSync(join(here, 'a/b/c'), 'utf8'),
      statSync(join(here, 'run')).mode & 0o777,
      statSync(join(here, 'a/b/c')).mode & 0o777,
      readlinkSync(join(here, 'link')),
    ]).toEqual(['text', 0o755, 0o644, '../else']);
    expect(readFileSync(Buffer.concat([Buffer.from(`${here}/`), Buffer.from([0xff, 0x80])]), 'utf8')).toBe('bytes');
  });
  it.each(['../x', '/x', 'a/../../x', './x', 'a//x', '', 'a/', 'x\0y'])('refuses the path %j', async (path) => {
    await expect(materialise(here, [file(path)])).rejects.toThrow(/is no path inside a tree/);
  });
  it('writes below no link, made by itself or found', async () => {
    const outside = join(here, 'outside');
    mkdirSync(outside);
    mkdirSync(join(here, 'in'));
    await expect(materialise(join(here, 'in'), [file('l', outside, '120000'), file('l/x')])).rejects.toThrow(/is a link/);
    symlinkSync(outside, join(here, 'in/found'));
    await expect(materialise(join(here, 'in'), [file('found/deep/x')])).rejects.toThrow(/is a link/);
    expect(readdirSync(outside)).toEqual([]);
  });
  it('replaces a link in the way instead of writing through it', async () => {
    writeFileSync(join(here, 'target'), 'kept');
    symlinkSync(join(here, 'target'), join(here, 'l'));
    await materialise(here, [file('l', 'new')]);
    expect([readFileSync(join(here, 'target'), 'utf8'), lstatSync(join(here, 'l')).isFile()]).toEqual(['kept', true]);
  });
  it('refuses doubles, a file that is a directory, and names too long', async () => {
    await expect(materialise(here, [file('a'), file('a')])).rejects.toThrow(/given twice/);
    await expect(materialise(here, [file('d/x'), file('d')])).rejects.toThrow(/is a directory/);
    await expect(materialise(here, [file('n'.repeat(300))])).rejects.toThrow(/longer than/);
  });
});

describe('paths as bytes', () => {
  it('round-trips every byte string, and tells UTF-8 from the rest', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 12 }),
          fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const path = decodePath(bytes);
          expect(encodePath(path)).toEqual(Buffer.from(bytes));
          expect(isUtf8Path(path)).toBe(Buffer.from(Buffer.from(bytes).toString('utf8')).equals(Buffer.from(bytes)));
        },
      ),
      { numRuns: 2000 },
    );
    for (const bytes of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xef, 0xbf, 0xbd],
      [0xe2, 0x82],
    ])
      expect([...encodePath(decodePath(Buffer.from(bytes)))]).toEqual(bytes);
  });
});

describe('the clock', () => {
  it('tells instants, never goes back, and sleeps until told not to', async () => {
    expect(systemClock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const start = systemClock.monotonic();
    await systemClock.sleep(20);
    expect(systemClock.monotonic() - start).toBeGreaterThan(15);
    await expect(systemClock.sleep(60_000, AbortSignal.timeout(20))).rejects.toThrow();
  });
});
