import type { Commit, Repository } from '#io/repository.ts';
import type { Oid } from '#schema/primitives.ts';

/** The commits of a range by id, and its first-parent line, oldest first. */
export interface History {
  readonly commits: ReadonlyMap<Oid, Commit>;
  readonly line: readonly Commit[];
}

/** What a merge brought in beside its first parent: the side branch's own line, oldest first, and every commit of it. */
export interface Side {
  readonly line: readonly Commit[];
  readonly all: ReadonlySet<Oid>;
}

export async function readHistory(repository: Repository, from: Oid, to: Oid): Promise<History> {
  const commits = new Map<Oid, Commit>();
  for await (const commit of repository.between(from, to)) commits.set(commit.id, commit);
  return { commits, line: firstParents(commits, to, () => true) };
}

/**
 * Walks the history's line once and says for each of its commits, and for each commit of a side line, what it merged.
 * A commit belongs to the side of the first step of the line that reaches it, so every commit is seen once.
 */
export function sidesOf(history: History): ReadonlyMap<Oid, Side> {
  const sides = new Map<Oid, Side>();
  const seen = new Set<Oid>();
  const visit = (line: readonly Commit[]): Set<Oid> => {
    const arrived = new Set<Oid>();
    for (const commit of line) {
      const side = commit.parents.length > 1 ? sideOf(commit) : null;
      if (side !== null) sides.set(commit.id, side);
      for (const oid of side?.all ?? []) arrived.add(oid);
      seen.add(commit.id);
      arrived.add(commit.id);
    }
    return arrived;
  };
  const sideOf = (merge: Commit): Side => {
    const lines = merge.parents.slice(1).map((parent) => {
      const line = firstParents(history.commits, parent, (oid) => !seen.has(oid));
      return { line, all: visit(line) };
    });
    return { line: lines.length === 1 ? (lines[0]?.line ?? []) : [], all: new Set(lines.flatMap(({ all }) => [...all])) };
  };
  visit(history.line);
  return sides;
}

function firstParents(commits: ReadonlyMap<Oid, Commit>, tip: Oid, open: (oid: Oid) => boolean): Commit[] {
  const line: Commit[] = [];
  for (let oid: Oid | undefined = tip; oid !== undefined && open(oid); ) {
    const commit = commits.get(oid);
    if (commit === undefined) break;
    line.push(commit);
    oid = commit.parents[0];
  }
  return line.reverse();
}
