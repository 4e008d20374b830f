import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edge, Recovered, Unit } from '#schema/dag.ts';
import { relayered, withoutUnit, withoutUnits } from '#stages/validate/restructure.ts';

const oid = (n: number) => n.toString(16).padStart(40, '0');
const name = (n: number) => `unit_${String(n + 1).padStart(3, '0')}`;

function graph(size: number, arrows: readonly (readonly [number, number])[]): Recovered {
  const units: Unit[] = Array.from({ length: size }, (_, n) => ({
    id: name(n),
    subject: `change ${n}`,
    steps: [{ change: oid(n + 1), position: n, before: oid(100 + n), after: oid(101 + n) }],
    files: [{ path: `f${n}`, oldPath: null, status: 'M', role: 'source' }],
    symbols: [],
    hasTests: true,
    layer: 0,
    parents: [],
    sourceLines: 1,
    testLines: 1,
    folded: [],
  }));
  const edges: Edge[] = arrows.map(([from, to], n) => ({
    from: name(from),
    to: name(to),
    patterns: [],
    evidence: [`e${n}`],
    proof: 'unproven',
    implied: false,
  }));
  return relayered({
    candidate: {} as Recovered['candidate'],
    units,
    edges,
    evidence: [],
    denied: [],
    ambiguous: [],
    hotFiles: [],
    outside: [],
    layers: 0,
    width: 0,
  });
}
const steps = (recovered: Recovered) =>
  [...recovered.units.flatMap((unit) => unit.steps), ...recovered.outside].map((step) => step.position).sort((a, b) => a - b);

describe('taking a unit out of the DAG', () => {
  it('folds into the nearest dependent', () => {
    const after = withoutUnit(
      graph(3, [
        [0, 1],
        [0, 2],
      ]),
      'unit_001',
      'nothing fails',
    );
    expect(after.units.map((unit) => [unit.id, unit.steps.length, unit.parents])).toEqual([
      ['unit_002', 2, []],
      ['unit_003', 1, ['unit_002']],
    ]);
    expect(after.units[0]?.folded[0]).toEqual({ what: 'change 0', reason: 'no-admitted-tests', detail: 'nothing fails' });
  });
  it('folds a last unit into the nearest that it needs', () => {
    const after = withoutUnit(
      graph(3, [
        [0, 2],
        [1, 2],
      ]),
      'unit_003',
      'x',
    );
    expect(after.units.map((unit) => [unit.id, unit.steps.length, unit.parents])).toEqual([
      ['unit_001', 1, []],
      ['unit_002', 2, ['unit_001']],
    ]);
  });
  it('puts an unconnected unit outside', () => {
    const after = withoutUnit(graph(2, []), 'unit_002', 'x');
    expect(after.outside).toEqual([
      { change: oid(2), position: 1, before: oid(101), after: oid(102), reason: 'no-admitted-tests', detail: 'x' },
    ]);
  });
  it('loses no step, stays acyclic in id order, and marks what a path implies', () => {
    const arrow = fc.tuple(fc.nat(9), fc.nat(9)).filter(([a, b]) => a < b);
    fc.assert(
      fc.property(fc.uniqueArray(arrow, { selector: ([a, b]) => `${a} ${b}` }), fc.nat(9), (arrows, gone) => {
        const before = graph(10, arrows);
        const after = withoutUnit(before, name(gone), 'x');
        expect(steps(after)).toEqual(steps(before));
        for (const edge of after.edges) expect(edge.from < edge.to).toBe(true);
        for (const unit of after.units)
          for (const parent of unit.parents) expect(after.units.find((each) => each.id === parent)?.layer).toBeLessThan(unit.layer);
        expect(reach(after, (edge) => !edge.implied)).toEqual(reach(after, () => true));
      }),
      { numRuns: 300 },
    );
  });
});

function reach(recovered: Recovered, wanted: (edge: Edge) => boolean): string[] {
  const pairs = new Set<string>();
  for (const unit of recovered.units) {
    const open = [unit.id];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const edge of recovered.edges) {
        if (edge.from !== id || !wanted(edge) || pairs.has(`${unit.id} ${edge.to}`)) continue;
        pairs.add(`${unit.id} ${edge.to}`);
        open.push(edge.to);
      }
    }
  }
  return [...pairs].sort();
}

describe('taking several units out at once', () => {
  const left = (recovered: Recovered) => recovered.units.map((unit) => unit.id);
  const gone = (...ids: number[]) => new Map(ids.map((id) => [name(id), `why ${id}`]));

  it('takes those that have nothing to do with each other', () => {
    const before = graph(4, [
      [0, 1],
      [2, 3],
    ]);
    expect(left(withoutUnits(before, gone(0, 2)))).toEqual(['unit_002', 'unit_004']);
  });
  it('leaves a unit that became the host of another', () => {
    const before = graph(3, [
      [0, 1],
      [1, 2],
    ]);
    const after = withoutUnits(before, gone(0, 1));
    expect(left(after)).toEqual(['unit_002', 'unit_003']);
    expect(after.units[0]?.folded).toEqual([{ what: 'change 0', reason: 'no-admitted-tests', detail: 'why 0' }]);
  });
  it('leaves a unit that has other ancestors now', () => {
    const before = graph(4, [
      [0, 1],
      [0, 2],
      [2, 3],
    ]);
    expect(left(withoutUnits(before, gone(0, 2)))).toEqual(['unit_002', 'unit_003', 'unit_004']);
  });
  it('takes a unit below a fold that changed nothing for it', () => {
    const before = graph(4, [
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(left(withoutUnits(before, gone(0, 2)))).toEqual(['unit_002', 'unit_004']);
  });
  it('ends with the same changes, and always takes one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9 }),
        fc.array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 14 }),
        fc.infiniteStream(fc.boolean()),
        (size, pairs, picks) => {
          const arrows = pairs.filter(([a, b]) => a < b && b < size);
          const before = graph(size, arrows);
          const out = [...before.units.keys()].filter(() => picks.next().value);
          const after = withoutUnits(before, gone(...out));
          expect(steps(after)).toEqual(steps(before));
          expect(after.units.length).toBeLessThanOrEqual(before.units.length - (out.length > 0 ? 1 : 0));
        },
      ),
      { numRuns: 200, seed: 7 },
    );
  });
});
