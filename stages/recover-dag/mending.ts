import type { Conflict } from '#io/compose.ts';
import { ancestorsOf, conflictOf, textualLink, touches, type Bench, type Mended } from './completion.ts';

/** Sets of so many units are tried exhaustively among the nearest; beyond, all candidates are taken and thinned. */
const TRIED = 6;

/**
 * A unit that conflicts on its ancestors: finds the smallest set of earlier units that mends it (nearest single ones first, then
 * pairs and triples, then all, thinned), else a change outside the DAG to take in, else joins it with the unit it conflicts with.
 * Null when nothing is left to try. `given`: a unit that stands beside it though neither requires the other.
 */
export async function mend(bench: Bench, unit: number, conflict: Conflict, given?: number): Promise<Mended> {
  const paths = new Set(conflict.paths);
  const present = [...ancestorsOf(bench, unit), unit, ...(given === undefined ? [] : [given, ...ancestorsOf(bench, given)])];
  const candidates = [...bench.plan.groups.keys()]
    .filter((other) => other < unit && !present.includes(other) && !bench.above.has(unit, other) && bench.plan.groups[other]?.some((position) => touches(bench.changes[position], paths)))
    .sort((a, b) => distance(bench, a, conflict.position) - distance(bench, b, conflict.position) || a - b);
  const set = await smallestSet(bench, present, candidates);
  if (set !== null) return set.map((other) => textualLink(bench, other, unit, conflict, 'composing without it'));
  return joinNearest(bench, unit, conflict, paths);
}

async function smallestSet(bench: Bench, own: readonly number[], candidates: readonly number[]): Promise<readonly number[] | null> {
  const mends = async (set: readonly number[]): Promise<boolean> => (await conflictOf(bench, [...own, ...set.flatMap((other) => [...ancestorsOf(bench, other), other])])) === null;
  for (const other of candidates) if (await mends([other])) return [other];
  const near = candidates.slice(0, TRIED);
  for (const [i, a] of near.entries()) for (const b of near.slice(i + 1)) if (await mends([a, b])) return [a, b];
  for (const [i, a] of near.entries()) {
    for (const [j, b] of near.slice(i + 1).entries()) for (const c of near.slice(i + j + 2)) if (await mends([a, b, c])) return [a, b, c];
  }
  if (candidates.length <= 3 || !(await mends(candidates))) return null;
  let kept = [...candidates];
  for (const other of [...candidates].reverse()) {
    const without = kept.filter((each) => each !== other);
    if (await mends(without)) kept = without;
  }
  return kept;
}

/** Joins the unit of the conflicting step with the nearest earlier change that touches the same path, outside ones too. */
function joinNearest({ changes, groups }: Bench, unit: number, conflict: Conflict, paths: ReadonlySet<string>): Mended {
  const own = groups.of(conflict.position);
  const others = changes.flatMap((change, position) => (groups.of(position) !== own && touches(change, paths) ? [position] : []));
  const earlier = others.filter((position) => position < conflict.position);
  const target = earlier.at(-1) ?? others[0];
  const change = changes[conflict.position];
  if (target === undefined || change === undefined) return null;
  const brought = groups.isOutside(target);
  const what = brought ? (changes[target]?.id ?? '') : change.id;
  groups.join(brought ? target : conflict.position, brought ? conflict.position : target, what, 'does-not-apply', `${conflict.path}: ${conflict.kind} conflict, and no set of earlier units mends unit ${unit + 1}`);
  return 'joined';
}

function distance({ plan }: Bench, unit: number, position: number): number {
  return Math.min(...(plan.groups[unit] ?? []).map((each) => Math.abs(position - each)));
}
