import type { Commit, Repository } from '#io/repository.ts';
import type { PullRequest } from '#schema/change.ts';
import type { Oid } from '#schema/primitives.ts';
import type { History, Side } from './history.ts';

/** A step of the line as a pair of trees. The law of a list of steps: each `before` is the `after` of the step before it. */
export interface Step {
  readonly commit: Commit;
  readonly before: Oid;
  readonly after: Oid;
  readonly pr: PullRequest | null;
  readonly unfoldedFrom: Oid | null;
  readonly keptWhole: string | null;
}

/** A step of a side line that changes nothing where it was replayed (a merge of the main line back into the branch). */
export interface Vanished {
  readonly commit: Commit;
  readonly merge: Oid;
}

export interface Unfolded {
  readonly steps: readonly Step[];
  readonly vanished: readonly Vanished[];
}

export interface Unfolder {
  readonly repository: Pick<Repository, 'merge' | 'commit' | 'diffRaw'>;
  /** Blobs that the copy lacks: a merge that needs one cannot be asked of git. */
  readonly missing: ReadonlySet<Oid>;
  readonly history: History;
  readonly sides: ReadonlyMap<Oid, Side>;
  tell(commit: Commit): PullRequest | null;
}

/**
 * The steps that a commit of the line stands for: itself, or, when it merged a branch with a pull-request line of its own, that
 * line replayed on the merge's first parent by three-way merges of trees. It is unfolded only when every replay is clean and the
 * last tree is exactly the merge's; a merge that holds content of its own is thus kept whole.
 */
export async function stepsOf(commit: Commit, unfolder: Unfolder): Promise<Unfolded> {
  const before = await treeBefore(commit, unfolder);
  const pr = unfolder.tell(commit);
  const whole = (keptWhole: string | null): Unfolded => ({
    steps: [{ commit, before, after: commit.tree, pr, unfoldedFrom: null, keptWhole }],
    vanished: [],
  });
  const side = unfolder.sides.get(commit.id);
  if (side === undefined || !holdsPullRequestLine(side, pr, unfolder)) return whole(null);
  if (commit.parents.length > 2) return whole(`joins ${commit.parents.length} parents`);
  const replayed = await replay(commit, before, side, unfolder);
  return typeof replayed === 'string' ? whole(replayed) : replayed;
}

/**
 * Numbers of another repository or of issues stand in ordinary commits too. So a merge that is itself a pull request must hold
 * two others or a confirmed one; a plain branch merge, one of any sort.
 */
function holdsPullRequestLine(side: Side, own: PullRequest | null, unfolder: Unfolder): boolean {
  const told = side.line.map((commit) => unfolder.tell(commit)).filter((pr) => pr !== null && pr.number !== own?.number);
  if (own === null) return told.length > 0;
  return told.some((pr) => pr?.verified) || new Set(told.map((pr) => pr?.number)).size > 1;
}

async function replay(merge: Commit, base: Oid, side: Side, unfolder: Unfolder): Promise<Unfolded | string> {
  const steps: Step[] = [];
  const vanished: Vanished[] = [];
  let tree = base;
  for (const [index, commit] of side.line.entries()) {
    const inner = await stepsOf(commit, unfolder);
    vanished.push(...inner.vanished);
    for (const step of inner.steps) {
      const place = `step ${index + 1} of ${side.line.length} (${step.commit.id.slice(0, 12)})`;
      if (await needsMissing(step, tree, unfolder)) return `${place} needs a blob that this copy lacks`;
      const merged = await unfolder.repository.merge(step.before, tree, step.after);
      if (!merged.clean) return `${place} conflicts in ${conflictPaths(merged.conflicts)}`;
      if (merged.tree === tree && step.before !== step.after) vanished.push({ commit: step.commit, merge: merge.id });
      else steps.push({ ...step, before: tree, after: merged.tree, unfoldedFrom: merge.id });
      tree = merged.tree;
    }
  }
  if (tree !== merge.tree)
    return `its ${side.line.length} replayed steps give tree ${tree.slice(0, 12)}, the merge has ${merge.tree.slice(0, 12)}`;
  return { steps, vanished };
}

async function needsMissing(step: Step, tree: Oid, { repository, missing }: Unfolder): Promise<boolean> {
  if (missing.size === 0 || step.before === tree) return false;
  const rows = [...(await repository.diffRaw(step.before, step.after)), ...(await repository.diffRaw(step.before, tree))];
  return rows.some((row) => missing.has(row.oldOid) || missing.has(row.newOid));
}

function conflictPaths(conflicts: readonly { readonly path: string }[]): string {
  const paths = [...new Set(conflicts.map((conflict) => conflict.path))];
  return paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ');
}

async function treeBefore(commit: Commit, unfolder: Unfolder): Promise<Oid> {
  const parent = commit.parents[0];
  if (parent === undefined) throw new Error(`commit ${commit.id} of a range has no parent`);
  return (unfolder.history.commits.get(parent) ?? (await unfolder.repository.commit(parent))).tree;
}
