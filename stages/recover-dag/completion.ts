import type { NormalChange } from '#schema/change.ts';
import { byPosition, type Composer, type Conflict, type State } from '#io/compose.ts';
import type { Step } from '#schema/dag.ts';
import type { Oid } from '#schema/primitives.ts';
import { ancestors, type Bits } from './graph.ts';
import { planOf, type Groups, type Plan } from './groups.ts';
import { admitting, type Link } from './links.ts';
import { mendOrder, orderProblem } from './extensions.ts';
import { mend } from './mending.ts';

export interface Completed {
  readonly plan: Plan;
  /** The links given and those that composition found missing. */
  readonly links: readonly Link[];
  readonly ordersChecked: number;
}
export interface NotCompleted {
  readonly failed: string;
}
/** What one pass works on. Units are named by index in the plan. */
export interface Bench {
  readonly composer: Composer;
  readonly base: State;
  readonly changes: readonly NormalChange[];
  readonly groups: Groups;
  readonly plan: Plan;
  readonly above: Bits;
}

/**
 * Proves that units compose (`dag.md`, sufficiency and order-invariance) and adds what is missing: base + ancestors + unit for each
 * unit, every prefix in id order, unordered pairs that touch a common file in both orders, and `orders` sampled linear extensions,
 * all to the same tree. Each problem adds an edge with its witness, or joins units; then all is proved again.
 */
export async function complete(
  composer: Composer,
  baseTree: Oid,
  changes: readonly NormalChange[],
  groups: Groups,
  links: readonly Link[],
  orders: number,
): Promise<Completed | NotCompleted> {
  const base = await composer.base(baseTree);
  let known = links;
  const idOf = (position: number): string => changes[position]?.id ?? '';
  const proven = new Set<string>();
  for (let round = 0; round < changes.length * changes.length + 10; round += 1) {
    const plan = planOf(groups, admitting(known), idOf);
    const order = plan.groups.map((_, index) => index);
    const bench: Bench = { composer, base, changes, groups, plan, above: ancestors(order.length, plan.arrows, order) };
    const problem = await insufficient(bench, proven);
    if (problem !== null) {
      const mended = await mend(bench, problem.unit, problem.conflict);
      if (mended === null) return { failed: `${problem.conflict.path}: ${problem.conflict.kind}` };
      known = [...known, ...mended];
      continue;
    }
    const trouble = await orderProblem(bench, orders, proven);
    if (trouble === null) return { plan, links: known, ordersChecked: orders };
    const mended = 'conflict' in trouble ? await mend(bench, trouble.unit, trouble.conflict, trouble.given) : mendOrder(bench, trouble);
    if (mended === null) return { failed: `units that touch one file compose in no order` };
    known = [...known, ...mended];
  }
  return { failed: 'composition does not settle' };
}

/** The first unit, or prefix of units, that does not compose in the order of history. */
async function insufficient(bench: Bench, proven: Set<string>): Promise<{ unit: number; conflict: Conflict } | null> {
  for (const unit of bench.plan.groups.keys()) {
    for (const set of [[...ancestorsOf(bench, unit), unit], Array.from({ length: unit + 1 }, (_, index) => index)]) {
      const conflict = await conflictAt(bench, set.flatMap((each) => bench.plan.groups[each] ?? []), proven);
      if (conflict !== null) return { unit, conflict };
    }
  }
  return null;
}

export function ancestorsOf({ above, plan }: Bench, unit: number): number[] {
  return [...plan.groups.keys()].filter((other) => above.has(unit, other));
}

/** Composes changes in the order of history; null when clean. What is proven once stays so. */
export async function conflictAt(bench: Bench, positions: readonly number[], proven?: Set<string>): Promise<Conflict | null> {
  const steps = byPosition(stepsAt(bench.changes, [...new Set(positions)]));
  const key = steps.map((step) => step.position).join(' ');
  if (proven?.has(key) === true) return null;
  const result = await bench.composer.inOrder(bench.base, steps);
  if ('conflict' in result) return result.conflict;
  proven?.add(key);
  return null;
}

export function stepsOf(bench: Bench, unit: number): Step[] {
  return stepsAt(bench.changes, bench.plan.groups[unit] ?? []);
}

export function stepsAt(changes: readonly NormalChange[], positions: readonly number[]): Step[] {
  return positions.flatMap((position) => {
    const change = changes[position];
    return change === undefined ? [] : [{ change: change.id, position, before: change.before, after: change.after }];
  });
}

/** Whether a change touches any of these paths, under its old or new name. */
export function touches(change: NormalChange | undefined, paths: ReadonlySet<string>): boolean {
  return change?.files.some((file) => paths.has(file.path) || (file.oldPath !== null && paths.has(file.oldPath))) === true;
}

/** Evidence that one unit must land before another, from what composition saw. */
export function textualLink(bench: Bench, from: number, to: number, conflict: { readonly path: string; readonly kind: string }, how: string): Link {
  const paths = new Set([conflict.path]);
  const pick = (unit: number): number => {
    const positions = bench.plan.groups[unit] ?? [];
    return positions.find((position) => touches(bench.changes[position], paths)) ?? positions[0] ?? 0;
  };
  return { kind: 'does-not-apply-without', from: pick(from), to: pick(to), path: conflict.path, lines: [], symbol: null, definedIn: null, how: `${how}: ${conflict.kind}`, hot: false };
}
