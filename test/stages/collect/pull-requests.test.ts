import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDirectory } from '#test/kit/git.ts';
import { indexed } from '#stages/collect/pull-refs.ts';
import { tell } from '#stages/collect/tell.ts';
import { collected } from './kit.ts';

let directory: ReturnType<typeof testDirectory>;
beforeEach(() => {
  directory = testDirectory('collect');
});
afterEach(() => directory.remove());

const base = { commit: 'base', label: 'base', files: { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n' } } as const;
const told = (changes: Awaited<ReturnType<typeof collected>>['changes']) =>
  changes.map(({ pr }) => (pr === null ? 'direct' : `#${pr.number} ${pr.toldBy}${pr.verified ? ' verified' : ''}`));

describe('telling pull requests from git alone', () => {
  it('reads squash subjects and leaves direct commits direct', async () => {
    const { changes } = await collected(directory.path, [
      base,
      { commit: 'Fix parser (#12)', files: { 'a.py': 'a = 2\n' } },
      { commit: 'Fix issue (#7) in scanner (#13)', files: { 'a.py': 'a = 3\n' } },
      { commit: 'Polish', files: { 'a.py': 'a = 4\n' } },
    ]);
    expect(told(changes)).toEqual(['#12 squash-subject', '#13 squash-subject', 'direct']);
    expect(changes[1]?.pr?.otherNumbers).toEqual([7]);
    expect(changes[0]?.pr?.title).toBe('Fix parser');
  });

  it('confirms a squash by a pull ref of the same author, and prefers the number that a ref knows', async () => {
    const { changes } = await collected(directory.path, [
      base,
      { branch: 'topic', from: 'main' },
      { commit: 'Work', on: 'topic', author: 'Eve <eve@example.org>', files: { 'a.py': 'a = 2\n' }, label: 'head' },
      { ref: 'refs/pull/12/head', at: 'head' },
      { commit: 'Fix parser (#12) (#99)', author: 'Eve <eve@example.org>', files: { 'a.py': 'a = 2\n' } },
    ]);
    expect(told(changes)).toEqual(['#12 pull-ref verified']);
    expect(changes[0]?.pr?.otherNumbers).toEqual([99]);
  });

  it('does not confirm a number of another repository by a ref of another author', async () => {
    const { changes } = await collected(directory.path, [
      base,
      { branch: 'topic', from: 'main' },
      { commit: 'Else', on: 'topic', author: 'Eve <eve@example.org>', files: { 'b.py': 'b = 2\n' }, label: 'head' },
      { ref: 'refs/pull/12/head', at: 'head' },
      { commit: 'Fix parser (#12)', author: 'Bob <bob@example.org>', files: { 'a.py': 'a = 2\n' } },
    ]);
    expect(told(changes)).toEqual(['#12 squash-subject']);
  });

  it('takes the ref of the merged parent over a forged message', async () => {
    const { changes } = await collected(directory.path, [
      base,
      { branch: 'topic', from: 'main' },
      { commit: 'Work', on: 'topic', files: { 'a.py': 'a = 2\n' } },
      { ref: 'refs/pull/31/head', at: 'topic' },
      { merge: 'topic', message: 'Merge pull request #12 from eve/topic\n\nThe title' },
    ]);
    expect(told(changes)).toEqual(['#31 pull-ref verified']);
    expect(changes[0]?.pr?.otherNumbers).toEqual([12]);
    expect(changes[0]?.parents).toBe(2);
  });

  it('joins a rebased run by author key, and keeps a polish commit that repeats the number apart', async () => {
    const eve = { author: 'Eve <eve@example.org>' };
    const { changes, setAside, at } = await collected(directory.path, [
      base,
      { branch: 'topic', from: 'main' },
      { commit: 'One', on: 'topic', ...eve, authorTime: 1_577_900_000, files: { 'a.py': 'a = 2\n' } },
      { commit: 'Two', on: 'topic', ...eve, authorTime: 1_577_900_100, files: { 'a.py': 'a = 3\n' } },
      { ref: 'refs/pull/5/head', at: 'topic' },
      { commit: 'Direct', files: { 'b.py': 'b = 2\n' } },
      { commit: 'One', label: 'one', ...eve, authorTime: 1_577_900_000, files: { 'a.py': 'a = 2\n' } },
      { commit: 'Two', label: 'two', ...eve, authorTime: 1_577_900_100, files: { 'a.py': 'a = 3\n' } },
      { commit: 'Polish (#5)', files: { 'b.py': 'b = 3\n' } },
    ]);
    expect(told(changes)).toEqual(['direct', '#5 rebase-run verified', '#5 squash-subject']);
    expect(changes[1]?.id).toBe(at('two'));
    expect(changes[1]?.files.map((file) => [file.path, file.added])).toEqual([['a.py', 1]]);
    expect(setAside).toEqual([expect.objectContaining({ what: at('one'), reason: 'joined-rebase-run' })]);
  });

  it('takes no back-port head for the commit it was made from', async () => {
    const { changes } = await collected(directory.path, [
      base,
      { branch: 'stable', from: 'main' },
      { commit: 'Fix', author: 'Eve <eve@example.org>', authorTime: 1_577_900_000, files: { 'a.py': 'a = 2\n' } },
      { commit: 'Fix', on: 'stable', author: 'Eve <eve@example.org>', authorTime: 1_577_900_000, files: { 'a.py': 'a = 2\n' } },
      { ref: 'refs/pull/8/head', at: 'stable' },
    ]);
    expect(told(changes)).toEqual(['direct']);
  });

  it('lets the API win over a forged message, and reads labels and issues from it', () => {
    const pr = {
      number: 40,
      title: 'The title',
      body: 'Body',
      labels: ['bug'],
      closingIssues: [3],
      mergeCommit: 'c'.repeat(40),
      authorKeys: [],
    };
    const commit = {
      id: pr.mergeCommit,
      tree: 'd'.repeat(40),
      parents: ['e'.repeat(40)],
      authorName: 'Eve',
      authorEmail: 'eve@example.org',
      authorTime: 1,
      committerName: 'Eve',
      committerEmail: 'eve@example.org',
      commitTime: 1,
      subject: 'Merge pull request #12 from eve/x',
      body: 'Closes #9',
    };
    const witnesses = { refs: indexed([]), byMergeCommit: new Map([[pr.mergeCommit, pr]]), repositoryName: null };
    const side = { line: [], all: new Set<string>() };
    expect(tell(commit, side, witnesses)).toEqual({
      number: 40,
      toldBy: 'api',
      verified: true,
      title: 'The title',
      body: 'Body',
      labels: ['bug'],
      linkedIssues: [3],
      otherNumbers: [12],
    });
    expect(tell(commit, side, { ...witnesses, byMergeCommit: new Map() })).toMatchObject({
      number: 12,
      verified: false,
      linkedIssues: [9],
    });
  });
});
