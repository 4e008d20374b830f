import { languageById, languageOfPath } from '#languages/index.ts';
import { roleTeller } from '#languages/roles.ts';
import type { Repository } from '#io/repository.ts';
import type { Candidate } from '#schema/candidate.ts';
import type { NormalChange, PullRequest } from '#schema/change.ts';
import type { Recovered } from '#schema/dag.ts';
import { PrSource } from '#schema/source.ts';
import type { Parser } from '#io/symbols.ts';
import { recover, type RecoverOptions } from '../../../stages/recover-dag/recover.ts';
import { type History, historyOf, type Told } from './history.ts';

/** A candidate over the whole line: roles by path, no marks but revert pairs. */
export async function candidateOf({ repository, commits }: History, told: readonly Told[], language: string): Promise<Candidate> {
  const roleOf = roleTeller([languageById(language)]);
  const trees: string[] = [];
  for (const commit of commits) trees.push((await repository.commit(commit)).tree);
  const changes: NormalChange[] = [];
  for (const [index, commit] of told.entries()) {
    if (index === 0) continue;
    changes.push(await changeOf(repository, commit, commits, trees, index, roleOf));
  }
  const source = { id: 'o--n', place: 'sources/prs/o--n.yaml', source: sourceOf(language, commits) };
  return {
    sourceId: 'o--n',
    source,
    gitDir: repository.gitDir,
    key: 'k',
    taskId: 'task_pr_test',
    domain: 'infra',
    languages: [language],
    baseCommit: commits[0] ?? '',
    endCommit: commits.at(-1) ?? '',
    baseTree: trees[0] ?? '',
    endTree: trees.at(-1) ?? '',
    firstLanded: '2024-01-01T00:00:00Z',
    lastLanded: '2024-06-01T00:00:00Z',
    spanDays: 150,
    scale: 2000,
    testedShare: 1,
    licence: { spdx: 'MIT', files: [], toldBy: 'test' },
    changes,
    setAside: [],
  };
}

async function changeOf(
  repository: Repository,
  told: Told,
  commits: readonly string[],
  trees: readonly string[],
  index: number,
  roleOf: ReturnType<typeof roleTeller>,
): Promise<NormalChange> {
  const raw = await repository.diffRaw(trees[index - 1] ?? '', trees[index] ?? '');
  const files = raw.map((file) => ({
    ...file,
    role: roleOf(file.path).role,
    roleBy: roleOf(file.path).by,
    language: languageOfPath(file.path)?.id ?? null,
    inlineTests: [],
  }));
  const lines = (role: string): number =>
    files.filter((file) => file.role === role).reduce((sum, file) => sum + (file.added ?? 0) + (file.deleted ?? 0), 0);
  const landedAt = new Date((1_700_000_000 + (told.day ?? index) * 86_400) * 1000).toISOString().replace('.000Z', 'Z');
  const pr: PullRequest | null =
    told.pr === undefined
      ? null
      : {
          number: told.pr,
          toldBy: 'squash-subject',
          verified: told.verified ?? true,
          title: told.subject,
          body: null,
          labels: [],
          linkedIssues: [],
          otherNumbers: [],
        };
  return {
    id: commits[index] ?? '',
    before: trees[index - 1] ?? '',
    after: trees[index] ?? '',
    subject: told.subject,
    message: told.subject,
    authorName: 'A U Thor',
    authorEmail: 'author@example.org',
    authoredAt: landedAt,
    landedAt,
    parents: 1,
    pr,
    unfoldedFrom: null,
    keptWhole: null,
    files,
    marks: told.revertOf === undefined ? [] : ['revert'],
    revertPair: told.revertOf === undefined ? null : (commits[told.revertOf] ?? null),
    sourceLines: lines('source'),
    testLines: lines('test'),
  };
}

function sourceOf(language: string, commits: readonly string[]): PrSource {
  return PrSource.parse({
    kind: 'pr',
    repository: '/nowhere',
    licence: 'MIT',
    domain: 'infra',
    languages: [language],
    range: { from: commits[0] ?? '', to: commits.at(-1) ?? '' },
  });
}

/** Evidence as `kind u→v symbol`, where u and v are the positions (1-based) of the changes in the line. */
export function evidenceLines(recovered: Recovered, kinds?: readonly string[]): string[] {
  const position = new Map(recovered.candidate.changes.map((change, index) => [change.id, index + 1]));
  return recovered.evidence
    .filter((each) => kinds === undefined || kinds.includes(each.kind))
    .map(
      (each) =>
        `${each.kind} ${position.get(each.introducedBy)}→${position.get(each.change)}${each.symbol === null ? '' : ` ${each.symbol}`}${each.hot ? ' hot' : ''}`,
    )
    .sort();
}

/** Edges as `1→2`, by unit number. */
export function edgeLines(recovered: Recovered): string[] {
  return recovered.edges.map((edge) => `${Number(edge.from.slice(5))}→${Number(edge.to.slice(5))}`);
}

const OPTIONS: RecoverOptions = { hotShare: 0.5, hotMin: 5, repairDays: 14, repairChanges: 10, foldChanges: 10, orders: 4, unitsMin: 1 };

/** The DAG of a history. Each change brings its own test, so that each is a unit. */
export async function recoveredFrom(
  parser: Parser,
  language: string,
  told: readonly Told[],
  changed: Partial<RecoverOptions> = {},
): Promise<Recovered> {
  await using history = await historyOf(told);
  const outcome = await recover(
    await candidateOf(history, told, language),
    { ...OPTIONS, ...changed },
    { repository: history.repository, parser },
    { step: () => {} },
  );
  if ('dropped' in outcome) throw new Error(`${outcome.dropped}: ${outcome.detail}`);
  return outcome.kept;
}
