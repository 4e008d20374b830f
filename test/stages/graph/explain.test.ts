import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import type { Unit } from '#schema/dag.ts';
import { type EdgeWhy, explain } from '../../../stages/graph/explain.ts';
import { look } from '../../../stages/recover-dag/overlap.ts';
import { uncomposedDag } from '../../../stages/recover-dag/recover.ts';
import { recoverDag } from '../../../stages/recover-dag/stage.ts';
import { candidateOf } from '../recover-dag/candidate.ts';
import { historyOf, type Told } from '../recover-dag/history.ts';

let parser: Parser;
beforeAll(() => {
  parser = createParser();
});
afterAll(async () => parser[Symbol.asyncDispose]());

/** Each step on top of the one before; each brings a test of its own, so that each is a unit. */
async function why(
  steps: readonly Readonly<Record<string, string | null>>[],
  u: number,
  v: number,
  hot: { hotShare?: number; hotMin?: number } = {},
): Promise<EdgeWhy> {
  const files: Record<string, string> = {};
  const told = steps.map((step, index): Told => {
    for (const [path, text] of Object.entries(step)) {
      if (text === null) delete files[path];
      else files[path] = text;
    }
    if (index > 0) files[`tests/test_${index}.py`] = `def test_${index}():\n    assert ${index}\n`;
    return { subject: `change ${index}`, files: { ...files } };
  });
  await using history = await historyOf(told);
  const candidate = await candidateOf(history, told, 'python');
  const dag = await uncomposedDag(
    candidate,
    { ...recoverDag.options.parse({}), ...hot },
    { repository: history.repository, parser },
    { step: () => {} },
  );
  const unit = (number: number): Unit =>
    dag.units.find((each) => each.steps.some((step) => step.position === number - 1)) ??
    (() => {
      throw new Error(`no unit of change ${number}`);
    })();
  const positions = (one: Unit) => new Set(one.steps.map((step) => step.position));
  const seen = await look(history.repository, candidate.changes, positions(unit(u)), positions(unit(v)), unit(u).symbols);
  return explain({ ...dag, name: 'task' }, unit(u), unit(v), seen);
}
const kinds = ({ reasons }: EdgeWhy): string[] => reasons.map((reason) => reason.kind);

const BASE = { 'pkg/__init__.py': '', 'pkg/a.py': 'x = 1\n\n\n\ny = 2\n' };

