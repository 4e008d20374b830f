import { describe, expect, it } from 'vitest';
import type { TestFramework } from '#languages/language.ts';
import type { RunReport, StateName, TestRecord, TestStatus } from '#schema/trial.ts';
import { admit } from '#stages/validate/admission.ts';

const framework: Pick<TestFramework, 'reason'> & Partial<TestFramework> = {
  name: 'toy',
  reason: (record) => (record.message.includes('env') ? 'environment' : record.status === 'error' ? 'collection' : 'assertion'),
};

function run(records: Record<string, TestStatus>, rest: Partial<RunReport> = {}, message = ''): RunReport {
  const list: TestRecord[] = Object.entries(records).map(([id, status]) => ({ id, status, message, durationMs: 1 }));
  return { records: list, exit: 0, timedOut: false, oom: false, noReport: null, tail: '', durationMs: 1, ...rest };
}
const three = (report: RunReport) => [report, report, report];

function verdict(states: Partial<Record<StateName, RunReport[]>>, id = 't|a|one') {
  const runs = {
    EMPTY: three(run({ [id]: 'fail' })),
    ANC: three(run({ [id]: 'fail' })),
    SELF: three(run({ [id]: 'pass' })),
    FULL: three(run({ [id]: 'pass' })),
    ...states,
  };
  return admit('unit_001', runs, framework as TestFramework, 3).admissions.find((each) => each.id === id);
}

describe('fail-to-pass admission', () => {
  it('admits an id that fails without the unit and passes with it, every time', () => {
    const admitted = verdict({});
    expect(admitted?.verdict).toBe('admitted');
    // 1 − 0.05^(1/3): trials.md, table 4.2, n = 3.
    expect(admitted?.flakeBound).toBeCloseTo(0.6316, 4);
  });
  it('keeps an id that passes everywhere as a guard', () => {
    const pass = three(run({ 't|a|one': 'pass' }));
    expect(verdict({ EMPTY: pass, ANC: pass })?.verdict).toBe('pass-to-pass');
  });
  it('sets aside one contrary result in any state', () => {
    for (const state of ['EMPTY', 'ANC', 'SELF', 'FULL'] as const) {
      const mixed = [run({ 't|a|one': 'pass' }), run({ 't|a|one': 'fail' }), run({ 't|a|one': 'pass' })];
      expect(verdict({ [state]: mixed })?.verdict).toBe('flaky');
    }
  });
  it('keeps an id that its ancestors already make pass as a guard', () => {
    expect(verdict({ ANC: three(run({ 't|a|one': 'pass' })) })?.verdict).toBe('pass-to-pass');
  });
  it('refuses an id that passes in the empty state', () => {
    expect(verdict({ EMPTY: three(run({ 't|a|one': 'pass' })) })?.verdict).toBe('does-not-discriminate');
  });
  it('tells not sufficient from retired', () => {
    expect(verdict({ SELF: three(run({ 't|a|one': 'fail' })) })?.verdict).toBe('not-sufficient');
    expect(verdict({ FULL: three(run({ 't|a|one': 'fail' })) })?.verdict).toBe('retired');
  });
  it('counts a skipped, xfailed or unknown test as no pass', () => {
    for (const status of ['skip', 'xfail', 'xpass', 'todo', 'timeout', 'crash'] as const) {
      expect(verdict({ SELF: three(run({ 't|a|one': status })) })?.verdict).toBe('not-sufficient');
    }
  });
  it('accepts a file that does not load for want of the unit', () => {
    expect(verdict({ ANC: three(run({ 't|a|': 'error' }, {}, 'cannot import name f')) })?.verdict).toBe('admitted');
  });
  it('refuses a failure of the environment, a time-out or a run without a report', () => {
    expect(verdict({ ANC: three(run({ 't|a|one': 'fail' }, {}, 'env: library missing')) })?.verdict).toBe('environment');
    expect(verdict({ ANC: three(run({}, { timedOut: true })) })?.verdict).toBe('environment');
    expect(verdict({ ANC: three(run({}, { noReport: 'runner not found' })) })?.verdict).toBe('environment');
    expect(verdict({ ANC: three(run({})) })?.verdict).toBe('environment');
  });
  it('sets aside as not run what a cut run never reached, and does not call it flaky', () => {
    const hung = { 't|a|hangs': 'timeout' } as const;
    for (const cut of [run(hung, { timedOut: true }), run({ 't|a|dies': 'crash' }), run({ 't|b|dies': 'crash' })]) {
      const one = verdict({ ANC: [run({ 't|a|one': 'pass' }), cut, run({ 't|a|one': 'pass' })] });
      expect(one).toMatchObject({ verdict: 'not-run', detail: expect.stringContaining('ANC reached it in 2 of 3 runs') });
      expect(verdict({ ANC: three(cut) })?.verdict).toBe('not-run');
      expect(verdict({ SELF: three(cut), FULL: three(run({ 't|a|one': 'pass' })) })?.verdict).toBe('not-run');
    }
    const contrary = [run({ 't|a|one': 'pass' }), run({ 't|a|one': 'fail' }), run(hung, { timedOut: true })];
    expect(verdict({ ANC: contrary })?.verdict).toBe('flaky');
  });
  it('admits nothing, and keeps no guard, on fewer repetitions than were asked for', () => {
    const last = run({ 't|a|one': 'pass', 't|a|zzz': 'timeout' }, { timedOut: true });
    expect(verdict({ SELF: [last] })).toMatchObject({ verdict: 'not-run', detail: 'a run was cut short: SELF reached it in 1 of 3 runs' });
    expect(verdict({ EMPTY: [last], ANC: [last] })?.verdict).toBe('not-run');
    expect(verdict({ FULL: [] })?.verdict).toBe('not-run');
  });
  it('counts what another file that died in its own process did not keep from running', () => {
    expect(verdict({ ANC: three(run({ 't|a|one': 'fail', 't|b|dies': 'crash' })) })?.verdict).toBe('admitted');
    expect(verdict({ ANC: three(run({ 't|a|': 'error', 't|b|dies': 'crash' })) })?.verdict).toBe('admitted');
  });
  it('does not let one right reason hide a wrong one', () => {
    const runs = [run({ 't|a|one': 'fail' }, {}, 'env: gone'), run({ 't|a|one': 'fail' }), run({ 't|a|one': 'fail' })];
    expect(verdict({ ANC: runs })?.verdict).toBe('environment');
  });
  it('keeps the counts of every state', () => {
    const pass = run({ 't|a|one': 'pass' });
    const fail = run({ 't|a|one': 'fail' });
    const { trials } = admit(
      'unit_001',
      { EMPTY: three(fail), ANC: three(fail), SELF: three(pass), FULL: three(pass) },
      framework as TestFramework,
      3,
    );
    expect(trials.map(({ state, runs, pass: passed }) => [state, runs, passed])).toEqual([
      ['EMPTY', 3, 0],
      ['ANC', 3, 0],
      ['SELF', 3, 3],
      ['FULL', 3, 3],
    ]);
    const cut = run({ 't|a|hangs': 'timeout' }, { timedOut: true });
    const states = { EMPTY: three(fail), ANC: [fail, cut, fail], SELF: three(pass), FULL: three(pass) };
    const anc = admit('unit_001', states, framework as TestFramework, 3).trials.find(
      ({ id, state }) => id === 't|a|one' && state === 'ANC',
    );
    expect(anc).toMatchObject({ runs: 2, pass: 0, statuses: { fail: 2, 'not-reached': 1 } });
  });
});
