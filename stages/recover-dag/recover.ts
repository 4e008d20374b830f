import type { Candidate } from '#schema/candidate.ts';
import type { NormalChange } from '#schema/change.ts';
import type { Recovered } from '#schema/dag.ts';
import { dropped, kept, type Outcome } from '#schema/outcome.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { composerOf, type Composer } from '#io/compose.ts';
import type { Progress } from '#pipeline/stage.ts';
import { stepsAt } from './bench.ts';
import { widest } from '../graph/arrows.ts';
import { complete, type Completed } from './completion.ts';
import type { Gathered } from './gather.ts';
import { planOf, type Groups } from './groups.ts';
import { hotFiles, type HotFile } from './heat.ts';
import { admitting, LinkIndex } from './links.ts';
import { edgesOf, evidenceOf, unitsOf } from './result.ts';
import { rolesOf } from './roles.ts';
import { inSegments } from './segments.ts';
import { foldFar, isUntied, unitGroups, type UnitRules } from './units.ts';
import { walk, type RecoverIo } from './walk.ts';

export interface RecoverOptions extends UnitRules {
  readonly hotShare: number;
  readonly hotMin: number;
  readonly orders: number;
  readonly unitsMin: number;
}

/** The DAG alone, without the candidate that it is of. */
export type Dag = Omit<Recovered, 'candidate'>;
/** What a DAG is recovered from: a stretch of history, be it a candidate or not. */
export type Stretch = Pick<Candidate, 'source' | 'baseTree' | 'endTree' | 'changes'>;

/**
 * Recovers the DAG of one candidate (paper, section 2.4), whose changes are given back as they were split into segments. Drops it when
 * too few units are left or they do not compose.
 */
export async function recover(
  candidate: Candidate,
  options: RecoverOptions,
  io: RecoverIo,
  progress: Progress,
): Promise<Outcome<Recovered>> {
  const changes = await inSegments(candidate.changes, io, rolesOf(candidate.source));
  const dag = await composedDag({ ...candidate, changes }, options, io, progress);
  if ('failed' in dag) return dropped('does-not-compose', dag.failed);
  if (dag.units.length < options.unitsMin) {
    const total = candidate.changes.length;
    return dropped('too-few-units', `${dag.units.length} of ${total} changes make units; ${options.unitsMin} are asked for`);
  }
  return kept({ candidate: { ...candidate, changes }, ...dag });
}

/** By static evidence, completed until everything composes. Costs at least the square of the units: for windows, not histories. */
export async function composedDag(
  stretch: Stretch,
  options: RecoverOptions,
  io: RecoverIo,
  progress: Progress,
): Promise<Dag | { readonly failed: string }> {
  const { baseTree, changes } = stretch;
  const { walked, hot, facts, groups, roles } = await gathered(stretch, options, io, progress);
  progress.step('composing', 0, 1);
  const composer = composerOf(io.repository, roles.setAside);
  let done = await complete(composer, baseTree, changes, groups, walked.links, options.orders);
  if (!('failed' in done) && foldFar(groups, facts)) done = await complete(composer, baseTree, changes, groups, done.links, options.orders);
  progress.step('composing', 1, 1);
  if ('failed' in done) return done;
  const outside = await outsideOf(stretch, composer, groups, done);
  return dagOf(changes, walked, hot, groups, done, outside);
}

/**
 * By static evidence alone: nothing was composed, so edges that only a conflict shows are not in it and no unit is proven sufficient.
 * What is tied to a unit only from afar stays outside: over a whole history such folds, and the cycles they close, make one unit of
 * half the changes (534 of 827 in click). Near to linear in the history: for repositories that are looked at, not built.
 */
export async function uncomposedDag(stretch: Stretch, options: RecoverOptions, io: RecoverIo, progress: Progress): Promise<Dag> {
  const { changes } = stretch;
  const { walked, hot, facts, groups } = await gathered(stretch, options, io, progress);
  const plan = planOf(groups, admitting(walked.links), (position) => changes[position]?.id ?? '');
  return dagOf(
    changes,
    walked,
    hot,
    groups,
    { plan, links: walked.links },
    waitingOutside(changes, groups, facts.links, options.foldChanges),
  );
}

