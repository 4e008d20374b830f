import { describe, expect, test } from 'vitest';
import type { FileDiff } from '#io/repository.ts';
import { BASE, Ownership, type ChangeEdits } from '../../../stages/recover-dag/ownership.ts';
import { historyOf, type Told } from './history.ts';

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
  const ownership = new Ownership();
  const edits: ChangeEdits[] = [];
  for await (const diffs of history.repository.diffHunks(pairs, { whitespace: ignoreWhitespace ? 'ignored' : 'kept' }))
    edits.push(ownership.apply(edits.length + 1, diffs as readonly FileDiff[]));
  check({ ownership, edits, gitDir: history.gitDir, commits: history.commits });
}

describe('line ownership', () => {
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

  test('a block that moves left keeps its owners though each closing line comes to stand like the next', async () => {
    const told: Told[] = [
      { subject: 'base', files: { 'm.js': 'x\n' } },
      { subject: 'adds', files: { 'm.js': 'x\na {\n    b {\n      c\n    }\n  }\n}\n' } },
      { subject: 'dedents', files: { 'm.js': 'x\na {\n  b {\n    c\n  }\n}\n}\n' } },
    ];
    await walk(told, true, ({ ownership, edits }) => {
      expect(owners(ownership, 'm.js', 7)).toEqual([0, 1, 1, 1, 1, 1, 1]);
      expect(edits[1]).toEqual({ edits: [], insertions: [] });
    });
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
