import { EVIDENCE_ROLES, SET_ASIDE_ROLES, type NormalChange } from '#schema/change.ts';
import type { Candidate } from '#schema/candidate.ts';
import type { Recovered } from '#schema/dag.ts';
import { dropped, kept, type Outcome } from '#schema/outcome.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { composerOf, type Composer } from '#io/compose.ts';
import type { FileDiff, Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import { languageById, languageOfPath } from '#languages/index.ts';
import type { Language } from '#languages/language.ts';
import { roleTeller } from '#languages/roles.ts';
import type { Progress } from '#pipeline/stage.ts';
import { stepsAt } from './bench.ts';
import { complete, type Completed } from './completion.ts';
import { Gathering, type Gathered } from './gather.ts';
import type { Groups } from './groups.ts';
import { hotFiles, type HotFile } from './heat.ts';
import { readSources } from './reading.ts';
import { edgesOf, evidenceOf, unitsOf, widest } from './result.ts';
import { Sources } from './sources.ts';
import { foldFar, unitGroups, type UnitRules } from './units.ts';

export interface RecoverOptions extends UnitRules {
  readonly hotShare: number;
  readonly hotMin: number;
  readonly orders: number;
  readonly unitsMin: number;
}
export interface RecoverIo {
  readonly repository: Repository;
  readonly parser: Parser;
}

/** Recovers the DAG of one candidate (paper, section 2.4). Drops it when too few units are left or they do not compose. */
export async function recover(
  candidate: Candidate,
  options: RecoverOptions,
  io: RecoverIo,
  progress: Progress,
): Promise<Outcome<Recovered>> {
  const { changes } = candidate;
  const roles = rolesOf(candidate);
  progress.step('reading hunks', 0, 3);
  const diffs = await readDiffs(io.repository, changes, 'ignored');
  // What a revert takes back is judged to the byte.
  const exact = changes.some((change) => change.revertPair !== null) ? await readDiffs(io.repository, changes, 'kept') : diffs;
  progress.step('parsing', 1, 3);
  const hot = hotFiles(changes, options.hotShare, options.hotMin);
  const { gathered, unread } = await gather(candidate, io, roles, diffs, hot);
  const facts = { changes, diffs: exact, links: gathered.links, deleted: gathered.deleted };
  const groups = unitGroups(facts, options);
  progress.step('composing', 2, 3);
  const composer = composerOf(io.repository, roles.setAside);
  let done = await complete(composer, candidate.baseTree, changes, groups, gathered.links, options.orders);
  if (!('failed' in done) && foldFar(groups, facts))
    done = await complete(composer, candidate.baseTree, changes, groups, done.links, options.orders);
  progress.step('composing', 3, 3);
  if ('failed' in done) return dropped('does-not-compose', done.failed);
  if (done.plan.groups.length < options.unitsMin)
    return dropped(
      'too-few-units',
      `${done.plan.groups.length} of ${changes.length} changes make units; ${options.unitsMin} are asked for`,
    );
  const denied = [...gathered.denied, ...unread].sort((a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.rule, b.rule));
  const outside = await outsideOf(candidate, composer, groups, done);
  return kept(resultOf(candidate, { ...gathered, denied }, hot, groups, done, outside));
}

/** The two halves of a revert pair leave nothing behind. */
const CANCELLED: ReadonlySet<string> = new Set(['reverted', 'reverts']);

interface Roles {
  readonly languageOf: (path: string) => Language | null;
  readonly isEvidence: (path: string) => boolean;
  readonly isManifest: (path: string) => boolean;
  /** The same function for the same languages and overrides gives the same trees wherever units are composed. */
  readonly setAside: (path: string) => boolean;
}

function rolesOf({ source: { source } }: Candidate): Roles {
  const tell = roleTeller(source.languages.map(languageById), source.roles);
  return {
    languageOf: languageOfPath,
    isEvidence: (path) => EVIDENCE_ROLES.has(tell(path).role),
    isManifest: (path) => tell(path).role === 'manifest',
    setAside: (path) => SET_ASIDE_ROLES.has(tell(path).role),
  };
}

/** Diffs of source and test files alone: the rest bears no evidence, and lockfiles are most of the bytes. */
async function readDiffs(
  repository: Repository,
  changes: readonly NormalChange[],
  whitespace: 'kept' | 'ignored',
): Promise<(readonly FileDiff[])[]> {
  const paths = new Set<string>();
  for (const file of changes.flatMap((change) => change.files)) {
    if (!EVIDENCE_ROLES.has(file.role)) continue;
    paths.add(file.path);
    if (file.oldPath !== null) paths.add(file.oldPath);
  }
  if (paths.size === 0) return changes.map(() => []);
  const diffs: (readonly FileDiff[])[] = [];
  for await (const diff of repository.diffHunks(
    changes.map((change) => [change.before, change.after] as const),
    [...paths].sort(byCodeUnit),
    whitespace,
  ))
    diffs.push(diff);
  return diffs;
}

async function gather(
  { baseTree, changes }: Candidate,
  io: RecoverIo,
  roles: Roles,
  diffs: readonly (readonly FileDiff[])[],
  hot: readonly HotFile[],
) {
  const base = await io.repository.listTree(baseTree);
  const reading = await readSources(io.repository, io.parser, base, changes, roles);
  const sources = new Sources(reading.blobs, roles.languageOf, base);
  const gathering = new Gathering(sources, base.map((entry) => entry.path).filter(roles.isEvidence), hot);
  for (const [position, change] of changes.entries()) gathering.take(position, change, diffs[position] ?? []);
  return { gathered: gathering.finish(), unread: reading.unread };
}

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
      const names = CANCELLED.has(why.reason) ? new Set<string>() : laterNames(candidate.changes, position);
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