async function gathered({ source, baseTree, changes }: Stretch, options: RecoverOptions, io: RecoverIo, progress: Progress) {
  const roles = rolesOf(source);
  const hot = hotFiles(changes, options.hotShare, options.hotMin);
  const walked = await walk({ baseTree, changes }, io, roles, hot, (done) => progress.step('gathering evidence', done, changes.length));
  const facts = { changes, diffs: walked.reverts, links: new LinkIndex(walked.links), deleted: walked.deleted };
  return { walked, hot, facts, groups: unitGroups(facts, options), roles };
}

/** Changes in no unit, where nothing was composed: what evidence ties to a unit, but only from afar, says so. */
function waitingOutside(changes: readonly NormalChange[], groups: Groups, links: LinkIndex, reach: number): Dag['outside'] {
  const tied = (position: number): boolean =>
    links.touching([position]).some(({ from, to }) => !groups.isOutside(from === position ? to : from));
  return [...groups.outside]
    .sort(([a], [b]) => a - b)
    .flatMap(([position, { reason, detail }]) => {
      const far = isUntied(reason) && tied(position);
      const told = far ? `evidence ties it to units more than ${reach} changes away only` : detail;
      return stepsAt(changes, [position]).map((step) => ({ ...step, reason, detail: told }));
    });
}

/** The two halves of a revert pair leave nothing behind. */
const CANCELLED: ReadonlySet<string> = new Set(['reverted', 'reverts']);

/** Changes in no unit. Where they touch composed files, all units together miss exactly those files' ends, and it is said. */
async function outsideOf(stretch: Stretch, composer: Composer, groups: Groups, { plan }: Completed): Promise<Dag['outside']> {
  const all = await composer.inOrder(
    await composer.base(stretch.baseTree),
    stepsAt(
      stretch.changes,
      plan.groups.flat().sort((a, b) => a - b),
    ),
  );
  if ('conflict' in all) throw new Error(`units that were proven to compose do not: ${all.conflict.path}`);
  const end = await composer.base(stretch.endTree);
  const missed = [...new Set([...all.state.keys(), ...end.keys()])].filter(
    (path) => all.state.get(path)?.oid !== end.get(path)?.oid || all.state.get(path)?.mode !== end.get(path)?.mode,
  );
  const owed = new Set<string>();
  const outside = [...groups.outside]
    .sort(([a], [b]) => a - b)
    .flatMap(([position, why]) => {
      const change = stretch.changes[position];
      if (change === undefined) return [];
      const names = CANCELLED.has(why.reason) ? new Set<string>() : laterNames(stretch.changes, position);
      const paths = missed.filter((path) => names.has(path)).sort(byCodeUnit);
      for (const path of paths) owed.add(path);
      const detail = paths.length === 0 ? why.detail : `${why.detail}; left to the auxiliary shard: ${paths.join(', ')}`;
      return [{ change: change.id, position, before: change.before, after: change.after, reason: why.reason, detail }];
    });
  const unowed = missed.filter((path) => !owed.has(path));
  if (unowed.length > 0)
    throw new Error(`base and units differ from the end tree where no change outside the units does: ${unowed.slice(0, 5).join(', ')}`);
  return outside;
}

/**
 * The paths that a change touches, under every name that later changes give them. Where one takes such a file away, a merge may pair
 * it with any file that the same change adds, though the change's own diff does not.
 */
function laterNames(changes: readonly NormalChange[], position: number): ReadonlySet<string> {
  const names = new Set(changes[position]?.files.flatMap((file) => (file.oldPath === null ? [file.path] : [file.path, file.oldPath])));
  for (const { files } of changes.slice(position + 1)) {
    const taken = files.some(({ status, path, oldPath }) => names.has(status === 'D' ? path : (oldPath ?? '')));
    for (const { status, path, oldPath } of files) if (names.has(oldPath ?? '') || (taken && status === 'A')) names.add(path);
  }
  return names;
}

function dagOf(
  changes: readonly NormalChange[],
  gathered: Gathered,
  hot: readonly HotFile[],
  groups: Groups,
  { plan, links }: Pick<Completed, 'plan' | 'links'>,
  outside: Dag['outside'],
): Dag {
  const evidence = evidenceOf(plan, links, changes);
  const units = unitsOf(plan, groups, changes, gathered.symbols);
  return {
    units,
    edges: edgesOf(plan, evidence),
    evidence,
    denied: [...gathered.denied],
    ambiguous: [...gathered.ambiguous],
    hotFiles: hot.map((file) => file.path),
    outside,
    layers: units.reduce((most, unit) => Math.max(most, unit.layer + 1), 0),
    width: widest(units.map((unit) => unit.layer)),
  };
}
