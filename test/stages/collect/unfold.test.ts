import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collected } from '#schema/change.ts';
import { plainGit, testDirectory, type Step } from '#test/kit/git.ts';
import { collected, collecting } from './kit.ts';

let directory: ReturnType<typeof testDirectory>;
beforeEach(() => {
  directory = testDirectory('unfold');
});
afterEach(() => directory.remove());

const base: Step = { commit: 'base', label: 'base', files: { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', CHANGES: 'one\n' } };
/** A stable branch with two pull requests, while main goes on. */
const stable: readonly Step[] = [
  base,
  { branch: 'stable', from: 'main' },
  { commit: 'First (#1)', label: 'first', on: 'stable', files: { 'a.py': 'a = 2\n' } },
  { commit: 'Note', label: 'note', on: 'stable', files: { 'c.py': 'c = 1\n' } },
  { commit: 'Second (#2)', label: 'second', on: 'stable', files: { 'd.py': 'd = 1\n' } },
  { commit: 'Main (#3)', label: 'main-3', files: { 'b.py': 'b = 2\n' } },
];

function assertChain(found: Collected): void {
  let tree = found.baseTree;
  for (const change of found.changes) {
    expect(change.before).toBe(tree);
    tree = change.after;
  }
  expect(tree).toBe(found.endTree);
}

describe('unfolding merges', () => {
  it('takes the pull requests out of a merged branch, in order, on the merge’s first parent', async () => {
    const found = await collected(directory.path, [...stable, { merge: 'stable', label: 'merge', message: "Merge branch 'stable'" }]);
    expect(found.changes.map((change) => change.id)).toEqual(['main-3', 'first', 'note', 'second'].map(found.at));
    expect(found.changes.map((change) => change.unfoldedFrom)).toEqual([null, ...Array(3).fill(found.at('merge'))]);
    expect(found.changes.map((change) => change.files.map((file) => file.path).join())).toEqual(['b.py', 'a.py', 'c.py', 'd.py']);
    assertChain(found);
  });

  it('keeps an evil merge whole and says why', async () => {
    const found = await collected(directory.path, [
      ...stable,
      { merge: 'stable', label: 'merge', message: "Merge branch 'stable'", files: { 'evil.py': 'e = 1\n' } },
    ]);
    expect(found.changes.map((change) => change.id)).toEqual([found.at('main-3'), found.at('merge')]);
    expect(found.changes[1]?.keptWhole).toMatch(/^its 3 replayed steps give tree [0-9a-f]{12}, the merge has /);
    assertChain(found);
  });

  it('keeps a merge whole when a step conflicts, and names the step and the file', async () => {
    const found = await collected(directory.path, [
      ...stable,
      { commit: 'Also a', files: { 'a.py': 'a = 9\n' } },
      { merge: 'stable', message: "Merge branch 'stable'", files: { 'a.py': 'a = 29\n' } },
    ]);
    expect(found.changes.at(-1)?.keptWhole).toBe(`step 1 of 3 (${found.at('first').slice(0, 12)}) conflicts in a.py`);
    assertChain(found);
  });

  it('leaves an ordinary merged pull request whole, without a word', async () => {
    const found = await collected(directory.path, [
      base,
      { branch: 'topic', from: 'main' },
      { commit: 'Work', on: 'topic', files: { 'a.py': 'a = 2\n' } },
      { commit: 'Work on (#77)', on: 'topic', files: { 'a.py': 'a = 3\n' } },
      { merge: 'topic', message: 'Merge pull request #5 from eve/topic\n\nTitle' },
    ]);
    expect(found.changes).toHaveLength(1);
    expect(found.changes[0]).toMatchObject({ keptWhole: null, unfoldedFrom: null, pr: { number: 5, title: 'Title' } });
  });

  it('drops what a back-merge of main brings to nothing, and records it', async () => {
    const found = await collected(directory.path, [
      ...stable,
      { merge: 'main', into: 'stable', label: 'back', message: "Merge branch 'main' into stable" },
      { commit: 'Third (#4)', on: 'stable', label: 'third', files: { 'e.py': 'e = 1\n' } },
      { merge: 'stable', message: "Merge branch 'stable'" },
    ]);
    expect(found.changes.map((change) => change.id)).toEqual(['main-3', 'first', 'note', 'second', 'third'].map(found.at));
    expect(found.setAside).toEqual([expect.objectContaining({ what: found.at('back'), reason: 'nothing-left-when-replayed' })]);
    assertChain(found);
  });

  it('sees a commit once though two merges reach it', async () => {
    const found = await collected(directory.path, [
      ...stable,
      { merge: 'stable', message: "Merge branch 'stable'" },
      { commit: 'Third (#4)', on: 'stable', label: 'third', files: { 'e.py': 'e = 1\n' } },
      { merge: 'stable', message: "Merge branch 'stable' again" },
    ]);
    expect(new Set(found.changes.map((change) => change.id)).size).toBe(found.changes.length);
    expect(found.changes.at(-1)?.id).toBe(found.at('third'));
    assertChain(found);
  });
});

describe('the chain law', () => {
  type Move = {
    readonly kind: 'main' | 'side' | 'merge' | 'back';
    readonly file: number;
    readonly numbered: boolean;
    readonly evil: boolean;
  };
  const move: fc.Arbitrary<Move> = fc.record({
    kind: fc.constantFrom('main', 'side', 'side', 'merge', 'back'),
    file: fc.nat(4),
    numbered: fc.boolean(),
    evil: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
  });

  function script(moves: readonly Move[]): Step[] {
    const steps: Step[] = [base, { branch: 'side', from: 'main' }];
    for (const [index, { kind, file, numbered, evil }] of moves.entries()) {
      const subject = `Change ${index}${numbered ? ` (#${index + 1})` : ''}`;
      const settled = Object.fromEntries([0, 1, 2, 3, 4].map((n) => [`f${n}.py`, `settled = ${index}\n`]));
      if (kind === 'main' || kind === 'side')
        steps.push({ commit: subject, on: kind, files: { [kind === 'main' ? `f${file}.py` : `g${file}.py`]: `x = ${index}\n` } });
      else if (kind === 'merge') steps.push({ merge: 'side', message: `Merge side ${index}`, ...(evil ? { files: settled } : {}) });
      else steps.push({ merge: 'main', into: 'side', message: `Merge main ${index}` });
    }
    return [...steps, { commit: 'last', files: { last: 'x' } }];
  }

  it('holds on random histories with merges both ways, and each change’s trees are replayed exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 14 }), async (moves) => {
        const local = testDirectory('law');
        try {
          const { outcome, repository } = await collecting(local.path, script(moves));
          if (!('kept' in outcome)) throw new Error(outcome.detail);
          assertChain(outcome.kept);
          const line = repository.git('rev-list', '--first-parent', `${repository.at('base')}..${repository.at('main')}`).split('\n');
          for (const change of outcome.kept.changes) {
            if (change.unfoldedFrom !== null) {
              expect(line).toContain(change.unfoldedFrom);
              continue;
            }
            // A change of the line itself has git's own trees.
            expect(change.after).toBe(
              plainGit(repository.dir, ['rev-parse', `${change.id}^{tree}`])
                .toString()
                .trim(),
            );
            expect(change.before).toBe(
              plainGit(repository.dir, ['rev-parse', `${change.id}^1^{tree}`])
                .toString()
                .trim(),
            );
          }
        } finally {
          local.remove();
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
