import { instantOf } from '#io/instant.ts';
import { isUtf8Path } from '#io/path-bytes.ts';
import type { Commit, RawChange, Repository } from '#io/repository.ts';
import type { Change, FileChange } from '#schema/change.ts';
import type { SetAside } from '#schema/outcome.ts';
import { NULL_OID, type Oid } from '#schema/primitives.ts';
import { type Dated, saneDates, saneSideDate } from './dates.ts';
import type { Run } from './rebase-runs.ts';

export interface Described {
  readonly changes: readonly Change[];
  readonly setAside: readonly SetAside[];
}

export interface Describing {
  readonly repository: Pick<Repository, 'diffRaw'>;
  /** Each step's trees without the paths that the source ignores. */
  readonly prune: (tree: Oid) => Promise<Oid>;
  readonly missing: ReadonlySet<Oid>;
  /** The merge that brought a side commit in, by id. */
  readonly commits: ReadonlyMap<Oid, Commit>;
}

/** Turns steps into changes: files by `diff-tree`, landing dates checked, what cannot be read set aside. */
export async function describe(runs: readonly Run[], io: Describing, each: (done: number) => void): Promise<Described> {
  const setAside: SetAside[] = runs.flatMap(({ step, joined }) =>
    joined.map((commit) => ({
      what: commit.id,
      reason: 'joined-rebase-run',
      detail: `landed by rebase with ${step.commit.id} of #${step.pr?.number ?? 0}`,
    })),
  );
  const dates = landings(runs, io.commits);
  const changes: Change[] = [];
  for (const [index, { step }] of runs.entries()) {
    const before = changes.at(-1)?.after ?? (await io.prune(step.before));
    const after = await io.prune(step.after);
    const raw = before === after ? [] : await io.repository.diffRaw(before, after);
    const landed = dates[index] ?? { time: 0, why: null };
    if (landed.why !== null) setAside.push({ what: step.commit.id, reason: 'date-not-believed', detail: landed.why });
    setAside.push(...unreadable(step.commit.id, raw, io.missing));
    changes.push(changeOf(step, before, after, landed, raw));
    each(index + 1);
  }
  return { changes, setAside };
}

function changeOf(step: Run['step'], before: Oid, after: Oid, landed: Dated, raw: readonly RawChange[]): Change {
  const { commit } = step;
  return {
    id: commit.id,
    before,
    after,
    subject: commit.subject,
    message: commit.body,
    authorName: commit.authorName,
    authorEmail: commit.authorEmail,
    authoredAt: instantOf(authored(commit, landed)),
    landedAt: instantOf(landed.time),
    parents: commit.parents.length,
    pr: step.pr,
    unfoldedFrom: step.unfoldedFrom,
    keptWhole: step.keptWhole,
    files: raw.filter((file) => isUtf8Path(file.path) && isUtf8Path(file.oldPath ?? '')).map(fileChange),
  };
}

/** An author date that no calendar holds is replaced by the landing; any other is kept, however odd: nothing is measured by it. */
function authored(commit: Commit, landed: Dated): number {
  const time = commit.authorTime;
  return time !== null && time >= 0 && time < 4_102_444_800 ? time : landed.time;
}

function fileChange(raw: RawChange): FileChange {
  const { status, path, oldPath, oldMode, newMode, oldOid, newOid, added, deleted } = raw;
  return { status, path, oldPath, oldMode, newMode, oldOid, newOid, added, deleted };
}

function unreadable(id: Oid, raw: readonly RawChange[], missing: ReadonlySet<Oid>): SetAside[] {
  return raw.flatMap((file) => {
    const found: SetAside[] = [];
    const path = isUtf8Path(file.path) ? file.path : JSON.stringify(file.path);
    if (!isUtf8Path(file.path) || !isUtf8Path(file.oldPath ?? '')) found.push({ what: id, reason: 'path-not-utf8', detail: path });
    const absent = [file.oldOid, file.newOid].filter((oid) => oid !== NULL_OID && missing.has(oid));
    if (absent.length > 0) found.push({ what: id, reason: 'blob-missing', detail: `${path}: ${absent.join(', ')}` });
    return found;
  });
}

/** Line commits are dated against one another, side commits against the merge that brought them in. */
function landings(runs: readonly Run[], commits: ReadonlyMap<Oid, Commit>): Dated[] {
  const onLine = runs.map(({ step }) => (step.unfoldedFrom === null ? step.commit : commits.get(step.unfoldedFrom)) ?? step.commit);
  const line = saneDates(onLine.map((commit) => commit.commitTime));
  return runs.map(({ step }, index) => {
    const landed = line[index] ?? { time: 0, why: null };
    return step.unfoldedFrom === null ? landed : saneSideDate(step.commit.commitTime, landed.time);
  });
}
