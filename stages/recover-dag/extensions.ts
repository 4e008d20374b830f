import type { Conflict, State } from '#io/compose.ts';
import { byPosition } from '#io/compose.ts';
import { allNames, ancestorsOf, stepsOf, textualLink, touches, type Bench } from './bench.ts';
import { drawn, earliest, latest, topological } from '../graph/arrows.ts';
import type { Link } from './links.ts';

/** Two unordered units of which the second must not land before the first. */
export interface WrongOrder {
  readonly first: number;
  readonly second: number;
  readonly path: string;
  readonly kind: string;
}
/** Two unordered units that compose in neither order on their ancestors: a third is missing. */
export interface Together {
  readonly unit: number;
  readonly given: number;
  readonly conflict: Conflict;
}
export type OrderProblem = WrongOrder | Together;
const MAX_SEED = 1_000_003;

/**
 * The first sign that an order of units is not free: an unordered pair that touches a common file and does not compose the other
 * way round, or to another tree; or a sampled linear extension that does so. Null when every order tried gives one tree: that of
 * history, where the steps of a unit may stand apart.
 */
export async function orderProblem(bench: Bench, orders: number, proven: Set<string>): Promise<OrderProblem | null> {
  for (const second of bench.plan.groups.keys()) {
    for (let first = second - 1; first >= 0; first -= 1) {
      if (bench.above.has(second, first) || !sharesPath(bench, first, second)) continue;
      const problem = await pairProblem(bench, first, second, proven);
      if (problem !== null) return problem;
    }
  }
  return sampledProblem(bench, orders);
}

async function pairProblem(bench: Bench, first: number, second: number, proven: Set<string>): Promise<OrderProblem | null> {
  const shared = [...new Set([...ancestorsOf(bench, first), ...ancestorsOf(bench, second)])].sort((a, b) => a - b);
  const steps = (unit: number) => byPosition(stepsOf(bench, unit));
  const under = byPosition(shared.flatMap((unit) => stepsOf(bench, unit)));
  const key = [...under, ...steps(second), ...steps(first)].map((step) => step.position).join('<');
  if (proven.has(key)) return null;
  const forth = await bench.composer.inOrder(bench.base, [...under, ...steps(first), ...steps(second)]);
  const back = await bench.composer.inOrder(bench.base, [...under, ...steps(second), ...steps(first)]);
  if ('conflict' in forth && 'conflict' in back) return { unit: second, given: first, conflict: forth.conflict };
  if ('conflict' in back) return { first, second, path: back.conflict.path, kind: back.conflict.kind };
  if ('conflict' in forth) return { first: second, second: first, path: forth.conflict.path, kind: forth.conflict.kind };
  const path = difference(forth.state, back.state);
  if (path !== null) {
    // Units of several changes may lie across each other in history: the order that gives its tree is the right one.
    const told = await bench.composer.inOrder(bench.base, [...under, ...byPosition([...stepsOf(bench, first), ...stepsOf(bench, second)])]);
    const turned = !('conflict' in told) && difference(told.state, back.state) === null;
    return { ...(turned ? { first: second, second: first } : { first, second }), path, kind: 'another tree' };
  }
  proven.add(key);
  return null;
}

async function sampledProblem(bench: Bench, orders: number): Promise<OrderProblem | null> {
  const size = bench.plan.groups.length;
  const choices = [earliest, latest, ...Array.from({ length: Math.max(0, orders - 1) }, (_, sample) => drawn((sample + 1) * MAX_SEED))];
  const history = bench.plan.groups.flatMap((_, unit) => stepsOf(bench, unit));
  const expected = await bench.composer.inOrder(bench.base, byPosition(history));
  for (const choose of choices) {
    const order = topological(size, bench.plan.arrows, choose) ?? [];
    const result = await bench.composer.inOrder(
      bench.base,
      order.flatMap((unit) => byPosition(stepsOf(bench, unit))),
    );
    if ('conflict' in result) return blame(bench, order, result.conflict.position, new Set(result.conflict.paths), result.conflict);
    const path = 'conflict' in expected ? null : difference(expected.state, result.state);
    if (path !== null) return blame(bench, order, null, new Set([path]), { path, kind: 'another tree' });
  }
  return null;
}

/**
 * The pair to order: the nearest unit of higher id that this order placed before one it shares the path with. Without such a pair
 * the order is like that of ids, and the stopped unit is tied to the one before it, which ends in a join.
 */
function blame(
  bench: Bench,
  order: readonly number[],
  position: number | null,
  paths: ReadonlySet<string>,
  seen: { readonly path: string; readonly kind: string },
): WrongOrder {
  const names = allNames(bench.changes, paths);
  const touching = (unit: number): boolean => bench.plan.groups[unit]?.some((each) => touches(bench.changes[each], names)) === true;
  const stopped = position === null ? undefined : bench.plan.indexOf.get(position);
  const inverted = (strict: boolean): WrongOrder | null => {
    for (const [index, first] of order.entries()) {
      if (stopped !== undefined ? first !== stopped : strict && !touching(first)) continue;
      const second = order
        .slice(0, index)
        .filter((unit) => unit > first && (!strict || touching(unit)))
        .at(-1);
      if (second !== undefined) return { first, second, path: seen.path, kind: seen.kind };
    }
    return null;
  };
  const last = stopped ?? order.at(-1) ?? 0;
  const before = order.slice(0, order.indexOf(last)).filter(touching).at(-1) ?? order[order.indexOf(last) - 1] ?? 0;
  return inverted(true) ?? inverted(false) ?? { first: before, second: last, path: seen.path, kind: seen.kind };
}

/** An edge from the first to the second: the only order that was seen to hold. Joins the two when they already are so ordered. */
export function mendOrder(bench: Bench, { first, second, path, kind }: WrongOrder): readonly Link[] {
  if (!bench.above.has(second, first)) return [textualLink(bench, first, second, { path, kind }, 'landing in the other order')];
  const [a, b] = [bench.plan.groups[first]?.[0] ?? 0, bench.plan.groups[second]?.[0] ?? 0];
  bench.groups.join(b, a, bench.changes[b]?.id ?? '', 'does-not-apply', `${path}: ${kind} conflict that no order avoids`);
  return [];
}

function sharesPath(bench: Bench, a: number, b: number): boolean {
  const touched = (bench.plan.groups[a] ?? []).flatMap((position) => bench.changes[position]?.files.map((file) => file.path) ?? []);
  const paths = allNames(bench.changes, touched);
  return bench.plan.groups[b]?.some((position) => touches(bench.changes[position], paths)) === true;
}

/** The first path, by code unit, where two states differ. */
export function difference(a: State, b: State): string | null {
  const paths = [...new Set([...a.keys(), ...b.keys()])].filter(
    (path) => a.get(path)?.oid !== b.get(path)?.oid || a.get(path)?.mode !== b.get(path)?.mode,
  );
  return paths.sort()[0] ?? null;
}
