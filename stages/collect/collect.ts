import { instantOf } from '#io/instant.ts';
import type { GitHub, MergedPullRequests } from '#io/github.ts';
import type { Repository } from '#io/repository.ts';
import type { Progress } from '#pipeline/stage.ts';
import type { Change, Collected } from '#schema/change.ts';
import type { DropReason, SetAside } from '#schema/outcome.ts';
import type { Oid } from '#schema/primitives.ts';
import type { NamedSource } from '#schema/source.ts';
import { describe } from './changes.ts';
import { saneDates } from './dates.ts';
import { type History, readHistory, type Side, sidesOf } from './history.ts';
import { pruner } from './prune.ts';
import { readPullRefs, withBranches } from './pull-refs.ts';
import { joinRuns } from './rebase-runs.ts';
import { githubName, repositoryName } from './source-name.ts';
import { tell, unsettled, type Witnesses } from './tell.ts';
import { type Step, stepsOf, type Unfolder, type Vanished } from './unfold.ts';

export interface Refused {
  readonly refused: DropReason;
  readonly detail: string;
}
const NO_SIDE: Side = { line: [], all: new Set() };
const NO_PULL_REQUESTS: MergedPullRequests = { pullRequests: [], skipped: [] };
/** The API dates a merge by its own clock; a push may follow days after the commit. */
const SLACK = 14 * 86_400;

/** Everything that landed on the first-parent line after `from`, up to `to`. Law: each change starts at the tree the one before it left. */
export async function collectRange(
  named: NamedSource,
  repository: Repository,
  github: GitHub,
  progress: Progress,
): Promise<Collected | Refused> {
  const { from, to } = named.source.range;
  const history = await readHistory(repository, from, to);
  const first = history.line[0];
  if (first === undefined) return { refused: 'no-changes-in-range', detail: `${to} has nothing that ${from} has not` };
  if (first.parents[0] !== from) return { refused: 'range-not-found', detail: `${from} is not on the first-parent line of ${to}` };
  const api = await askApi(named, history, github);
  const ownName = repositoryName(named.source.repository);
  const heads = await readPullRefs(repository);
  const refs = await withBranches(heads, unsettled(history.commits.values(), heads, ownName), to, repository);
  const missing = await repository.missingBlobs([from, to]);
  const unfolder = unfolderOf(repository, history, missing, {
    refs,
    byMergeCommit: new Map(api.pullRequests.map((pr) => [pr.mergeCommit, pr])),
    repositoryName: ownName,
  });
  const { steps, vanished } = await unfoldLine(history, unfolder, progress);
  const runs = await joinRuns(steps, { repository, refs, api: new Map(api.pullRequests.map((pr) => [pr.number, pr])) });
  const prune = pruner(repository, named.source.ignore);
  const described = await describe(runs, { repository, prune, missing, commits: history.commits }, (done) =>
    progress.step('read changes', done, runs.length),
  );
  const baseTree = await prune((await repository.commit(from)).tree);
  const endTree = await prune((await repository.commit(to)).tree);
  assertChain(described.changes, baseTree, endTree);
  return {
    sourceId: named.id,
    source: named,
    gitDir: repository.gitDir,
    baseCommit: from,
    endCommit: to,
    baseTree,
    endTree,
    missingBlobs: [...missing].sort(),
    changes: [...described.changes],
    setAside: [...described.setAside, ...vanished.map(vanishedEntry), ...api.skipped.map((pr) => skippedEntry(pr.number, pr.why))],
  };
}

function unfolderOf(repository: Repository, history: History, missing: ReadonlySet<Oid>, witnesses: Witnesses): Unfolder {
  const sides = sidesOf(history);
  const told = new Map<Oid, ReturnType<typeof tell>>();
  return {
    repository,
    missing,
    history,
    sides,
    tell: (commit) => {
      const known = told.get(commit.id);
      if (known !== undefined) return known;
      const pr = tell(commit, sides.get(commit.id) ?? NO_SIDE, witnesses);
      told.set(commit.id, pr);
      return pr;
    },
  };
}

async function unfoldLine(history: History, unfolder: Unfolder, progress: Progress): Promise<{ steps: Step[]; vanished: Vanished[] }> {
  const steps: Step[] = [];
  const vanished: Vanished[] = [];
  for (const [index, commit] of history.line.entries()) {
    const unfolded = await stepsOf(commit, unfolder);
    steps.push(...unfolded.steps);
    vanished.push(...unfolded.vanished);
    progress.step('unfold merges', index + 1, history.line.length);
  }
  return { steps, vanished };
}

async function askApi(named: NamedSource, history: History, github: GitHub): Promise<MergedPullRequests> {
  const name = githubName(named.source.repository);
  if (name === null) return NO_PULL_REQUESTS;
  const times = saneDates(history.line.map((commit) => commit.commitTime)).map((dated) => dated.time);
  const since = instantOf((times[0] ?? 0) - SLACK);
  const until = instantOf((times.at(-1) ?? 0) + SLACK);
  return (await github.mergedPullRequests(name, since, until)) ?? NO_PULL_REQUESTS;
}

function vanishedEntry({ commit, merge }: Vanished): SetAside {
  return { what: commit.id, reason: 'nothing-left-when-replayed', detail: `in the unfolded merge ${merge}: ${commit.subject}` };
}
function skippedEntry(number: number | null, why: string): SetAside {
  return { what: number === null ? 'a pull request of the API' : `#${number}`, reason: 'api-answer-unreadable', detail: why };
}

function assertChain(changes: readonly Change[], base: Oid, end: Oid): void {
  let tree = base;
  for (const change of changes) {
    if (change.before !== tree)
      throw new Error(`change ${change.id} starts at tree ${change.before}, the change before it ends at ${tree}`);
    tree = change.after;
  }
  if (tree !== end) throw new Error(`the last change ends at tree ${tree}, the range at ${end}`);
}
