import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Composer, compose, type Transition } from '#io/compose.ts';
import type { Repository } from '#io/repository.ts';
import { historyOf, type Files, type History } from '../stages/recover-dag/history.ts';

const lines = (name: string, changes: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 20 }, (_, index) => changes[index] ?? `${name} ${index}`)
    .join('\n')
    .concat('\n');
const base: Files = { 'a.py': lines('a'), 'b.py': lines('b'), 'dir/c.py': lines('c'), 'CHANGES.md': 'log\n' };
const none = (): boolean => false;

describe('compose', () => {
  let history: History;
  let repository: Repository;
  const trees = new Map<string, string>();
  async function tree(name: string, files: Files): Promise<string> {
    const known = trees.get(name);
    if (known !== undefined) return known;
    const entries = [];
    for (const [path, text] of Object.entries(files))
      entries.push({ path, mode: '100644', oid: await repository.writeBlob(Buffer.from(text)) });
    const oid = await repository.writeTree(entries);
    trees.set(name, oid);
    return oid;
  }
  async function step(position: number, name: string, before: Files, after: Files): Promise<Transition> {
    return { position, before: await tree(`${name}<`, before), after: await tree(`${name}>`, after) };
  }
  async function textOf(oid: string, path: string): Promise<string | null> {
    const entry = (await repository.listTree(oid)).find((each) => each.path === path);
    return entry === undefined ? null : ((await repository.blob(entry.oid))?.toString('utf8') ?? null);
  }

  beforeAll(async () => {
    history = await historyOf([
      { subject: 'base', files: base },
      { subject: 'next', files: { ...base, 'z.py': 'z\n' } },
    ]);
    repository = history.repository;
  });
  afterAll(async () => history[Symbol.asyncDispose]());

  test('takes a step out of its history, and leaves set-aside paths out of the tree', async () => {
    const before = { ...base, 'a.py': lines('a', { 2: 'earlier' }), 'b.py': lines('b', { 1: 'theirs' }) };
    const after = { ...before, 'a.py': lines('a', { 2: 'earlier', 15: 'mine' }), 'CHANGES.md': 'log\nmine\n' };
    const result = await compose(repository, await tree('base', base), [await step(1, 'merge', before, after)], (path) =>
      path.endsWith('.md'),
    );
    expect(result).toHaveProperty('tree');
    if ('conflict' in result) return;
    expect(await textOf(result.tree, 'a.py')).toBe(lines('a', { 15: 'mine' }));
    expect(await textOf(result.tree, 'CHANGES.md')).toBeNull();
  });

  test('tells the conflicting path and step, in order of position', async () => {
    const composer = new Composer(repository, none);
    const one = await step(1, 'one', base, { ...base, 'a.py': lines('a', { 5: 'one' }) });
    const two = await step(2, 'two', { ...base, 'a.py': lines('a', { 5: 'other' }) }, { ...base, 'a.py': lines('a', { 5: 'two' }) });
    const result = await composer.compose(await tree('base', base), [two, one]);
    expect(result).toEqual({ conflict: { path: 'a.py', kind: 'contents', paths: ['a.py'], position: 2 } });
  });

  test('a file never stands where another path needs a directory', async () => {
    const composer = new Composer(repository, none);
    const file = await step(1, 'file', base, { ...base, x: 'file\n' });
    const folder = await step(2, 'folder', base, { ...base, 'x/y.py': 'y\n' });
    for (const steps of [
      [file, folder],
      [{ ...folder, position: 0 }, file],
    ]) {
      const result = await composer.compose(await tree('base', base), steps);
      expect(result).toHaveProperty('conflict');
    }
  });

  test('the in-process replay gives the tree that git gives', { timeout: 60_000 }, async () => {
    const change = fc.record({
      path: fc.constantFrom('a.py', 'b.py', 'dir/c.py', 'dir/new.py', 'top.py'),
      at: fc.nat(19),
      what: fc.constantFrom('edit', 'edit', 'delete'),
    });
    let replayed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
        fc.nat(),
        async (steps, seed) => {
          trees.clear();
          const name = JSON.stringify([steps, seed]);
          const composer = new Composer(repository, none);
          const transitions: Transition[] = [];
          let files: Record<string, string> = { ...base };
          for (const [position, edits] of steps.entries()) {
            const before = files;
            files = { ...files };
            for (const { path, at, what } of edits) {
              if (what === 'delete') delete files[path];
              else
                files[path] = (files[path] ?? lines(path))
                  .split('\n')
                  .map((line, index) => (index === at ? `${line} ${position}` : line))
                  .join('\n');
            }
            transitions.push(await step(position, `${name}${position}`, before, files));
          }
          const chosen = transitions.filter((_, index) => ((seed >> index) & 1) === 0);
          const ours = await composer.compose(await tree(`${name}base`, base), chosen);
          let theirs: string | null = await tree(`${name}base`, base);
          for (const each of chosen) {
            if (theirs === null) break;
            const merged = await repository.merge(each.before, theirs, each.after);
            theirs = merged.clean ? merged.tree : null;
          }
          expect('tree' in ours ? ours.tree : null).toBe(theirs);
          replayed += composer.counts.replayed;
        },
      ),
      { numRuns: 60, seed: 3 },
    );
    expect(replayed).toBeGreaterThan(50);
  });
});
