import type { Commit, Repository } from '#io/repository.ts';
import type { Oid } from '#schema/primitives.ts';

/** One `refs/pull/<number>/head` and the commit it names. */
export interface PullRef {
  readonly number: number;
  readonly head: Commit;
  /** Commits of the branch before its head, newest first; read only where the head alone settles nothing. */
  readonly earlier: readonly Commit[];
}

/** The pull refs of a clone, looked up in three ways. Empty when the clone has none. */
export interface PullRefs {
  readonly byNumber: ReadonlyMap<number, PullRef>;
  readonly byHead: ReadonlyMap<Oid, readonly number[]>;
  readonly byAuthor: ReadonlyMap<string, readonly PullRef[]>;
}

const PREFIXES = ['refs/pull/', 'refs/remotes/origin/pull/', 'refs/merge-requests/'];
const HEAD = /\/(\d+)\/head$/;

/** Author e-mail and author date survive a rebase merge; the committer does not. Null when the date cannot be read. */
export function authorKey(commit: Pick<Commit, 'authorEmail' | 'authorTime'>): string | null {
  return commit.authorTime === null || commit.authorEmail === '' ? null : `${commit.authorTime} ${commit.authorEmail.toLowerCase()}`;
}

export async function readPullRefs(repository: Repository): Promise<PullRefs> {
  const heads = new Map<number, Oid>();
  for (const prefix of PREFIXES) {
    for (const ref of await repository.refs(prefix)) {
      const number = Number(HEAD.exec(ref.name)?.[1] ?? 0);
      if (number > 0 && !heads.has(number)) heads.set(number, ref.oid);
    }
  }
  const refs: PullRef[] = [];
  for (const number of [...heads.keys()].sort((a, b) => a - b)) {
    const oid = heads.get(number);
    if (oid !== undefined) refs.push({ number, head: await repository.commit(oid), earlier: [] });
  }
  return indexed(refs);
}

/** Most commits of one branch that are looked at. */
const BRANCH_LENGTH = 50;

/** The same refs, those of `numbers` with the commits between where they left the line of `to` and their heads. */
export async function withBranches(
  refs: PullRefs,
  numbers: ReadonlySet<number>,
  to: Oid,
  repository: Pick<Repository, 'commit' | 'mergeBase'>,
): Promise<PullRefs> {
  const read: PullRef[] = [];
  for (const ref of refs.byNumber.values()) {
    if (!numbers.has(ref.number)) {
      read.push(ref);
      continue;
    }
    const base = await repository.mergeBase(to, ref.head.id);
    const earlier: Commit[] = [];
    for (
      let oid = base === ref.head.id ? undefined : ref.head.parents[0];
      base !== null && oid !== undefined && oid !== base && earlier.length < BRANCH_LENGTH;
      oid = earlier.at(-1)?.parents[0]
    ) {
      earlier.push(await repository.commit(oid));
    }
    read.push({ ...ref, earlier });
  }
  return indexed(read);
}

export function indexed(refs: readonly PullRef[]): PullRefs {
  const byHead = new Map<Oid, number[]>();
  const byAuthor = new Map<string, PullRef[]>();
  for (const ref of refs) {
    byHead.set(ref.head.id, [...(byHead.get(ref.head.id) ?? []), ref.number]);
    const key = authorKey(ref.head);
    if (key !== null) byAuthor.set(key, [...(byAuthor.get(key) ?? []), ref]);
  }
  return { byNumber: new Map(refs.map((ref) => [ref.number, ref])), byHead, byAuthor };
}
