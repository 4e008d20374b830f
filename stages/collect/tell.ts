import type { MergedPullRequest } from '#io/github.ts';
import type { Commit } from '#io/repository.ts';
import type { PullRequest } from '#schema/change.ts';
import type { Oid } from '#schema/primitives.ts';
import type { Side } from './history.ts';
import { authorKey, type PullRef, type PullRefs } from './pull-refs.ts';
import { type Claim, claimOf, closedIssues } from './wording.ts';

/** What is known of pull requests beside the commits themselves. */
export interface Witnesses {
  readonly refs: PullRefs;
  /** Merged pull requests of the API by merge commit; empty without the API. */
  readonly byMergeCommit: ReadonlyMap<Oid, MergedPullRequest>;
  /** `owner/name`, to tell a trailer's foreign URL apart; null for a local repository. */
  readonly repositoryName: string | null;
}

/** Three years: a number of another repository is likelier than a pull request that was open for longer. */
const OPEN_AT_MOST = 3 * 365 * 86_400;
const CLOCK_DRIFT = 86_400;

/**
 * Which pull request a step of a line is, or null for a direct commit. `side` is what a merge brought in beside its first
 * parent. The API wins over refs, refs over messages (a message is the author's own text, and may be forged).
 */
export function tell(commit: Commit, side: Side, witnesses: Witnesses): PullRequest | null {
  const claim = claimOf(commit, witnesses.repositoryName);
  const api = witnesses.byMergeCommit.get(commit.id);
  if (api !== undefined) return fromApi(api, claim);
  const ref = commit.parents.length > 1 ? mergedRef(commit, side, claim, witnesses.refs) : landedRef(commit, claim, witnesses.refs);
  if (ref !== null) return fromRef(ref, commit, claim);
  return claim === null ? null : fromClaim(commit, claim, bestNumber(claim, witnesses.refs));
}

/** True when the pull ref of `number` shows that it is what landed here: same people, and open before it landed. */
function confirmsSquash(ref: PullRef, commit: Commit): boolean {
  const opened = ref.head.authorTime;
  const landed = commit.commitTime;
  if (opened === null || landed === null) return false;
  if (opened > landed + CLOCK_DRIFT || opened < landed - OPEN_AT_MOST) return false;
  const people = `${commit.authorEmail}\n${commit.authorName}\n${commit.subject}\n${commit.body}`.toLowerCase();
  const words = [ref.head, ...ref.earlier].flatMap(({ authorEmail, authorName, subject }) => [authorEmail, authorName, subject]);
  return words.some((word) => word.trim().length > 2 && people.includes(word.trim().toLowerCase()));
}

/** Numbers that commits claim and that a pull ref knows, but whose head alone does not show that it is what landed. */
export function unsettled(commits: Iterable<Commit>, refs: PullRefs, repositoryName: string | null): Set<number> {
  const numbers = new Set<number>();
  for (const commit of commits) {
    if (commit.parents.length > 1) continue; // a merge is settled by its parents
    const claim = claimOf(commit, repositoryName);
    const known = (claim?.numbers ?? []).flatMap((number) => refs.byNumber.get(number) ?? []);
    if (!known.some((ref) => confirmsSquash(ref, commit))) for (const ref of known) numbers.add(ref.number);
  }
  return numbers;
}

function mergedRef(commit: Commit, side: Side, claim: Claim | null, refs: PullRefs): PullRef | null {
  const exact = commit.parents.slice(1).flatMap((parent) => refs.byHead.get(parent) ?? []);
  const claimed = claim === null ? undefined : claim.numbers.findLast((number) => exact.includes(number));
  const number = claimed ?? (exact.length === 1 ? exact[0] : undefined);
  if (number !== undefined) return refs.byNumber.get(number) ?? null;
  const inside = claim?.numbers.findLast((candidate) => side.all.has(refs.byNumber.get(candidate)?.head.id ?? ''));
  if (inside !== undefined) return refs.byNumber.get(inside) ?? null;
  if (claim !== null) return squashRef(commit, claim, refs);
  // A head on the branch's own line is the branch; one deeper was merged into it before.
  const heads = side.line.flatMap((own) => refs.byHead.get(own.id) ?? []);
  return heads.length === 1 ? (refs.byNumber.get(heads[0] ?? 0) ?? null) : null;
}

function landedRef(commit: Commit, claim: Claim | null, refs: PullRefs): PullRef | null {
  if (claim !== null) return squashRef(commit, claim, refs);
  return rebasedRef(commit, refs);
}

function squashRef(commit: Commit, claim: Claim, refs: PullRefs): PullRef | null {
  const number = claim.numbers.findLast((candidate) => {
    const ref = refs.byNumber.get(candidate);
    return ref !== undefined && confirmsSquash(ref, commit);
  });
  return number === undefined ? null : (refs.byNumber.get(number) ?? null);
}

/**
 * The one pull request whose head has this commit's author key and was committed no later: a back-port's head keeps the key too,
 * but comes after. A head that is the commit itself (fast-forward) may be a pull request opened from it, so it proves nothing.
 */
export function rebasedRef(commit: Commit, refs: PullRefs): PullRef | null {
  const key = authorKey(commit);
  const landed = commit.commitTime;
  if (key === null || landed === null) return null;
  const fits = (refs.byAuthor.get(key) ?? []).filter(
    ({ head }) => head.id !== commit.id && (head.commitTime ?? Infinity) <= landed && !/^\(cherry picked from commit /m.test(head.body),
  );
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** The last number of a subject is usually the pull request; one that a pull ref knows comes first (the other is an issue). */
function bestNumber(claim: Claim, refs: PullRefs): number {
  return claim.numbers.findLast((number) => refs.byNumber.has(number)) ?? claim.number;
}

function fromApi(api: MergedPullRequest, claim: Claim | null): PullRequest {
  return {
    number: api.number,
    toldBy: 'api',
    verified: true,
    title: api.title,
    body: api.body,
    labels: [...api.labels],
    linkedIssues: [...api.closingIssues],
    otherNumbers: others(claim, api.number),
  };
}

function fromRef(ref: PullRef, commit: Commit, claim: Claim | null): PullRequest {
  return { ...fromClaim(commit, claim, ref.number), toldBy: 'pull-ref', verified: true };
}

function fromClaim(commit: Commit, claim: Claim | null, number: number): PullRequest {
  const body = commit.body.trim();
  return {
    number,
    toldBy: claim?.toldBy ?? 'pull-ref',
    verified: false,
    title: claim?.title ?? commit.subject,
    body: body === '' ? null : body,
    labels: [],
    linkedIssues: closedIssues(`${commit.subject}\n${commit.body}`),
    otherNumbers: others(claim, number),
  };
}

function others(claim: Claim | null, number: number): number[] {
  return [...new Set(claim?.numbers ?? [])].filter((other) => other !== number);
}
