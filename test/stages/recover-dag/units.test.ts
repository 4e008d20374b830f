import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import type { Recovered } from '#schema/dag.ts';
import { recover, type RecoverOptions } from '../../../stages/recover-dag/recover.ts';
import { candidateOf } from './candidate.ts';
import { historyOf, type Told } from './history.ts';

const options: RecoverOptions = { hotShare: 0.5, hotMin: 50, repairDays: 14, repairChanges: 10, foldChanges: 10, orders: 4, unitsMin: 1 };
const own = (name: string): Record<string, string> => ({ [`tests/test_${name}.py`]: `def test_${name}():\n    assert 1\n` });
const base = { 'pkg/a.py': 'a = 1\n', 'pkg/z.py': 'z = 1\n', 'tests/test_a.py': 'def test_a():\n    assert 1\n' };

describe('changes become units', { timeout: 60_000 }, () => {
  let parser: Parser;
  beforeAll(() => {
    parser = createParser();
  });
  afterAll(async () => parser[Symbol.asyncDispose]());

  async function recovered(
    steps: readonly (readonly [subject: string, files: Readonly<Record<string, string | null>>, more?: Partial<Told>])[],
    start: Readonly<Record<string, string>> = {},
  ): Promise<Recovered> {
    let files: Record<string, string> = { ...base, ...start };
    const told: Told[] = [{ subject: 'base', files }];
    for (const [subject, changed, more] of steps) {
      const next = { ...files };
      for (const [path, text] of Object.entries(changed)) {
        if (text === null) delete next[path];
        else next[path] = text;
      }
      files = next;
      told.push({ subject, files, ...more });
    }
    await using history = await historyOf(told);
    const outcome = await recover(
      await candidateOf(history, told, 'python'),
      options,
      { repository: history.repository, parser },
      { step: () => {} },
    );
    if ('dropped' in outcome) throw new Error(`${outcome.dropped}: ${outcome.detail}`);
    return outcome.kept;
  }
  /** Positions (1-based) of each unit's changes, and of those outside with the reason. */
  function shape({ units, outside }: Recovered): unknown {
    return {
      units: units.map((unit) => unit.steps.map((step) => step.position + 1)),
      outside: outside.map((each) => `${each.position + 1} ${each.reason}`),
    };
  }

  test('what has no source or test file stands outside', async () => {
    const result = await recovered([
      ['one', { 'pkg/b.py': 'b = 1\n', ...own('b') }],
      ['docs', { 'README.md': 'hello\n' }],
    ]);
    expect(shape(result)).toEqual({ units: [[1]], outside: ['2 no-source'] });
    expect(result.outside[0]?.detail).toBe('only auxiliary files');
  });

  test('a patch without tests goes to the nearest change that evidence ties it to, else outside', async () => {
    const forward = await recovered([
      ['untested', { 'pkg/b.py': 'def bee():\n    return 1\n' }],
      ['other', { 'pkg/c.py': 'c = 1\n', ...own('c') }],
      ['uses it', { 'pkg/d.py': 'from pkg.b import bee\n\nbee()\n', ...own('d') }],
    ]);
    expect(shape(forward)).toEqual({ units: [[1, 3], [2]], outside: [] });
    expect(forward.units[0]?.folded.map((each) => each.reason)).toEqual(['no-tests']);
    const backward = await recovered([
      ['tested', { 'pkg/b.py': 'def bee():\n    return 1\n', ...own('b') }],
      ['untested', { 'pkg/d.py': 'from pkg.b import bee\n\nbee()\n' }],
      ['alone', { 'pkg/z.py': 'z = 2\n' }],
    ]);
    expect(shape(backward)).toEqual({ units: [[1, 2]], outside: ['3 untested-unconnected'] });
    expect(backward.outside[0]?.detail).toBe('no evidence ties it to a unit; left to the auxiliary shard: pkg/z.py');
  });

  test('tests alone go to what they exercise', async () => {
    const result = await recovered([
      ['tested', { 'pkg/b.py': 'def bee():\n    return 1\n', ...own('b') }],
      ['other', { 'pkg/c.py': 'c = 1\n', ...own('c') }],
      ['tests', { 'tests/test_more.py': 'from pkg.b import bee\n\n\ndef test_bee():\n    assert bee()\n' }],
      ['tests of the base', { 'tests/test_old.py': 'from pkg.a import a\n\n\ndef test_old():\n    assert a\n' }],
    ]);
    expect(shape(result)).toEqual({ units: [[1, 3], [2]], outside: ['4 tests-only-unconnected'] });
  });

  test('an exact revert pair cancels, unless something between needs it', async () => {
    const cancelled = await recovered([
      ['tested', { 'pkg/b.py': 'b = 1\n', ...own('b') }],
      ['mistake', { 'pkg/a.py': 'a = 2\n', 'tests/test_m.py': 'def test_m():\n    assert 1\n' }],
      ['between', { 'pkg/c.py': 'c = 1\n', ...own('c') }],
      ['Revert "mistake"', { 'pkg/a.py': 'a = 1\n', 'tests/test_m.py': null }, { revertOf: 2 }],
    ]);
    expect(shape(cancelled)).toEqual({ units: [[1], [3]], outside: ['2 reverted', '4 reverts'] });
    const needed = await recovered([
      ['adds', { 'pkg/b.py': 'def bee():\n    return 1\n', ...own('b') }],
      ['uses', { 'pkg/c.py': 'from pkg.b import bee\n', ...own('c') }],
      ['Revert "adds"', { 'pkg/b.py': null, 'tests/test_b.py': null }, { revertOf: 1, day: 90 }],
    ]);
    expect(needed.units.flatMap((unit) => unit.steps.map((step) => step.position + 1)).sort()).toEqual([1, 2, 3]);
  });

  test('a repair joins what it repairs: the same pull request again, or a fix soon after of mostly its lines', async () => {
    const code = (value: number): string => `def bee():\n    x = ${value}\n    y = ${value}\n    return x + y\n`;
    const steps = (subject: string, day: number): Parameters<typeof recovered>[0] => [
      ['adds bee', { 'pkg/b.py': code(1), ...own('b') }, { day: 1 }],
      ['other', { 'pkg/c.py': 'c = 1\n', ...own('c') }, { day: 2 }],
      [subject, { 'pkg/b.py': code(2), ...own('b2') }, { day }],
    ];
    expect(shape(await recovered(steps('Fix bee', 5)))).toEqual({ units: [[1, 3], [2]], outside: [] });
    expect(shape(await recovered(steps('Fix bee', 40)))).toEqual({ units: [[1], [2], [3]], outside: [] });
    expect(shape(await recovered(steps('Extend bee', 5)))).toEqual({ units: [[1], [2], [3]], outside: [] });
    const again = (verified: boolean): Parameters<typeof recovered>[0] => [
      ['adds (#7)', { 'pkg/b.py': code(1), ...own('b') }, { pr: 7, verified }],
      ['polish (#7)', { 'pkg/q.py': 'q = 1\n', ...own('q') }, { pr: 7, verified }],
    ];
    expect(shape(await recovered(again(true)))).toEqual({ units: [[1, 2]], outside: [] });
    // Unverified, the number may be an issue's.
    expect(shape(await recovered(again(false)))).toEqual({ units: [[1], [2]], outside: [] });
  });

  test('joins that make a cycle take in the whole cycle', async () => {
    const result = await recovered([
      ['adds bee', { 'pkg/b.py': 'def bee():\n    x = 1\n    return x\n', ...own('b') }, { day: 1 }],
      ['uses bee', { 'pkg/c.py': 'from pkg.b import bee\n\n\ndef see():\n    return bee()\n', ...own('c') }, { day: 2 }],
      ['Fix bee by see', { 'pkg/b.py': 'from pkg.c import see\n\n\ndef bee():\n    x = see()\n    return x\n', ...own('d') }, { day: 3 }],
    ]);
    expect(shape(result)).toEqual({ units: [[1, 2, 3]], outside: [] });
    expect(result.units[0]?.folded.map((each) => each.reason).sort()).toEqual(['cycle', 'repair']);
  });

  test('composition finds what no line and no symbol tells: neighbours that do not apply alone', async () => {
    const spaced = (...more: string[]): string => ['top = 0', ...more, 'end = 0', ''].join('\n');
    const result = await recovered(
      [
        ['first', { 'pkg/s.py': spaced('first = 1'), ...own('s') }],
        ['second', { 'pkg/s.py': spaced('first = 1', 'second = 1'), ...own('s2') }],
        ['third', { 'pkg/s.py': spaced('first = 1', 'second = 1', 'third = 1'), ...own('s3') }],
      ],
      { 'pkg/s.py': spaced() },
    );
    expect(result.evidence.map((each) => [each.kind, each.from, each.to, each.path, each.how])).toEqual([
      ['does-not-apply-without', 'unit_001', 'unit_002', 'pkg/s.py', 'composing without it: contents'],
      ['does-not-apply-without', 'unit_002', 'unit_003', 'pkg/s.py', 'composing without it: contents'],
    ]);
    expect(result.edges.every((edge) => edge.proof === 'proven')).toBe(true);
  });

  test('an order that composes to another tree is ruled out, though each unit composes alone', async () => {
    // A vendored file bears no evidence, and the second change puts back what the first changed: alone it is already there.
    const result = await recovered(
      [
        ['first', { 'vendor/v.py': 'v = 2\n', 'pkg/b.py': 'b = 1\n', ...own('b') }],
        ['second', { 'vendor/v.py': 'v = 1\n', 'pkg/c.py': 'c = 1\n', ...own('c') }],
      ],
      { 'vendor/v.py': 'v = 1\n' },
    );
    expect(result.evidence.map((each) => [each.kind, each.from, each.to, each.path, each.how])).toEqual([
      ['does-not-apply-without', 'unit_001', 'unit_002', 'vendor/v.py', 'landing in the other order: another tree'],
    ]);
  });

  test('a change from outside comes in where a unit conflicts without it', async () => {
    const numbered = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
    const result = await recovered(
      [
        ['untested', { 'pkg/s.py': numbered('one = 1', 'two = 2', 'last = 0') }],
        ['next to it', { 'pkg/s.py': numbered('one = 1', 'two = 2', 'three = 3', 'last = 0'), ...own('s') }],
      ],
      { 'pkg/s.py': numbered('one = 1', 'last = 0') },
    );
    expect(shape(result)).toEqual({ units: [[1, 2]], outside: [] });
    expect(result.units[0]?.folded).toEqual([
      { what: result.candidate.changes[0]?.id, reason: 'does-not-apply', detail: 'pkg/s.py: the unit conflicts without it' },
    ]);
  });

  test('too few units drop the candidate with the reason', async () => {
    const told: Told[] = [
      { subject: 'base', files: base },
      { subject: 'docs', files: { ...base, 'README.md': 'x\n' } },
    ];
    await using history = await historyOf(told);
    const outcome = await recover(
      await candidateOf(history, told, 'python'),
      options,
      { repository: history.repository, parser },
      { step: () => {} },
    );
    expect(outcome).toEqual({ dropped: 'too-few-units', detail: '0 of 1 changes make units; 1 are asked for' });
  });

  const long = (changed: Readonly<Record<number, string>> = {}): string =>
    Array.from({ length: 24 }, (_, index) => `${changed[index] ?? `line_${index} = ${index}`}\n`).join('');

  test('a unit that lands as one may not undo what history undid between its changes', async () => {
    const result = await recovered(
      [
        ['one', { 'pkg/b.py': 'def bee():\n    return 1\n', ...own('b') }],
        ['two', { 'pkg/c.py': 'c = 1\n', 'pkg/x.bin': '\0two', ...own('c') }],
        ['Fix bee', { 'pkg/b.py': 'def bee():\n    return 2\n', 'pkg/x.bin': '\0', ...own('b2') }],
      ],
      { 'pkg/x.bin': '\0' },
    );
    // No line tells that the fix takes back what stands between: only the tree at the end does.
    expect(shape(result)).toEqual({ units: [[2], [1, 3]], outside: [] });
    expect(result.edges.map((edge) => [edge.from, edge.to, edge.proof])).toEqual([['unit_001', 'unit_002', 'proven']]);
  });

  test('a conflict under a new name is mended by what landed under the old one', async () => {
    const result = await recovered(
      [
        ['alone', { 'pkg/m.py': long({ 10: 'ten = 10' }) }],
        ['renames', { 'pkg/m.py': null, 'pkg/n.py': long({ 10: 'ten = 10', 11: 'eleven = 11' }), ...own('n') }],
      ],
      { 'pkg/m.py': long() },
    );
    expect(shape(result)).toEqual({ units: [[1, 2]], outside: [] });
    expect(result.units[0]?.folded.map((each) => [each.reason, each.detail])).toEqual([
      ['does-not-apply', 'pkg/n.py: the unit conflicts without it'],
    ]);
  });

  test('what a change outside leaves to the auxiliary shard is told by the name that the file has at the end', async () => {
    const result = await recovered(
      [
        ['alone', { 'pkg/m.py': long({ 3: 'three = 3' }) }],
        ['renames', { 'pkg/m.py': null, 'pkg/n.py': long({ 3: 'three = 3' }), ...own('n') }],
      ],
      { 'pkg/m.py': long() },
    );
    expect(shape(result)).toEqual({ units: [[2]], outside: ['1 untested-unconnected'] });
    expect(result.outside[0]?.detail).toBe('no evidence ties it to a unit; left to the auxiliary shard: pkg/n.py');
  });
});
