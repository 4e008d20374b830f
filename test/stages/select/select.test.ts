import list from 'spdx-license-list/full.js';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createParser } from '#io/parser.ts';
import { createRepositories } from '#io/repositories.ts';
import { Denylists } from '#schema/denylist.ts';
import { UserError } from '#schema/errors.ts';
import { isKept } from '#schema/outcome.ts';
import { collect } from '#stages/collect/stage.ts';
import { normalize } from '#stages/normalize/stage.ts';
import { select } from '#stages/select/stage.ts';
import { scriptRepository, testDirectory, type Step } from '#test/kit/git.ts';
import { noGitHub, sourceOf } from '../collect/kit.ts';

const parser = createParser({ workers: 1 });
afterAll(() => void parser[Symbol.asyncDispose]());
let directory: ReturnType<typeof testDirectory>;
beforeEach(() => {
  directory = testDirectory('select');
});
afterEach(() => directory.remove());

const text = (spdx: string): string => list[spdx]?.licenseText ?? '';
const base: Step = { commit: 'base', label: 'base', files: { LICENSE: text('MIT'), 'src/a.py': '\n' } };
/** Scripted commits land an hour apart, so the span is asked for in hours here. */
const features = (count: number, files: (index: number) => Record<string, string> = () => ({})): Step[] =>
  Array.from({ length: count }, (_, index) => ({
    commit: `Feature ${index} (#${index + 1})`,
    label: `f${index}`,
    files: { [`src/f${index}.py`]: 'x = 1\n'.repeat(20), [`tests/test_f${index}.py`]: 'y = 1\n'.repeat(20), ...files(index) },
  }));
const options = { spanDaysMin: 6 / 24, scaleMin: 200, maxChanges: 10, testedShareMin: 0.5 };

async function selected(steps: readonly Step[], more: object = {}, settings: object = {}) {
  const repository = scriptRepository(join(directory.path, 'source.git'), [base, ...steps]);
  const named = sourceOf(repository.dir, repository.at('base'), repository.at('main'), more);
  const repositories = createRepositories({ cacheDir: join(directory.path, 'cache'), mirrors: [] });
  const progress = { step: () => {} };
  const [first] = await collect.run(named, { denylists: Denylists.parse({}) }, { repositories, github: noGitHub }, progress);
  if (first === undefined || !isKept(first.outcome)) throw new Error(JSON.stringify(first));
  const [second] = await normalize.run(first.outcome.kept, {}, { repositories, parser }, progress);
  if (second === undefined || !isKept(second.outcome)) throw new Error(JSON.stringify(second));
  const outcomes = await select.run(second.outcome.kept, select.options.parse({ ...options, ...settings }), { repositories }, progress);
  return { repository, outcomes, kept: outcomes.flatMap(({ outcome }) => (isKept(outcome) ? [outcome.kept] : [])) };
}

describe('select', () => {
  it('makes a candidate of a range that qualifies, named by content alone', async () => {
    const { kept, outcomes, repository } = await selected(features(8));
    expect(outcomes).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      spanDays: 0.29,
      scale: 320,
      testedShare: 1,
      licence: { spdx: 'MIT', files: ['LICENSE'] },
      languages: ['python'],
      baseCommit: repository.at('base'),
      endCommit: repository.at('main'),
    });
    expect(kept[0]?.taskId).toMatch(/^task_pr_[0-9a-f]{10}$/);
    expect(kept[0]?.changes).toHaveLength(8);
    expect(kept[0]?.baseTree).toBe(kept[0]?.changes[0]?.before);
    expect(kept[0]?.endTree).toBe(kept[0]?.changes.at(-1)?.after);
  });

  it('gives as many windows as the source asks for, best first, and says of the others that they were not asked for', async () => {
    const { outcomes } = await selected(features(20), { maxTasks: 1 });
    expect(outcomes.map(({ outcome }) => ('kept' in outcome ? 'kept' : outcome.dropped))).toEqual(['kept', 'not-asked-for']);
    directory.remove();
    directory = testDirectory('select');
    expect((await selected(features(20), { maxTasks: 2 })).kept.map((candidate) => candidate.changes.length)).toEqual([10, 10]);
  });

  it('lets a denied path count for nothing, and a denied commit be in no window', async () => {
    const entry = (what: string) => ({ what, why: 'w', since: '2026-01-01' });
    expect((await selected(features(8), {}, { denylists: { paths: [entry('src/**')] } })).outcomes[0]?.outcome).toMatchObject({
      dropped: 'scale-too-small',
      detail: expect.stringMatching(/^160 /),
    });
    directory.remove();
    directory = testDirectory('select');
    const steps = features(16);
    const commit = scriptRepository(join(directory.path, 'ids.git'), [base, ...steps]).at('f7');
    const { outcomes } = await selected(steps, { maxTasks: 5 }, { denylists: { commits: [entry(commit)] } });
    expect(outcomes.map(({ outcome }) => ('kept' in outcome ? outcome.kept.changes.length : outcome.detail))).toEqual([
      8,
      7,
      'commit on the denylist since 2026-01-01: w',
    ]);
  });

  it('refuses a licence that the source states wrongly, at the source’s place', async () => {
    const failure = await selected(features(8), { licence: 'Apache-2.0' }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toMatch(/sources\/prs\/owner--name\.yaml: licence: says Apache-2\.0, the range's end says MIT/);
  });

  it('reads the licence at the window’s end, not at its base', async () => {
    const { kept } = await selected([...features(8), { commit: 'Relicense', files: { LICENSE: text('BSD-3-Clause') } }], {
      licence: 'BSD-3-Clause',
    });
    expect(kept[0]?.licence.spdx).toBe('BSD-3-Clause');
  });

  it.each([
    ['BUSL-1.1', {}, 'licence-not-open'],
    ['MIT', { licences: [{ what: 'MIT', why: 'w', since: '2026-01-01' }] }, 'licence-not-open'],
  ])('drops %s', async (spdx, denylists, reason) => {
    const { outcomes } = await selected(
      [...features(8), { commit: 'Licence', files: { LICENSE: `${text(spdx)}\n` } }],
      { licence: spdx },
      { denylists },
    );
    expect(outcomes[0]?.outcome).toMatchObject({ dropped: reason });
  });

  it('drops a tree without a licence', async () => {
    const { outcomes } = await selected([...features(8), { commit: 'Licence', files: { LICENSE: null } }]);
    expect(outcomes[0]?.outcome).toMatchObject({ dropped: 'licence-unknown' });
  });
});
