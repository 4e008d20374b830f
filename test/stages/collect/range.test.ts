import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDirectory, type Step } from '#test/kit/git.ts';
import { collected, collecting } from './kit.ts';

let directory: ReturnType<typeof testDirectory>;
beforeEach(() => {
  directory = testDirectory('range');
});
afterEach(() => directory.remove());

const base: Step = { commit: 'base', label: 'base', files: { 'a.py': 'a = 1\n', 'secret/answers.py': 'x = 1\n' } };

it('drops a range whose start is not on the first-parent line', async () => {
  const { outcome } = await collecting(
    directory.path,
    [
      base,
      { branch: 'side', from: 'main' },
      { commit: 'Side', on: 'side', label: 'side-1', files: { 'b.py': '1\n' } },
      { commit: 'Main', files: { 'c.py': '1\n' } },
      { merge: 'side', message: 'Merge' },
    ],
    { from: 'side-1' },
  );
  expect(outcome).toMatchObject({ dropped: 'range-not-found', detail: expect.stringContaining('not on the first-parent line') });
});

it('drops an empty range', async () => {
  const { outcome } = await collecting(directory.path, [base], { to: 'base' });
  expect(outcome).toMatchObject({ dropped: 'no-changes-in-range' });
});

it('takes ignored paths out of every tree, and keeps the law', async () => {
  const found = await collected(
    directory.path,
    [
      base,
      { commit: 'Both (#1)', files: { 'a.py': 'a = 2\n', 'secret/answers.py': 'x = 2\n' } },
      { commit: 'Secret', files: { 'secret/more.py': '1\n' } },
    ],
    {
      ignore: ['secret'],
    },
  );
  expect(found.changes.map((change) => change.files.map((file) => file.path))).toEqual([['a.py'], []]);
  expect(found.changes[1]?.before).toBe(found.changes[1]?.after);
  expect(found.changes.at(-1)?.after).toBe(found.endTree);
});

it('sets a path aside that is no UTF-8, and keeps its change', async () => {
  const found = await collected(directory.path, [base, { commit: 'Odd (#1)', files: { 'a\udcff.py': '1\n', 'b.py': '1\n' } }]);
  expect(found.changes[0]?.files.map((file) => file.path)).toEqual(['b.py']);
  expect(found.setAside).toEqual([expect.objectContaining({ what: found.changes[0]?.id, reason: 'path-not-utf8' })]);
});

it('drops a repository of the denylist before it is opened', async () => {
  const entry = { what: `${directory.path}/source.git`, why: 'its owner asked', since: '2026-01-01' };
  const { outcome } = await collecting(directory.path, [base, { commit: 'x (#1)', files: { x: '1' } }], {
    denylists: { repositories: [entry] },
  });
  expect(outcome).toMatchObject({ dropped: 'repository-unavailable', detail: expect.stringContaining('its owner asked') });
});

it('gives the same bytes twice', async () => {
  const steps: Step[] = [base, { commit: 'One (#1)', files: { 'a.py': 'a = 2\n' } }, { commit: 'Two', files: { 'b.py': '1\n' } }];
  const first = await collected(directory.path, steps);
  const { outcome } = await collecting(`${directory.path}/again`, steps);
  const plain = (value: object) => JSON.stringify(value).replaceAll(/"(?:gitDir|repository)":"[^"]*"/g, '""');
  expect('kept' in outcome ? plain(outcome.kept) : '').toBe(plain({ ...first, at: undefined }));
});
