import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileDiff } from '#io/repository.ts';
import { BASE, Ownership, type ChangeEdits } from '../../../stages/recover-dag/ownership.ts';
import { historyOf, type Files, type Told } from './history.ts';

/** A line of owners, `0` for the base's lines, cut at the file's length. */
function owners(ownership: Ownership, path: string, length: number): number[] {
  const runs = ownership.runs(path);
  const list: number[] = [];
  for (let index = 0; index < runs.length && list.length < length; index += 2) {
    for (let left = Math.min(runs[index] ?? 0, length - list.length); left > 0; left -= 1)
      list.push((runs[index + 1] ?? BASE) === BASE ? 0 : (runs[index + 1] ?? 0));
  }
  return list;
}

async function walk(
  told: readonly Told[],
  ignoreWhitespace: boolean,
  check: (walked: { ownership: Ownership; edits: ChangeEdits[]; gitDir: string; commits: readonly string[] }) => void,
): Promise<void> {
  await using history = await historyOf(told);
  const pairs: [string, string][] = [];
  for (const [index, commit] of history.commits.entries())
    if (index > 0)
      pairs.push([
        (await history.repository.commit(history.commits[index - 1] ?? '')).tree,
        (await history.repository.commit(commit)).tree,
      ]);
  const ownership = new Ownership({ ignoreWhitespace });
  const edits: ChangeEdits[] = [];
  for await (const diffs of history.repository.diffHunks(pairs))
    edits.push(ownership.apply(edits.length + 1, diffs as readonly FileDiff[]));
  check({ ownership, edits, gitDir: history.gitDir, commits: history.commits });
}

function blame(gitDir: string, commits: readonly string[], path: string): number[] {
  const head = commits.at(-1) ?? '';
  const text = execFileSync('git', [`--git-dir=${gitDir}`, 'blame', '--first-parent', '--porcelain', head, '--', path], {
    encoding: 'utf8',
  });
  return text.split('\n').flatMap((line) => {
    const commit = /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1];
    return commit === undefined ? [] : [commits.indexOf(commit)];
  });
}

/** Edits of random histories: lines replaced, inserted, deleted, re-indented; files added, renamed, removed. */
const edit = fc.record({
  file: fc.nat(2),
  at: fc.nat(40),
  remove: fc.nat(4),
  add: fc.array(fc.constantFrom('alpha', 'beta', '  gamma', '', '}'), { maxLength: 4 }),
  what: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'rename', 'new', 'delete', 'indent'),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function historyFrom(edits: readonly Edit[]): Told[] {
  const seed = (name: string): string[] =>
    Array.from({ length: 30 }, (_, index) => `${name} line ${index} ${name.repeat(1 + (index % 3))}`);
  let files: Record<string, string[]> = { 'a.txt': seed('apple'), 'b.txt': seed('berry'), 'c.txt': seed('cherry') };
  const told: Told[] = [{ subject: 'base', files: flat(files) }];
  edits.forEach((each, index) => {
    files = { ...files };
    const paths = Object.keys(files).sort();
    const path = paths[each.file % Math.max(1, paths.length)] ?? '';
    const lines = [...(files[path] ?? [])];
    const at = Math.min(each.at, lines.length);
    if (each.what === 'new') files[`n${index}.txt`] = seed(`new${index}`);
    else if (each.what === 'delete' && paths.length > 1) delete files[path];
    else {
      if (each.what === 'indent') lines.splice(at, 3, ...lines.slice(at, at + 3).map((line) => `    ${line}`));
      else lines.splice(at, each.remove, ...each.add.map((text) => (text === '' || text === '}' ? text : `${text} ${index}`)));
      if (each.what === 'rename') delete files[path];
      files[each.what === 'rename' ? `r${index}-${path}` : path] = lines;
    }
    told.push({ subject: `change ${index + 1}`, files: flat(files) });
  });
  return told;
}

function flat(files: Readonly<Record<string, readonly string[]>>): Files {
  return Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, lines.length === 0 ? '' : `${lines.join('\n')}\n`]));
}

describe('line ownership', () => {
  test('equals git blame --first-parent on random histories with renames, the whitespace rule off', { timeout: 120_000 }, async () => {
    let lines = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 12 }), async (edits) => {
        const told = historyFrom(edits);
        await walk(told, false, ({ ownership, gitDir, commits }) => {
          for (const [path, text] of Object.entries(told.at(-1)?.files ?? {})) {
            if (text === '') continue;
            const expected = blame(gitDir, commits, path);
            lines += expected.length;
            expect(owners(ownership, path, expected.length)).toEqual(expected);
          }
        });
      }),
      { numRuns: 40, seed: 7 },
    );
    expect(lines).toBeGreaterThan(2000);
  });

  test('a change that only re-indents or renames creates no owner and edits no lines', async () => {
    const body = ['def f(a):', '  if a:', '    return 1', '  return 2', ''];
    const added = ['x = 1', ...body];
    const told: Told[] = [
      { subject: 'base', files: { 'm.py': 'x = 1\n', 'k.py': 'k\n' } },
      { subject: 'adds f', files: { 'm.py': added.join('\n'), 'k.py': 'k\n' } },
      { subject: 're-indents', files: { 'm.py': added.map((line) => line.replace(/ {2}/gu, '    ')).join('\n'), 'k.py': 'k\n' } },
      { subject: 'renames', files: { 'n.py': added.map((line) => line.replace(/ {2}/gu, '    ')).join('\n'), 'k.py': 'k\n' } },
    ];
    await walk(told, true, ({ ownership, edits }) => {
      expect(owners(ownership, 'n.py', 5)).toEqual([0, 1, 1, 1, 1]);
      expect(edits.slice(1)).toEqual([
        { edits: [], insertions: [] },
        { edits: [], insertions: [] },
      ]);
    });
    await walk(told, false, ({ ownership }) => expect(owners(ownership, 'n.py', 5)).toEqual([0, 1, 2, 2, 2]));
  });

  test('tells whose lines a change deletes, with their numbers in the before tree, blank lines left out', async () => {
    await walk(
      [
        { subject: 'base', files: { 'm.py': 'a\nb\nc\n' } },
        { subject: 'one', files: { 'm.py': 'a\none\n\nb\nc\n' } },
        { subject: 'two', files: { 'm.py': 'a\nc\n' } },
      ],
      true,
      ({ edits }) => {
        expect(edits[1]?.edits).toEqual([
          { path: 'm.py', owner: 1, lines: [2] },
          { path: 'm.py', owner: BASE, lines: [4] },
        ]);
      },
    );
  });

  test('files that swap names keep their owners', async () => {
    const text = (name: string): string => Array.from({ length: 20 }, (_, index) => `${name} ${index}`).join('\n');
    await walk(
      [
        { subject: 'base', files: { 'a.py': text('apple') } },
        { subject: 'adds b', files: { 'a.py': text('apple'), 'b.py': text('berry') } },
        { subject: 'moves both', files: { 'b2.py': text('berry'), 'a2.py': text('apple') } },
        { subject: 'deletes b', files: { 'a2.py': text('apple') } },
      ],
      true,
      ({ ownership, edits }) => {
        expect(new Set(owners(ownership, 'a2.py', 20))).toEqual(new Set([0]));
        expect(edits[2]?.edits.map(({ owner, lines }) => [owner, lines.length])).toEqual([[1, 20]]);
      },
    );
  });
});
