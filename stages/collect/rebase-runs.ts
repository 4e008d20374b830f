import type { Commit, Repository } from '#io/repository.ts';
import type { PullRequest } from '#schema/change.ts';
import type { MergedPullRequest } from '#io/github.ts';
import { authorKey, type PullRefs } from './pull-refs.ts';
import { rebasedRef } from './tell.ts';
import type { Step } from './unfold.ts';

/** A step that stands for a run of commits which one pull request landed by rebase; `joined` are the earlier ones. */
export interface Run {
  readonly step: Step;
  readonly joined: readonly Commit[];
}

interface Walk {
  readonly repository: Pick<Repository, 'commit'>;
  readonly refs: PullRefs;
  readonly api: ReadonlyMap<number, MergedPullRequest>;
}

/**
 * Joins neighbouring single-parent steps that one pull request landed: its commits' author keys (from its head backwards, or the
 * API's list) equal theirs one by one, or the same trailer names it on each. A polish commit that repeats a number in its subject is no run.
 */
export async function joinRuns(steps: readonly Step[], walk: Walk): Promise<Run[]> {
  const runs: Run[] = [];
  for (let end = steps.length - 1; end >= 0; ) {
    const last = steps[end];
    if (last === undefined) break;
    const start = await startOf(steps, end, last, walk);
    const first = steps[start] ?? last;
    const joined = steps.slice(start, end).map((step) => step.commit);
    runs.push({ step: joined.length === 0 ? last : { ...last, before: first.before, pr: asRun(last.pr) }, joined });
    end = start - 1;
  }
  return runs.reverse();
}

function asRun(pr: PullRequest | null): PullRequest | null {
  return pr === null ? null : { ...pr, toldBy: pr.toldBy === 'api' || pr.toldBy === 'trailer' ? pr.toldBy : 'rebase-run' };
}

async function startOf(steps: readonly Step[], end: number, last: Step, walk: Walk): Promise<number> {
  const { pr } = last;
  if (pr === null || last.commit.parents.length !== 1) return end;
  if (pr.toldBy === 'trailer') return backWhile(steps, end, last, (step) => step.pr?.toldBy === 'trailer' && step.pr.number === pr.number);
  const keys = await earlierKeys(last, pr, walk);
  let depth = 0;
  return backWhile(steps, end, last, (step) => {
    const expected = keys[depth++];
    return expected !== undefined && authorKey(step.commit) === expected && (step.pr === null || step.pr.number === pr.number);
  });
}

function backWhile(steps: readonly Step[], end: number, last: Step, belongs: (step: Step) => boolean): number {
  let start = end;
  for (let step = steps[start - 1]; step !== undefined; step = steps[start - 1]) {
    if (step.commit.parents.length !== 1 || step.unfoldedFrom !== last.unfoldedFrom || !belongs(step)) break;
    start--;
  }
  return start;
}

/** Author keys of the pull request's commits before its last, newest first. */
async function earlierKeys(last: Step, pr: PullRequest, walk: Walk): Promise<readonly string[]> {
  const listed = walk.api.get(pr.number)?.authorKeys;
  if (listed !== undefined && listed.length > 1) return listed.slice(0, -1).reverse();
  if (rebasedRef(last.commit, walk.refs)?.number !== pr.number) return [];
  const keys: string[] = [];
  const head = walk.refs.byNumber.get(pr.number)?.head;
  let own = last.commit;
  for (let parent = head?.parents[0]; parent !== undefined && keys.length < 250; ) {
    const commit = await walk.repository.commit(parent);
    const key = authorKey(commit);
    const landedParent = own.parents[0];
    if (key === null || landedParent === undefined || landedParent === commit.id) break;
    own = await walk.repository.commit(landedParent);
    if (authorKey(own) !== key) break;
    keys.push(key);
    parent = commit.parents[0];
  }
  return keys;
}
