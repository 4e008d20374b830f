import type { NormalChange } from '#schema/change.ts';
import { byPosition, type Composer, type Conflict, type State } from '#io/compose.ts';
import type { Step } from '#schema/dag.ts';
import type { Bits } from '../graph/arrows.ts';
import type { Groups, Plan } from './groups.ts';
import type { Link } from './links.ts';

/** What one pass works on. Units are named by index in the plan. */
export interface Bench {
  readonly composer: Composer;
  readonly base: State;
  readonly changes: readonly NormalChange[];
  readonly groups: Groups;
  readonly plan: Plan;
  readonly above: Bits;
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

/**
 * These paths and every name that renames of the range tie to them: a conflict is told under one name, and what it lacks may have
 * landed under another. Wider than any one file's history, since a name may be used again.
 */
export function allNames(changes: readonly NormalChange[], paths: Iterable<string>): ReadonlySet<string> {
  const names = new Set(paths);
  const renames = changes.flatMap((change) =>
    change.files.flatMap(({ path, oldPath }) => (oldPath === null ? [] : [[oldPath, path] as const])),
  );
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const [from, to] of renames) {
      if (names.has(from)) names.add(to);
      else if (names.has(to)) names.add(from);
    }
  }
  return names;
}

/** Evidence that one unit must land before another, from what composition saw. */
export function textualLink(
  bench: Bench,
  from: number,
  to: number,
  conflict: { readonly path: string; readonly kind: string },
  how: string,
): Link {
  const paths = allNames(bench.changes, [conflict.path]);
  const pick = (unit: number): number => {
    const positions = bench.plan.groups[unit] ?? [];
    return positions.find((position) => touches(bench.changes[position], paths)) ?? positions[0] ?? 0;
  };
  return {
    kind: 'does-not-apply-without',
    from: pick(from),
    to: pick(to),
    path: conflict.path,
    lines: [],
    symbol: null,
    definedIn: null,
    how: `${how}: ${conflict.kind}`,
    hot: false,
  };
}
