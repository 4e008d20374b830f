import type { Commit, Repository } from '#io/repository.ts';
import { languages } from '#languages/index.ts';
import { UserError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import { PrSource, type NamedSource } from '#schema/source.ts';
import { languagesOf } from './languages-of.ts';

/** What part of the first-parent line is asked for. All absent: the whole of it. */
export interface Asked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Changes, counted back from the end. */
  readonly last?: number | undefined;
  /** Days, counted back from the landing of the end. */
  readonly windowDays?: number | undefined;
}

/** A part of a line: the commit that it stands on, then its own commits, oldest first. */
export interface Line {
  readonly base: Commit;
  readonly commits: readonly Commit[];
}

const DAY = 86_400;
/** Trees that are looked at for languages, spread evenly: a history may have changed its language. */
const LOOKED_AT = 5;

/** The part of the line that was asked for. The first commit of a history has nothing before it: it is what the others stand on. */
export async function lineOf(repository: Repository, address: string, asked: Asked): Promise<Line> {
  const to = await known(repository, asked.to ?? 'HEAD', '--to', address);
  const from = asked.from === undefined ? null : await known(repository, asked.from, '--from', address);
  const all: Commit[] = [];
  for await (const commit of repository.firstParentLine(null, to)) all.push(commit);
  const start = Math.max(
    from === null ? 0 : all.findIndex((commit) => commit.id === from),
    startByCount(all, asked),
    startByDays(all, asked),
  );
  if (from !== null && !all.some((commit) => commit.id === from))
    throw new UserError('--from', `${asked.from} is not on the first-parent line of ${to}`, 'Name a commit of that line.');
  const base = all[start];
  const commits = all.slice(start + 1);
  if (base === undefined || commits.length === 0)
    throw new UserError(address, 'has no change in that range', 'Ask for a longer one, or give a repository with more than one commit.');
  return { base, commits };
}

async function known(repository: Repository, revision: string, option: string, address: string): Promise<Oid> {
  const oid = await repository.resolve(revision);
  if (oid !== null) return oid;
  if (revision === 'HEAD') throw new UserError(address, 'has no default branch', 'Name the end with --to.');
  throw new UserError(option, `${revision} is no commit of ${address}, or names several`, 'Give a full commit id, a branch or a tag.');
}

function startByCount(all: readonly Commit[], { last }: Asked): number {
  return last === undefined ? 0 : all.length - 1 - last;
}

function startByDays(all: readonly Commit[], { windowDays }: Asked): number {
  const end = all.at(-1)?.commitTime ?? null;
  if (windowDays === undefined || end === null) return 0;
  return all.findLastIndex((commit) => commit.commitTime !== null && commit.commitTime < end - windowDays * DAY);
}

/** A source made up for a line: what its stages need to know, and that no file says. Throws UserError when no language is known. */
export async function sourceOf(repository: Repository, id: string, address: string, { base, commits }: Line): Promise<NamedSource> {
  const used: string[] = [];
  for (let look = LOOKED_AT - 1; look >= 0; look -= 1) {
    const commit = commits[Math.round(((commits.length - 1) * look) / (LOOKED_AT - 1))] ?? base;
    const paths = (await repository.listTree(commit.tree)).map((entry) => entry.path);
    for (const language of languagesOf(paths)) if (!used.includes(language)) used.push(language);
  }
  if (used.length === 0)
    throw new UserError(address, 'holds no source file of a known language', `Known are ${languages.map((one) => one.id).join(', ')}.`);
  const source = PrSource.parse({
    kind: 'pr',
    repository: address,
    licence: 'not asked for',
    domain: 'general',
    languages: used,
    range: { from: base.id, to: commits.at(-1)?.id ?? base.id },
  });
  return { id, place: address, source };
}
