import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeUnit } from '#runtime/judge/judge-unit.ts';
import { tailOf, whyNoReport } from '#runtime/judge/no-report.ts';
import type { RunReport, TestStatus } from '#schema/trial.ts';

function report(records: readonly (readonly [string, TestStatus])[], extra: Partial<RunReport> = {}): RunReport {
  return {
    records: records.map(([id, status]) => ({ id, status, message: '', durationMs: 1 })),
    exit: 0,
    timedOut: false,
    oom: false,
    noReport: null,
    tail: '2 passed, 0 failed',
    durationMs: 1,
    ...extra,
  };
}
const STATUSES: readonly TestStatus[] = ['pass', 'fail', 'error', 'skip', 'xfail', 'xpass', 'todo', 'timeout', 'crash'];

describe('a unit passes', () => {
  test('when every expected id passed', () => {
    expect(
      judgeUnit(
        'unit_001',
        report([
          ['a', 'pass'],
          ['b', 'pass'],
        ]),
        ['a', 'b'],
      ),
    ).toEqual({
      unit: 'unit_001',
      verdict: 'pass',
      why: '2 pass of 2 expected',
      passed: 2,
      expected: 2,
      tests: [
        { id: 'a', status: 'pass' },
        { id: 'b', status: 'pass' },
      ],
    });
  });

  test('though a test that nobody expects failed, and the exit code says so', () => {
    const verdict = judgeUnit(
      'u',
      report(
        [
          ['a', 'pass'],
          ['other', 'fail'],
        ],
        { exit: 1 },
      ),
      ['a'],
    );
    expect(verdict).toMatchObject({ verdict: 'pass', why: expect.stringContaining('exit 1 all the same') });
  });

  test('if and only if all of its ids have pass as their only status', () => {
    const records = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(...STATUSES)), { maxLength: 8 });
    fc.assert(
      fc.property(records, fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }), fc.constantFrom(0, 1, null), (told, expected, exit) => {
        const want = expected.every(
          (id) => told.some(([known]) => known === id) && told.every(([known, status]) => known !== id || status === 'pass'),
        );
        expect(judgeUnit('u', report(told, { exit }), expected).verdict).toBe(want ? 'pass' : 'fail');
      }),
    );
  });
});

describe('a unit does not pass', () => {
  test.each(STATUSES.filter((status) => status !== 'pass'))('on %s', (status) => {
    expect(
      judgeUnit(
        'u',
        report([
          ['a', 'pass'],
          ['b', status],
        ]),
        ['a', 'b'],
      ).verdict,
    ).toBe('fail');
  });

  test('on a missing record, whatever the exit code and the output say', () => {
    const verdict = judgeUnit('u', report([['a', 'pass']]), ['a', 'b']);
    expect(verdict).toMatchObject({
      verdict: 'fail',
      passed: 1,
      why: '1 pass, 1 missing of 2 expected; the command exited 0 all the same',
    });
  });

  test('by a second record that says pass', () => {
    expect(
      judgeUnit(
        'u',
        report([
          ['a', 'fail'],
          ['a', 'pass'],
        ]),
        ['a'],
      ).verdict,
    ).toBe('fail');
    expect(
      judgeUnit(
        'u',
        report([
          ['a', 'pass'],
          ['a', 'fail'],
        ]),
        ['a'],
      ).verdict,
    ).toBe('fail');
  });

  test('without a report', () => {
    expect(judgeUnit('u', report([], { noReport: 'no report was written; the command exited 0' }), ['a'])).toMatchObject({
      verdict: 'fail',
      tests: [{ id: 'a', status: 'missing' }],
    });
  });
});

test('what is the machine’s fault is not judged', () => {
  const ended = {
    stdout: Buffer.alloc(0),
    stderr: Buffer.alloc(0),
    stdoutBytes: 0,
    stderrBytes: 0,
    exit: 127,
    timedOut: false,
    oom: false,
    durationMs: 1,
  };
  expect(judgeUnit('u', report([], { noReport: whyNoReport(ended, 'python3') }), ['a'])).toMatchObject({
    verdict: 'not-judged',
    why: 'environment: python3 is not installed',
  });
  for (const own of [{ exit: 1 }, { exit: null, timedOut: true }, { exit: null, oom: true }]) {
    expect(judgeUnit('u', report([], { noReport: whyNoReport({ ...ended, ...own }, 'python3') }), ['a']).verdict).toBe('fail');
  }
});

test('nothing expected is nothing passed', () => {
  expect(judgeUnit('u', report([['a', 'pass']]), []).verdict).toBe('not-judged');
});

test('the tail is the end, at most 4 KiB, without terminal escapes', () => {
  const stdout = Buffer.from(`${'é'.repeat(5000)}\x1b[31mred\x1b[0m\x1b]0;title\x07\r\x00 end\n`);
  const tail = tailOf({
    stdout,
    stderr: Buffer.alloc(0),
    stdoutBytes: 0,
    stderrBytes: 0,
    exit: 0,
    timedOut: false,
    oom: false,
    durationMs: 0,
  });
  expect(tail.endsWith('red end\n')).toBe(true);
  expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(4096);
  expect(tail).not.toContain('\uFFFD');
});
