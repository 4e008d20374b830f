import type { Conflict } from '#io/compose.ts';
import { allNames, ancestorsOf, conflictAt, stepsOf, textualLink, touches, type Bench } from './bench.ts';
import type { Link } from './links.ts';

/** Sets of so many are tried exhaustively among the nearest; beyond, all candidates are taken and thinned. */
const TRIED = 6;

/** What may mend a conflict: a unit, with the units it needs, or a change that stands outside. */
interface Candidate {
  readonly unit: number | null;
  readonly positions: readonly number[];
  readonly distance: number;
}

/**
 * A unit that conflicts on its ancestors: finds the smallest set of units that mends it (nearest single ones first, then pairs and
 * triples, then all, thinned), of units alone if possible, else with changes from outside, which then join the unit. At first those
 * that touch the conflicting file are tried, then all: what a merge pairs as a rename, no single change may have renamed. What no
 * set mends is joined with the change it conflicts with. Returns the missing edges; joins are made in `bench.groups`. Null when
 * nothing is left to try. `given`: a unit that stands beside it though neither requires the other.
 */
export async function mend(bench: Bench, unit: number, conflict: Conflict, given?: number): Promise<readonly Link[] | null> {
  const paths = allNames(bench.changes, conflict.paths);
  const present = [...ancestorsOf(bench, unit), unit, ...(given === undefined ? [] : [given, ...ancestorsOf(bench, given)])];
  let set: readonly Candidate[] | null = null;
  for (const wanted of [paths, null]) {
    const units = unitCandidates(bench, unit, present, conflict.position, wanted);
    set ??= await smallestSet(bench, present, units);
    set ??= await smallestSet(bench, present, nearestFirst([...units, ...outsideCandidates(bench, conflict.position, wanted)]));
  }
  if (set === null) return joinNearest(bench, unit, conflict, paths) ? [] : null;
  for (const { unit: other, positions } of set) {
    const [position] = positions;
    if (other === null && position !== undefined)
      bench.groups.join(
        position,
        conflict.position,
        bench.changes[position]?.id ?? '',
        'does-not-apply',
        `${conflict.path}: the unit conflicts without it`,
      );
  }
  return set.flatMap(({ unit: other }) => (other === null ? [] : [textualLink(bench, other, unit, conflict, 'composing without it')]));
}

/** Units not yet present that changed one of these paths before, or any. Their ids may be higher: units of several changes span. */
function unitCandidates(
  bench: Bench,
  unit: number,
  present: readonly number[],
  position: number,
  paths: ReadonlySet<string> | null,
): Candidate[] {
  const candidates = [...bench.plan.groups.entries()].flatMap(([other, positions]): Candidate[] => {
    if (present.includes(other) || bench.above.has(other, unit)) return [];
    if (!positions.some((each) => each < position && (paths === null || touches(bench.changes[each], paths)))) return [];
    return [{ unit: other, positions, distance: distance(positions, position) }];
  });
  return nearestFirst(candidates);
}

function outsideCandidates({ changes, groups }: Bench, position: number, paths: ReadonlySet<string> | null): Candidate[] {
  return [...groups.outside.keys()].flatMap((each): Candidate[] =>
    each < position && (paths === null || touches(changes[each], paths))
      ? [{ unit: null, positions: groups.members(each), distance: position - each }]
      : [],
  );
}

function nearestFirst(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => a.distance - b.distance || (a.positions[0] ?? 0) - (b.positions[0] ?? 0));
}

function distance(positions: readonly number[], position: number): number {
  return Math.min(...positions.map((each) => Math.abs(position - each)));
}

async function smallestSet(
  bench: Bench,
  present: readonly number[],
  candidates: readonly Candidate[],
): Promise<readonly Candidate[] | null> {
  const mends = async (set: readonly Candidate[]): Promise<boolean> => {
    const units = new Set([...present, ...set.flatMap(({ unit }) => (unit === null ? [] : [unit, ...ancestorsOf(bench, unit)]))]);
    const positions = [...units].flatMap((unit) => stepsOf(bench, unit).map((step) => step.position));
    return (await conflictAt(bench, [...positions, ...set.flatMap((each) => (each.unit === null ? each.positions : []))])) === null;
  };
  for (const set of smallSets(candidates)) if (await mends(set)) return set;
  if (candidates.length <= 3 || !(await mends(candidates))) return null;
  let kept = [...candidates];
  for (const each of [...candidates].reverse()) {
    const without = kept.filter((other) => other !== each);
    if (await mends(without)) kept = without;
  }
  return kept;
}

/** Every single candidate, then pairs and triples of the nearest. */
function* smallSets(candidates: readonly Candidate[]): Generator<readonly Candidate[]> {
  for (const each of candidates) yield [each];
  const near = candidates.slice(0, TRIED);
  for (const [i, a] of near.entries()) for (const b of near.slice(i + 1)) yield [a, b];
  for (const [i, a] of near.entries())
    for (const [j, b] of near.slice(i + 1).entries()) for (const c of near.slice(i + j + 2)) yield [a, b, c];
}

/**
 * Joins the unit of the conflicting step with the nearest earlier change that touches the same path, outside ones too; where none
 * does, with the nearest earlier one at all: with every earlier change beside it, a step always composes.
 */
function joinNearest({ changes, groups }: Bench, unit: number, conflict: Conflict, paths: ReadonlySet<string>): boolean {
  const own = groups.of(conflict.position);
  const others = changes.flatMap((_, position) => (groups.of(position) === own ? [] : [position]));
  const touching = others.filter((position) => touches(changes[position], paths));
  const earlier = (positions: readonly number[]): number | undefined => positions.filter((each) => each < conflict.position).at(-1);
  const target = earlier(touching) ?? touching[0] ?? earlier(others);
  if (target === undefined) return false;
  const brought = groups.isOutside(target) ? target : conflict.position;
  groups.join(
    target,
    conflict.position,
    changes[brought]?.id ?? '',
    'does-not-apply',
    `${conflict.path}: ${conflict.kind} conflict, and no set of units mends unit ${unit + 1}`,
  );
  return true;
}
