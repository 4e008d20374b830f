import { expect, test } from 'vitest';
import { languages } from '#languages/index.ts';
import type { Recovered } from '#schema/dag.ts';
import { materializeTask } from '../../../stages/materialize/materialize.ts';
import { candidateOf } from '../recover-dag/candidate.ts';
import { historyOf, line } from '../recover-dag/history.ts';

const unaided = languages.filter((one) => one.frameworks.length === 0);

test.each(unaided)(
  '$title, of which no framework can be run, leaves the line with the reason, and nothing is opened',
  async ({ id, title }) => {
    const told = line([
      ['base', { 'a.txt': 'a\n' }],
      ['next', { 'b.txt': 'b\n' }],
    ]);
    await using history = await historyOf(told);
    const recovered: Recovered = {
      candidate: await candidateOf(history, told, id),
      units: [],
      edges: [],
      evidence: [],
      denied: [],
      ambiguous: [],
      hotFiles: [],
      outside: [],
      layers: 0,
      width: 0,
    };
    const unasked = (): Promise<never> => Promise.reject(new Error('nothing is to be opened'));
    const io = { repositories: { open: unasked, reopen: unasked }, images: null, blobs: { put: unasked, get: unasked, has: unasked } };
    const outcome = await materializeTask({ recovered, instruction: '', units: {} }, io, { step: () => {} });
    expect(outcome).toEqual({ dropped: 'no-test-framework', detail: `no test framework of ${title} can be run yet` });
  },
);

test('languages are recovered that are not yet run', () => {
  expect(unaided.map((one) => one.id)).toEqual(expect.arrayContaining(['rust', 'java', 'ruby', 'csharp', 'php', 'kotlin']));
});
