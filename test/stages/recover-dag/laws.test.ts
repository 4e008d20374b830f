import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byPosition, composerOf, type Composer } from '#io/compose.ts';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import type { Recovered, Unit } from '#schema/dag.ts';
import { Recovered as RecoveredSchema } from '#schema/dag.ts';
import { drawn, topological, type Arrow } from '../../../stages/recover-dag/graph.ts';
import { recover, type RecoverOptions } from '../../../stages/recover-dag/recover.ts';
import { candidateOf } from './candidate.ts';
import { historyOf, type Told } from './history.ts';

const options: RecoverOptions = { hotShare: 0.5, hotMin: 5, repairDays: 14, repairChanges: 10, foldChanges: 10, orders: 4, unitsMin: 1 };

/** One change of a random history: edits source and test files, moves one, reverts the last, or touches a denied file. */
const edit = fc.record({
  file: fc.nat(3),
  at: fc.nat(24),
  remove: fc.nat(2),
  add: fc.nat(2),
  what: fc.constantFrom('edit', 'edit', 'edit', 'append', 'append', 'move', 'delete', 'auxiliary', 'untested', 'tests', 'fix', 'revert'),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function historyFrom(edits: readonly Edit[]): Told[] {
  const seed = (name: string): string[] =>
    Array.from({ length: 12 }, (_, index) => [`def ${name}_${index}(a):`, `    return a + ${index}`]).flat();
  let files: Record<string, string> = { 'CHANGES.md': 'log\n', 'tests/test_base.py': 'def test_base():\n    assert 1\n' };
  for (const name of ['apple', 'berry', 'cherry', 'damson']) files[`pkg/${name}.py`] = `${seed(name).join('\n')}\n`;
  const told: Told[] = [{ subject: 'base', files }];
  edits.forEach((each, index) => {
    const position = index + 1;
    if (each.what === 'revert' && index > 0) {
      files = { ...(told.at(-2)?.files ?? files) };
      told.push({ subject: `Revert change ${index}`, files, revertOf: index });
      return;
    }
    const before = files;
    files = { ...files, 'CHANGES.md': `log\nchange ${position}\n${files['CHANGES.md']?.slice(4)}` };
    const sources = Object.keys(files)
      .filter((path) => path.startsWith('pkg/'))
      .sort();
    const path = sources[each.file % sources.length] ?? 'pkg/none.py';
    const lines = (files[path] ?? '').split('\n');
    const fresh = Array.from({ length: each.add + 1 }, (_, line) => `v${position}_${line} = ${position}`);
    if (each.what === 'append') files[path] = `${lines.join('\n')}def added_${position}(a):\n    return pear_${position}(a)\n`;
    else if (each.what === 'move') {
      delete files[path];
      files[`pkg/moved${position}.py`] = lines.join('\n');
    } else if (each.what === 'delete' && sources.length > 2) delete files[path];
    else if (each.what !== 'auxiliary' && each.what !== 'tests')
      files[path] = [...lines.slice(0, each.at), ...fresh, ...lines.slice(each.at + each.remove)].join('\n');
    if (each.what !== 'auxiliary' && each.what !== 'untested') {
      const shared = each.at % 2 === 0 ? 'tests/test_base.py' : `tests/test_${position}.py`;
      files[shared] = `${files[shared] ?? ''}\n\ndef test_${position}():\n    assert ${position}\n`;
    }
    told.push({
      subject: each.what === 'fix' ? `Fix thing ${position}` : `change ${position}`,
      files: Object.keys(files).length > 0 ? files : before,
    });
  });
  return told;
}

function arrowsOf(recovered: Recovered): Arrow[] {
  const index = new Map(recovered.units.map((unit, position) => [unit.id, position]));
  return recovered.edges.map((edge): Arrow => [index.get(edge.from) ?? -1, index.get(edge.to) ?? -1]);
}

async function treeOf(composer: Composer, recovered: Recovered, units: readonly (Unit | undefined)[]): Promise<string | null> {
  let state = await composer.base(recovered.candidate.baseTree);
  for (const unit of units) {
    const result = await composer.inOrder(state, byPosition(unit?.steps ?? []));
    if ('conflict' in result) return null;
    state = result.state;
  }
  return composer.write(state);
}

describe('laws of the recovered DAG', () => {
  let parser: Parser;
  beforeAll(() => {
    parser = createParser();
  });
  afterAll(async () => parser[Symbol.asyncDispose]());

  test('on random histories', { timeout: 600_000 }, async () => {
    const seen = { edges: 0, orders: 0, folded: 0, outside: 0, proven: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 4, maxLength: 14 }), fc.nat(), async (edits, seed) => {
        const told = historyFrom(edits);
        await using history = await historyOf(told);
        const candidate = await candidateOf(history, told, 'python');
        const io = { repository: history.repository, parser };
        const outcome = await recover(candidate, options, io, { step: () => {} });
        if ('dropped' in outcome) {
          expect(outcome.dropped).toBe('too-few-units');
          return;
        }
        const recovered = RecoveredSchema.parse(outcome.kept);
        const again = await recover(candidate, options, io, { step: () => {} });
        expect(JSON.stringify(again)).toBe(JSON.stringify(outcome));
        const arrows = arrowsOf(recovered);
        // Acyclic, and ids ascend along every edge.
        for (const [from, to] of arrows) expect(from).toBeLessThan(to);
        // No edge without evidence outside hot files; no evidence of a denied file.
        const evidence = new Map(recovered.evidence.map((each) => [each.id, each]));
        for (const edge of recovered.edges) {
          const pieces = edge.evidence.map((id) => evidence.get(id));
          expect(pieces.some((piece) => piece !== undefined && !piece.hot && piece.from === edge.from && piece.to === edge.to)).toBe(true);
          expect(edge.patterns.length).toBeGreaterThan(0);
        }
        expect(recovered.evidence.some((each) => each.path === 'CHANGES.md')).toBe(false);
        // Every change is in exactly one place.
        const placed = [
          ...recovered.units.flatMap((unit) => unit.steps.map((step) => step.change)),
          ...recovered.outside.map((each) => each.change),
        ];
        expect(placed.sort()).toEqual(candidate.changes.map((change) => change.id).sort());
        for (const unit of recovered.units) expect(unit.hasTests).toBe(true);
        // Every linear extension composes to one tree: the end's composed files, but for what changes outside brought.
        const setAside = (path: string): boolean => path === 'CHANGES.md';
        const composer = composerOf(history.repository, setAside);
        const expected = await treeOf(composer, recovered, recovered.units);
        expect(expected).not.toBeNull();
        for (let sample = 0; sample < 5; sample += 1) {
          const order = topological(recovered.units.length, arrows, drawn(seed + sample * 7919)) ?? [];
          expect(
            await treeOf(
              composer,
              recovered,
              order.map((unit) => recovered.units[unit]),
            ),
          ).toBe(expected);
          seen.orders += 1;
        }
        if (!recovered.outside.some((each) => each.detail.includes('left to the auxiliary shard')))
          expect(expected).toBe(await composer.write(await composer.base(candidate.endTree)));
        seen.edges += recovered.edges.length;
        seen.proven += recovered.edges.filter((edge) => edge.proof === 'proven').length;
        seen.folded += recovered.units.flatMap((unit) => unit.folded).length;
        seen.outside += recovered.outside.length;
      }),
      { numRuns: 15, seed: 11 },
    );
    // The histories are worth the name: every branch was walked.
    for (const key of ['edges', 'orders', 'outside', 'proven'] as const) expect(seen[key], key).toBeGreaterThan(5);
    expect(seen.folded).toBeGreaterThan(0);
  });
});
