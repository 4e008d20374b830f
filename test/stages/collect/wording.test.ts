import { describe, expect, it } from 'vitest';
import { claimOf, closedIssues } from '#stages/collect/wording.ts';

const one = ['a'.repeat(40)];
const two = ['a'.repeat(40), 'b'.repeat(40)];
const claim = (subject: string, body = '', parents = one) => {
  const found = claimOf({ subject, body, parents }, 'owner/name');
  return found === null ? null : `${found.toldBy} #${found.number} "${found.title}" of ${found.numbers.join(',')}`;
};

describe('wordings of merges', () => {
  it.each([
    ['Merge pull request #12 from eve/topic', '\nAdd a thing\n', 'merge-commit #12 "Add a thing" of 12'],
    ['Merge PR #12: Add a thing', '', 'merge-commit #12 "Add a thing" of 12'],
    ['Merge #12: Add a thing', '', 'merge-commit #12 "Add a thing" of 12'],
    ['Merged in eve/topic (pull request #12)', 'Add a thing', 'merge-commit #12 "Add a thing" of 12'],
    ["Merge branch 'topic' into 'main'", 'Add a thing\n\nSee merge request group/name!12', 'merge-commit #12 "Add a thing" of 12'],
    ['Auto merge of #12 - eve:topic, r=bob', '\nAdd a thing\n\nFixes #3', 'bors #12 "Add a thing" of 12'],
    ['Rollup merge of #12 - eve:topic, r=bob', 'Add a thing', 'bors #12 "Add a thing" of 12'],
    ['Merge #12 #13', '\n12: First r=bob a=eve\n\n13: Second r=bob a=eve\n', 'bors #13 "Second" of 12,13'],
    ['Merge #12', '\n12: Add a thing r=bob a=eve\n', 'bors #12 "Add a thing" of 12'],
    ['Add a thing (#12)', '', 'merge-commit #12 "Add a thing" of 12'],
  ])('%s', (subject, body, expected) => expect(claim(subject, body, two)).toBe(expected));
});

describe('wordings of single commits', () => {
  it.each([
    ['Add a thing (#12)', '', 'squash-subject #12 "Add a thing" of 12'],
    ['Add a thing (#3) (#12)', '', 'squash-subject #12 "Add a thing (#3)" of 3,12'],
    ['Revert "Add a thing (#3)" (#12)', '', 'squash-subject #12 "Revert "Add a thing (#3)"" of 12'],
    ['Revert "Add a thing (#3)"', '', null],
    ['Add a thing', 'PR-URL: https://github.com/owner/name/pull/12\n', 'trailer #12 "Add a thing" of 12'],
    ['Add a thing', 'PR-URL: https://github.com/other/name/pull/12\n', null],
    ['Add a thing', 'Closes #12', null],
    ['Fix #12', '', null],
    ['Add a thing (#0)', '', null],
    ['Merge branch main', '', null],
  ])('%s', (subject, body, expected) => expect(claim(subject, body)).toBe(expected));
});

it('finds closed issues by keyword only', () => {
  expect(closedIssues('Fixes #3, closes: #1. See #9, other/repo#4, resolved #3')).toEqual([1, 3]);
});
