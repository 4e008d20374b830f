import type { NormalChange } from '#schema/change.ts';
import type { Composer, Conflict } from '#io/compose.ts';
import type { Oid } from '#schema/primitives.ts';
import { ancestorsOf, conflictAt, type Bench } from './bench.ts';
import { ancestors } from '../graph/arrows.ts';
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
      const conflict = await conflictAt(
        bench,
        set.flatMap((each) => bench.plan.groups[each] ?? []),
        proven,
      );
      if (conflict !== null) return { unit, conflict };
    }
  }
  return null;
}
