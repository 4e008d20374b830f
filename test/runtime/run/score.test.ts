import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreTrial } from '#runtime/run/score.ts';
import { passAtK, summarize } from '#runtime/run/summarize.ts';
import type { LoggedEvent, ScoredUnit, TrialEvent } from '#schema/results.ts';
import type { UnitVerdict } from '#schema/trial.ts';

type Word = UnitVerdict['verdict'];

function log(
  units: readonly ScoredUnit[],
  verdicts: Readonly<Record<string, Word>>,
  more: readonly TrialEvent[] = [],
): readonly LoggedEvent[] {
  const events: TrialEvent[] = [
    {
      type: 'trial-started',
      trial: 't',
      task: 'task_a',
      attempt: 1,
      agent: 'scripted',
      model: null,
      isolation: 'local',
      image: null,
      base: '0'.repeat(64),
      brief: '0'.repeat(64),
      units: [...units],
    },
    ...more,
    ...units.flatMap((unit): TrialEvent[] => {
      const word = verdicts[unit.id];
      if (word === undefined || unit.expected.length === 0) return [];
      const passed = word === 'pass' ? unit.expected.length : 0;
      return [
        {
          type: 'judged',
          of: 'unit',
          verdict: { unit: unit.id, verdict: word, why: '', passed, expected: unit.expected.length, tests: [] },
          timedOut: false,
          tail: '',
          durationMs: 0,
        },
      ];
    }),
    { type: 'trial-ended' },
  ];
  return events.map((event, seq) => ({ seq, at: '2024-01-01T00:00:00Z', event }));
}
const unit = (id: string, layer: number, parents: string[] = [], expected = [`${id}-test`]): ScoredUnit => ({
  id,
  layer,
  parents,
  expected,
});
const CHAIN = [unit('a', 0), unit('b', 1, ['a']), unit('c', 2, ['b'])];

describe('the score of a trial', () => {
  it.each([
    ['nothing', { a: 'fail', b: 'fail', c: 'fail' }, { depth: 0, layers: 0, tpr: 0, released: ['a'], resolved: false }],
    [
      'the first layer',
      { a: 'pass', b: 'fail', c: 'fail' },
      { depth: 0, layers: 1 / 3, tpr: 1 / 2, released: ['a', 'b'], resolved: false },
    ],
    [
      'two layers',
      { a: 'pass', b: 'pass', c: 'fail' },
      { depth: 0.5, layers: 2 / 3, tpr: 2 / 3, released: ['a', 'b', 'c'], resolved: false },
    ],
    [
      'a hole in the middle',
      { a: 'pass', b: 'fail', c: 'pass' },
      { depth: 0, layers: 1 / 3, tpr: 1 / 2, released: ['a', 'b'], resolved: false },
    ],
    ['everything', { a: 'pass', b: 'pass', c: 'pass' }, { depth: 1, layers: 1, tpr: 1, released: ['a', 'b', 'c'], resolved: true }],
  ] as const)('tells %s', (_what, verdicts, { depth, layers, tpr, released, resolved }) => {
    expect(scoreTrial('r', log(CHAIN, verdicts))).toMatchObject({
      depth: { value: depth },
      depth_layers: { value: layers },
      test_pass_rate: { value: tpr },
      released,
      is_resolved: resolved,
    });
  });

  it('is 1 or 0 deep on a flat graph', () => {
    const flat = [unit('a', 0), unit('b', 0)];
    expect(scoreTrial('r', log(flat, { a: 'pass', b: 'pass' })).depth).toEqual({ value: 1 });
    expect(scoreTrial('r', log(flat, { a: 'pass', b: 'fail' })).depth).toEqual({ value: 0 });
  });

  it('is unscored, not 0, where a unit that matters was not judged', () => {
    expect(scoreTrial('r', log(CHAIN, { a: 'pass', b: 'not-judged', c: 'pass' }))).toMatchObject({
      is_resolved: null,
      depth: { unscored: 'not judged: b' },
      test_pass_rate: { unscored: 'not judged: b' },
    });
    expect(scoreTrial('r', log(CHAIN, { a: 'fail', b: 'not-judged', c: 'pass' }))).toMatchObject({
      is_resolved: false,
      depth: { value: 0 },
      test_pass_rate: { value: 0 },
    });
    expect(scoreTrial('r', log(CHAIN, { a: 'pass' })).is_resolved).toBeNull();
  });

  it('asks nothing of a retired unit, and nothing waits for it', () => {
    const units = [unit('a', 0, [], []), unit('b', 1, ['a'])];
    expect(scoreTrial('r', log(units, { b: 'pass' }))).toMatchObject({
      is_resolved: true,
      depth: { value: 1 },
      test_pass_rate: { value: 1 },
      released: ['a', 'b'],
    });
    expect(scoreTrial('r', log([unit('a', 0, [], [])], {})).is_resolved).toBe(false);
  });

  it('adds up what the steps used', () => {
    const step = (inputTokens: number): TrialEvent => ({
      type: 'step',
      step: { kind: 'message', text: '', usage: { inputTokens, outputTokens: 2, cachedTokens: 1 } },
    });
    expect(scoreTrial('r', log(CHAIN, {}, [step(5), step(7)]))).toMatchObject({
      total_input_tokens: 12,
      total_output_tokens: 4,
      total_cached_tokens: 2,
      steps: 2,
    });
  });

  it('never loses by one more unit passed', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), fc.nat(5), (passes, index) => {
        const units = passes.map((_, i) => unit(`u${i}`, i >> 1, i >= 2 ? [`u${i - 2}`] : []));
        const words = (of: readonly boolean[]) =>
          Object.fromEntries(of.map((ok, i) => [`u${i}`, ok ? ('pass' as const) : ('fail' as const)]));
        const before = scoreTrial('r', log(units, words(passes)));
        const after = scoreTrial('r', log(units, words(passes.with(index, true))));
        const value = (metric: typeof before.depth): number => ('value' in metric ? metric.value : Number.NaN);
        expect(value(after.depth)).toBeGreaterThanOrEqual(value(before.depth));
        expect(value(after.depth_layers)).toBeGreaterThanOrEqual(value(before.depth_layers));
        expect(after.released).toEqual(expect.arrayContaining(before.released));
      }),
    );
  });
});

describe('pass@k', () => {
  it('is the chance that k of the attempts hold a resolved one', () => {
    expect(passAtK(3, 1, 1)).toBeCloseTo(1 / 3);
    expect(passAtK(3, 1, 2)).toBeCloseTo(2 / 3);
    expect(passAtK(3, 1, 3)).toBe(1);
    expect(passAtK(5, 0, 5)).toBe(0);
  });

  it('counts judged attempts only, per task', () => {
    const trial = (name: string, task: string, word: Word) => ({
      ...scoreTrial('r', log([unit('a', 0)], { a: word })),
      trial_name: name,
      task_id: task,
    });
    const results = summarize('r', [
      trial('3', 'task_b', 'fail'),
      trial('1', 'task_a', 'pass'),
      trial('2', 'task_a', 'fail'),
      trial('4', 'task_b', 'not-judged'),
    ]);
    expect(results).toMatchObject({
      n_resolved: 1,
      n_unresolved: 2,
      n_not_judged: 1,
      resolved_ids: ['task_a'],
      unresolved_ids: ['task_b'],
      pass_at_k: { '1': 0.25 },
    });
    expect(results.accuracy).toBeCloseTo(1 / 3);
  });
});
