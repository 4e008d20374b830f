import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import picomatch from 'picomatch';
import { exists, writeAtomic } from '#io/files.ts';
import type { Repository } from '#io/repository.ts';
import { treeView } from '#io/tree-view.ts';
import { languages } from '#languages/index.ts';
import { funnel } from '#pipeline/funnel.ts';
import { finished, exitOf, type RunReport } from '#pipeline/report.ts';
import { Candidate } from '#schema/candidate.ts';
import { EXIT, UserError } from '#schema/errors.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import { type NamedSource, PrSource } from '#schema/source.ts';
import { repositoryName } from '../collect/source-name.ts';
import { MANIFESTS } from '../select/licence/manifests.ts';
import { languagesOf } from '../scan/languages-of.ts';
import { isLicenceFile, tellLicence } from '../select/licence/tell.ts';
import type { PoolFlags } from './options.ts';
import { type Session, withPool } from './session.ts';
import { addSourceText, sourceText, windowOf } from './add-source-text.ts';
import type { Shell } from './shell.ts';

export interface AddSourceFlags extends PoolFlags {
  readonly last: number;
  readonly to?: Oid | undefined;
  readonly maxTasks: number;
  readonly domain: string;
  readonly dryRun?: true | undefined;
  readonly force?: true | undefined;
}

/**
 * Scans the last part of a history with the line itself, narrows the range to the windows that select would keep, proves the
 * narrowed source by the line once more, and writes it. What is written is what was seen to work.
 */
export async function addSource(shell: Shell, repository: string, flags: AddSourceFlags): Promise<void> {
  const address =
    URL.canParse(repository) || isAbsolute(repository) || repository.startsWith('examples:') ? repository : resolve(repository);
  await withPool(shell, flags, { command: 'source:add', writes: true }, async (session) => {
    const id = idOf(address);
    const file = join(folderOf(session), `${id}.yaml`);
    const place = relative(session.pool.folder, file);
    if (flags.dryRun !== true && flags.force !== true && (await exists(file)))
      throw new UserError(place, 'is there already', 'Use --force to write over it, or --dry-run.');
    const wide = { id, place, source: await describe(session, address, place, flags) };
    const scanned = await session.run({ act: 'build', until: 'select', sources: [wide] });
    const found = await candidatesOf(session, scanned);
    const narrow = narrowed(wide, found.slice(0, flags.maxTasks), flags.maxTasks);
    const proven = narrow === null ? scanned : await session.run({ act: 'build', until: 'select', sources: [narrow] });
    const kept = narrow === null ? [] : await candidatesOf(session, proven);
    const text = narrow === null || kept.length === 0 ? null : sourceText(narrow, kept);
    if (text !== null && flags.dryRun !== true) await writeAtomic(file, text);
    const result = {
      file: text === null || flags.dryRun === true ? null : place,
      source: narrow?.source ?? null,
      windows: kept.map(windowOf),
      funnel: funnel(proven),
    };
    shell.out(flags.json === true ? `${JSON.stringify(result, null, 2)}\n` : addSourceText(result, text));
    shell.exit(exitOf(proven) !== EXIT.ok ? exitOf(proven) : text === null ? EXIT.found : EXIT.ok);
  });
}

function idOf(address: string): string {
  const parts = (
    repositoryName(address) ??
    address
      .replace(/^[a-z]+:/, '')
      .replace(/\/+$/, '')
      .replace(/\/?\.git$/, '')
  )
    .split('/')
    .filter((part) => part !== '');
  return parts
    .slice(-2)
    .join('--')
    .replace(/[^A-Za-z0-9_.-]+/g, '-');
}

/** Beside the sources that the pool reads already. */
function folderOf(session: Session): string {
  const { base, isGlob } = picomatch.scan(session.pool.pool.sources[0] ?? 'sources/prs');
  return resolve(session.pool.folder, isGlob || !base.endsWith('.yaml') ? base : dirname(base));
}

async function describe(session: Session, address: string, place: string, flags: AddSourceFlags): Promise<PrSource> {
  const { repositories } = await session.open(['repositories']);
  await using repository = await repositories.open(address, flags.to === undefined ? [] : [flags.to]);
  const to = flags.to ?? (await repository.resolve('HEAD'));
  if (to === null) throw new UserError(address, 'has no default branch', 'Name the end with --to.');
  const from = await startOf(repository, to, flags.last);
  const { tree } = await repository.commit(to);
  const view = await treeView(repository, tree, (path) => isLicenceFile(path) || MANIFESTS.includes(path));
  const licence = await tellLicence(view.paths, (path) => view.text(path));
  if ('unknown' in licence)
    throw new UserError(address, `its licence is unknown: ${licence.unknown}`, 'Only openly licensed history becomes a task.');
  const used = languagesOf(view.paths);
  if (used.length === 0)
    throw new UserError(address, 'holds no source file of a known language', `Known are ${languages.map((one) => one.id).join(', ')}.`);
  const source = {
    kind: 'pr',
    repository: address,
    licence: licence.licence.spdx,
    domain: flags.domain,
    languages: used,
    range: { from, to },
    maxTasks: 50,
  };
  const parsed = PrSource.safeParse(source);
  if (!parsed.success) throw new Error(`${place}: the proposed source is none: ${parsed.error.message}`);
  return parsed.data;
}

/** The commit after which the last `count` changes of the first-parent line stand, or the root. */
async function startOf(repository: Repository, to: Oid, count: number): Promise<Oid> {
  const tail: Oid[] = [];
  for await (const commit of repository.firstParentLine(null, to)) {
    tail.push(commit.id);
    if (tail.length > count + 1) tail.shift();
  }
  const [first] = tail;
  if (first === undefined || tail.length < 2)
    throw new UserError(to, 'has no history before it', 'Give a repository with more than one commit.');
  return first;
}

/** In the order of select: best first. */
async function candidatesOf(session: Session, report: RunReport): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const { object } of finished(report)) candidates.push(await session.value(object, Candidate));
  return candidates;
}

function narrowed(wide: NamedSource, chosen: readonly Candidate[], maxTasks: number): NamedSource | null {
  const byTime = [...chosen].sort((a, b) => byCodeUnit(a.firstLanded, b.firstLanded));
  const first = byTime[0];
  const last = byTime.at(-1);
  if (first === undefined || last === undefined) return null;
  return { ...wide, source: { ...wide.source, range: { from: first.baseCommit, to: last.endCommit }, maxTasks } };
}
