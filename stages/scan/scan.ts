import type { GitHub } from '#io/github.ts';
import type { Progress } from '#pipeline/stage.ts';
import type { NormalChange } from '#schema/change.ts';
import { UserError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import type { NamedSource } from '#schema/source.ts';
import { collectRange } from '../collect/collect.ts';
import { normalizeRange } from '../normalize/normalize.ts';
import { rolesOf } from '../recover-dag/roles.ts';
import { inSegments } from '../recover-dag/segments.ts';
import { composedDag, type Dag, type RecoverOptions, uncomposedDag } from '../recover-dag/recover.ts';
import type { RecoverIo } from '../recover-dag/walk.ts';

/** A DAG over a stretch of history that is in no pool. */
export interface Scanned extends Dag {
  readonly repository: string;
  readonly from: Oid;
  readonly to: Oid;
  readonly changes: readonly NormalChange[];
  /** False: edges come from static evidence alone, and no unit is proven to compose on its prerequisites. */
  readonly composed: boolean;
  /** Why it is not composed though that was asked for. */
  readonly notComposed: string | null;
}

/** Each stage of the line in turn: its name, and what it does. */
export type Phase = 'collect' | 'normalize' | 'recover-dag';
export type Through = <T>(phase: Phase, work: (progress: Progress) => Promise<T>) => Promise<T>;

/** Git alone tells the pull requests of a scan: two runs agree, whoever holds a token. */
export const NO_API: GitHub = {
  knows: async () => false,
  repository: async () => null,
  mergedPullRequests: async () => null,
};

/** The line up to the DAG, over everything that landed in a source's range: no window is chosen, no licence asked for. */
export async function scan(
  named: NamedSource,
  options: RecoverOptions,
  io: RecoverIo,
  how: { readonly compose: boolean; readonly through: Through },
): Promise<Scanned> {
  const collected = await how.through('collect', (progress) => collectRange(named, io.repository, NO_API, progress));
  if ('refused' in collected) throw new UserError(named.place, collected.detail, 'Ask for another range.');
  const normal = await how.through('normalize', (progress) => normalizeRange(collected, io.repository, io.parser, progress));
  const { repository, range } = named.source;
  return how.through('recover-dag', async (progress) => {
    const changes = await inSegments(normal.changes, io, rolesOf(named));
    const stretch = { ...normal, changes };
    const shared = { repository, from: range.from, to: range.to, changes };
    const composed = how.compose ? await composedDag(stretch, options, io, progress) : null;
    if (composed !== null && !('failed' in composed)) return { ...shared, ...composed, composed: true, notComposed: null };
    const dag = await uncomposedDag(stretch, options, io, progress);
    return { ...shared, ...dag, composed: false, notComposed: composed?.failed ?? null };
  });
}
