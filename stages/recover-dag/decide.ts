import { byCodeUnit } from '#schema/primitives.ts';
import type { Tracked } from './definitions.ts';

export type Resolution =
  | { readonly is: 'found'; readonly target: Tracked; readonly how: string }
  | { readonly is: 'ambiguous'; readonly candidates: readonly Tracked[]; readonly outside: boolean }
  | { readonly is: 'none' };
export const NONE: Resolution = { is: 'none' };

/**
 * One authoritative definition, or the several that contend. Definitions of one qualified name in one file are one (overloads), and what
 * only declares a name gives way to what defines it. What a file declares and also defines (a class with some of its methods inside) is
 * one wherever the rest is defined; so are the parts of what has several.
 */
export function decide(candidates: readonly Tracked[], how: string): Resolution {
  const byPlace = new Map<string, Tracked>();
  const declarers = new Set(
    candidates
      .filter(({ definition }) => definition.declaration === true)
      .map(({ path, definition }) => `${path}\0${definition.qualified}`),
  );
  const whole = new Set(
    candidates
      .filter(({ path, definition }) => definition.declaration !== true && declarers.has(`${path}\0${definition.qualified}`))
      .map(({ definition }) => definition.qualified),
  );
  const defined = new Set(
    candidates.filter(({ definition }) => definition.declaration !== true).map(({ definition }) => definition.qualified),
  );
  for (const tracked of candidates) {
    if (tracked.definition.declaration === true && defined.has(tracked.definition.qualified)) continue;
    const { qualified, partial } = tracked.definition;
    const key = partial === true || whole.has(qualified) ? qualified : `${tracked.path}\0${qualified}`;
    const known = byPlace.get(key);
    if (known === undefined || tracked.introducer < known.introducer) byPlace.set(key, tracked);
  }
  const distinct = [...byPlace.values()].sort(
    (a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.definition.qualified, b.definition.qualified),
  );
  const [target] = distinct;
  if (target === undefined) return NONE;
  return distinct.length === 1 ? { is: 'found', target, how } : { is: 'ambiguous', candidates: distinct, outside: false };
}
