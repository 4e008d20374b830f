import type { Candidate } from '#schema/candidate.ts';
import type { Recovered } from '#schema/dag.ts';
import { dropped, kept, type Outcome } from '#schema/outcome.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { composerOf, type Composer } from '#io/compose.ts';
import type { Progress } from '#pipeline/stage.ts';
import { stepsAt } from './bench.ts';
import { complete, type Completed } from './completion.ts';
import type { Gathered } from './gather.ts';
import type { Groups } from './groups.ts';
import { hotFiles, type HotFile } from './heat.ts';
import { LinkIndex } from './links.ts';
import { edgesOf, evidenceOf, unitsOf, widest } from './result.ts';
import { rolesOf } from './roles.ts';
import { foldFar, unitGroups, type UnitRules } from './units.ts';
import { walk, type RecoverIo } from './walk.ts';

export interface RecoverOptions extends UnitRules {
  readonly hotShare: number;
  readonly hotMin: number;
  readonly orders: number;
  readonly unitsMin: number;
}

/** Recovers the DAG of one candidate (paper, section 2.4). Drops it when too few units are left or they do not compose. */
export async function recover(
  candidate: Candidate,
  options: RecoverOptions,
  io: RecoverIo,
  progress: Progress,
): Promise<Outcome<Recovered>> {
  const { changes } = candidate;
  const roles = rolesOf(candidate.source);
  const hot = hotFiles(changes, options.hotShare, options.hotMin);
  const walked = await walk(candidate, io, roles, hot, (done) => progress.step('gathering evidence', done, changes.length));
  const facts = { changes, diffs: walked.reverts, links: new LinkIndex(walked.links), deleted: walked.deleted };
  const groups = unitGroups(facts, options);
  progress.step('composing', 0, 1);
  const composer = composerOf(io.repository, roles.setAside);
  let done = await complete(composer, candidate.baseTree, changes, groups, walked.links, options.orders);
  if (!('failed' in done) && foldFar(groups, facts))
    done = await complete(composer, candidate.baseTree, changes, groups, done.links, options.orders);
  progress.step('composing', 1, 1);
  if ('failed' in done) return dropped('does-not-compose', done.failed);
  if (done.plan.groups.length < options.unitsMin)
    return dropped(
      'too-few-units',
      `${done.plan.groups.length} of ${changes.length} changes make units; ${options.unitsMin} are asked for`,
    );
  const outside = await outsideOf(candidate, composer, groups, done);
  return kept(resultOf(candidate, walked, hot, groups, done, outside));
}

/** The two halves of a revert pair leave nothing behind. */
const CANCELLED: ReadonlySet<string> = new Set(['reverted', 'reverts']);

/** Changes in no unit. Where they touch composed files, all units together miss exactly those files' ends, and it is said. */
async function outsideOf(candidate: Candidate, composer: Composer, groups: Groups, { plan }: Completed): Promise<Recovered['outside']> {
  const all = await composer.inOrder(
    await composer.base(candidate.baseTree),
    stepsAt(
      candidate.changes,
      plan.groups.flat().sort((a, b) => a - b),
    ),
  );
  if ('conflict' in all) throw new Error(`units that were proven to compose do not: ${all.conflict.path}`);
  const end = await composer.base(candidate.endTree);
  const missed = [...new Set([...all.state.keys(), ...end.keys()])].filter(
    (path) => all.state.get(path)?.oid !== end.get(path)?.oid || all.state.get(path)?.mode !== end.get(path)?.mode,
  );
  const owed = new Set<string>();
  const outside = [...groups.outside]
    .sort(([a], [b]) => a - b)
    .flatMap(([position, why]) => {
      const change = candidate.changes[position];
      if (change === undefined) return [];
      const paths = CANCELLED.has(why.reason)
        ? []
        : missed.filter((path) => change.files.some((file) => file.path === path || file.oldPath === path)).sort(byCodeUnit);
      for (const path of paths) owed.add(path);
      const detail = paths.length === 0 ? why.detail : `${why.detail}; left to the auxiliary shard: ${paths.join(', ')}`;
      return [{ change: change.id, position, before: change.before, after: change.after, reason: why.reason, detail }];
    });
  const unowed = missed.filter((path) => !owed.has(path));
  if (unowed.length > 0)
    throw new Error(`base and units differ from the end tree where no change outside the units does: ${unowed.slice(0, 5).join(', ')}`);
  return outside;
}

function resultOf(
  candidate: Candidate,
  gathered: Gathered,
  hot: readonly HotFile[],
  groups: Groups,
  { plan, links }: Completed,
  outside: Recovered['outside'],
): Recovered {
  const evidence = evidenceOf(plan, links, candidate.changes);
  const units = unitsOf(plan, groups, candidate.changes, gathered.symbols);
  return {
    candidate,
    units,
    edges: edgesOf(plan, evidence),
    evidence,
    denied: [...gathered.denied],
    ambiguous: [...gathered.ambiguous],
    hotFiles: hot.map((file) => file.path),
    outside,
    layers: units.reduce((most, unit) => Math.max(most, unit.layer + 1), 0),
    width: widest(units),
  };
}