describe('why there is no edge', { timeout: 120_000 }, () => {
  test('an edge has no reason against it, and its lines are seen', async () => {
    const found = await why([BASE, { 'pkg/a.py': 'x = 1\n\n\nz = 3\ny = 2\n' }, { 'pkg/a.py': 'x = 1\n\n\nz = 4\ny = 2\n' }], 1, 2);
    expect([found.edge?.proof, found.reasons]).toEqual(['unproven', []]);
    expect(found.seen?.overlaps).toEqual([{ touch: 'rewrites', path: 'pkg/a.py', lines: [4], earlier: 0, later: 1 }]);
  });

  test('the later re-indents the earlier’s lines', async () => {
    const found = await why([BASE, { 'pkg/a.py': 'x = 1\n\n\nz = 3\ny = 2\n' }, { 'pkg/a.py': 'x = 1\n\n\n  z =  3\ny = 2\n' }], 1, 2);
    expect(found.edge).toBeNull();
    expect(kinds(found)).toEqual(['whitespace-only', 'same-file']);
    expect(found.reasons[0]?.text).toBe('pkg/a.py:4: the later changes nothing but their whitespace');
  });

  test('the earlier had only re-indented what the later rewrites', async () => {
    const found = await why([BASE, { 'pkg/a.py': 'x = 1\n\n\n\n  y = 2\n' }, { 'pkg/a.py': 'x = 1\n\n\n\n  y = 5\n' }], 1, 2);
    expect(found.edge).toBeNull();
    expect(kinds(found)).toEqual(['whitespace-only', 'same-file']);
    expect(found.reasons[0]?.text).toContain('an older change’s');
  });

  test('blank lines, through a rename', async () => {
    const found = await why(
      [
        BASE,
        { 'pkg/a.py': 'x = 1\n\n\n\n\n\n\ny = 2\n' },
        { 'pkg/a.py': null, 'pkg/moved.py': 'x = 1\n\n\n\n\n\n\ny = 2\n' },
        { 'pkg/moved.py': 'x = 1\n\n\n\ny = 2\n' },
      ],
      1,
      3,
    );
    expect(found.edge).toBeNull();
    expect(kinds(found)).toContain('blank-lines');
    expect(found.reasons.find((reason) => reason.kind === 'blank-lines')?.text).toMatch(/^pkg\/moved\.py:/);
  });

  test('lines beside the earlier’s', async () => {
    const found = await why(
      [BASE, { 'pkg/a.py': 'x = 1\nz = 3\n\n\n\ny = 2\n' }, { 'pkg/a.py': 'x = 1\nz = 3\nw = 4\n\n\n\ny = 2\n' }],
      1,
      2,
    );
    expect(kinds(found)).toEqual(['beside', 'same-file']);
  });

  test('a hot file', async () => {
    const steps = [BASE, ...Array.from({ length: 6 }, (_, index) => ({ 'pkg/a.py': `x = ${index + 2}\n\n\n\ny = 2\n` }))];
    const found = await why(steps, 3, 4, { hotShare: 0.5, hotMin: 5 });
    expect(found.edge).toBeNull();
    expect(kinds(found)).toEqual(['hot', 'denied-file']);
    expect(found.evidence.map((each) => [each.kind, each.hot])).toEqual([['edits-lines-of', true]]);
  });

  test('a name that two definitions contend for', async () => {
    const found = await why(
      [
        { ...BASE, 'pkg/old.py': 'class Old:\n    def measured_area(self):\n        return 1\n' },
        { 'pkg/b.py': 'class New:\n    def measured_area(self):\n        return 2\n' },
        { 'pkg/c.py': 'def use(thing):\n    return thing.measured_area()\n' },
      ],
      1,
      2,
    );
    expect(found.edge).toBeNull();
    expect(kinds(found)).toEqual(['ambiguous']);
    expect(found.reasons[0]?.text).toContain('pkg/b.py: New.measured_area, pkg/old.py: Old.measured_area');
  });

  test('a name in a comment', async () => {
    const found = await why(
      [BASE, { 'pkg/b.py': 'def weigh_it(x):\n    return x\n' }, { 'pkg/c.py': '# like weigh_it, but for C\nc = 1\n' }],
      1,
      2,
    );
    expect(kinds(found)).toEqual(['name-not-resolved']);
    expect(found.reasons[0]?.text).toContain('pkg/c.py:1 holds the name weigh_it');
  });

  test('a longer way, the wrong direction, itself, and nothing at all', async () => {
    const chain = [
      BASE,
      { 'pkg/b.py': 'def weigh_it(x):\n    return x\n' },
      { 'pkg/c.py': 'from pkg.b import weigh_it\n\n\ndef twice(x):\n    return weigh_it(x) * 2\n' },
      { 'pkg/d.py': 'from pkg.c import twice\n\n\ndef four(x):\n    return twice(x) * 2\n' },
    ];
    const byWay = await why(chain, 1, 3);
    expect([kinds(byWay), byWay.way]).toEqual([['implied-by-others'], ['unit_001', 'unit_002', 'unit_003']]);
    expect(kinds(await why(chain, 3, 1))).toEqual(['order']);
    expect(kinds(await why(chain, 2, 2))).toEqual(['same-unit']);
    expect(kinds(await why([BASE, { 'pkg/b.py': 'b = 1\n' }, { 'pkg/c.py': 'c = 1\n' }], 1, 2))).toEqual(['unconnected']);
  });
});
