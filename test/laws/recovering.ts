import { instantOf } from '#io/instant.ts';
import { isUtf8Path } from '#io/path-bytes.ts';
import type { Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import type { Candidate } from '#schema/candidate.ts';
import type { Change, Collected } from '#schema/change.ts';
import { Recovered } from '#schema/dag.ts';
import { PrSource } from '#schema/source.ts';
import { normalizeRange } from '../../stages/normalize/normalize.ts';
import { recover, type RecoverOptions } from '../../stages/recover-dag/recover.ts';
import type { Told } from './model.ts';

/** Small, so that histories of ten changes hold hot files, folds and repairs. */
export const OPTIONS: RecoverOptions = {
  hotShare: 0.5,
  hotMin: 4,
  repairDays: 14,
  repairChanges: 10,
  foldChanges: 3,
  orders: 4,
  unitsMin: 1,
};
const silent = { step: () => {} };

/** Where a history lies and what was told of it: all that a DAG is recovered from. */
export interface Line {
  readonly commits: readonly string[];
  readonly told: readonly { readonly subject: string; readonly pr: Told['pr'] }[];
}

/** The line as collect would give it. */
async function collectedOf(repository: Repository, { commits, told }: Line): Promise<Collected> {
  const read = await Promise.all(commits.map((commit) => repository.commit(commit)));
  const changes: Change[] = [];
  for (const [index, commit] of read.entries()) {
    const before = read[index - 1]?.tree;
    if (before === undefined) continue;
    const pr = told[index]?.pr ?? null;
    const landedAt = instantOf(commit.commitTime ?? 0);
    const raw = before === commit.tree ? [] : await repository.diffRaw(before, commit.tree);
    changes.push({
      id: commit.id,
      before,
      after: commit.tree,
      subject: commit.subject,
      message: commit.body,
      authorName: commit.authorName,
      authorEmail: commit.authorEmail,
      authoredAt: landedAt,
      landedAt,
      parents: 1,
      pr:
        pr === null
          ? null
          : { ...pr, toldBy: 'squash-subject', title: commit.subject, body: null, labels: [], linkedIssues: [], otherNumbers: [] },
      unfoldedFrom: null,
      keptWhole: null,
      files: raw.filter((file) => isUtf8Path(file.path) && isUtf8Path(file.oldPath ?? '')),
    });
  }
  const [first, last] = [read[0], read.at(-1)];
  return {
    sourceId: 'o--n',
    source: SOURCE,
    gitDir: '/nowhere',
    baseCommit: first?.id ?? '',
    endCommit: last?.id ?? '',
    baseTree: first?.tree ?? '',
    endTree: last?.tree ?? '',
    missingBlobs: [],
    changes,
    setAside: [],
  };
}

const SOURCE: Collected['source'] = {
  id: 'o--n',
  place: 'sources/prs/o--n.yaml',
  source: PrSource.parse({
    kind: 'pr',
    repository: '/nowhere',
    licence: 'MIT',
    domain: 'infra',
    languages: ['python'],
    range: { from: '0'.repeat(40), to: '1'.repeat(40) },
  }),
};

/** The whole line as one candidate, roles and marks by the product's own stage. */
export async function candidateOf(line: Line, repository: Repository, parser: Parser): Promise<Candidate> {
  const { missingBlobs: _, ...normalized } = await normalizeRange(await collectedOf(repository, line), repository, parser, silent);
  return {
    ...normalized,
    key: 'k',
    taskId: 'task_pr_test',
    domain: 'infra',
    languages: ['python'],
    firstLanded: normalized.changes[0]?.landedAt ?? '',
    lastLanded: normalized.changes.at(-1)?.landedAt ?? '',
    spanDays: 150,
    scale: 2000,
    testedShare: 1,
    licence: { spdx: 'MIT', files: [], toldBy: 'test' },
  };
}

/** Null when the candidate makes no unit. Any other reason to drop it is a broken law, and throws. */
export async function recoveredOf(candidate: Candidate, repository: Repository, parser: Parser): Promise<Recovered | null> {
  const outcome = await recover(candidate, OPTIONS, { repository, parser }, silent);
  if ('kept' in outcome) return Recovered.parse(outcome.kept);
  if (outcome.dropped !== 'too-few-units') throw new Error(`${outcome.dropped}: ${outcome.detail}`);
  return null;
}
