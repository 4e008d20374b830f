import { join, resolve } from 'node:path';
import { systemClock } from '#io/clock.ts';
import { sha256 } from '#io/digest.ts';
import { systemDisk } from '#io/disk.ts';
import { writeAtomic } from '#io/files.ts';
import { createParser } from '#io/parser.ts';
import { grammarVersions } from '#io/parser-versions.ts';
import { createRepositories } from '#io/repositories.ts';
import type { Repository } from '#io/repository.ts';
import { languageById } from '#languages/index.ts';
import { EXIT, UserError } from '#schema/errors.ts';
import { recoverDag } from '../recover-dag/stage.ts';
import { Answers } from '../scan/answers.ts';
import { dagFileOf } from '../scan/dag-file.ts';
import { keptParser } from '../scan/kept-parser.ts';
import { GitTime, keptRepository } from '../scan/kept-repository.ts';
import { quickDag } from '../scan/quick.ts';
import { scan } from '../scan/scan.ts';
import { type Asked, lineOf, sourceOf } from '../scan/stretch.ts';
import { figuresOf, figuresText, quickFiguresOf, type Run } from './scan-figures.ts';
import { type Phases, tellPhases } from './scan-progress.ts';
import type { Shell } from './shell.ts';

interface HistoryFlags {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly last?: number | undefined;
  readonly window?: number | undefined;
  readonly quick?: true | undefined;
  readonly compose?: true | undefined;
  readonly cache: string;
  readonly out?: string | undefined;
  readonly json?: true | undefined;
  readonly events?: 'live' | 'plain' | 'ndjson' | undefined;
}

/** Everything a scan works with. */
interface Desk {
  readonly shell: Shell;
  readonly address: string;
  readonly flags: HistoryFlags;
  readonly answers: Answers;
  readonly repository: Repository;
  readonly phases: Phases;
  readonly asked: Asked;
  run(): Run;
}

/** Scans a history and prints its figures. What is computed on the way is kept under `--cache`, by content. */
export async function scanHistory(shell: Shell, repository: string, flags: HistoryFlags): Promise<void> {
  if (flags.quick === true && (flags.compose === true || flags.out !== undefined))
    throw new UserError('--quick', 'finds no units, so there is nothing to compose or to write', 'Leave --compose and --out away.');
  const address = URL.canParse(repository) ? repository : resolve(repository);
  const start = systemClock.monotonic();
  const cache = resolve(flags.cache);
  await using answers = await Answers.open(systemDisk, join(cache, 'answers'));
  using phases = tellPhases(shell, {
    key: address,
    phases: ['clone', ...(flags.quick === true ? ['quick'] : ['collect', 'normalize', 'recover-dag'])],
    clock: systemClock,
    how: flags.events,
    kept: () => `${answers.counts.kept} new answers (parses, raw diffs) are kept in ${flags.cache}.`,
  });
  const clones = createRepositories({ cacheDir: join(cache, 'clones'), mirrors: [] });
  await using clone = await phases.through('clone', () => clones.open(address, []));
  const time = new GitTime(systemClock);
  const run = (): Run => ({
    wallMs: Math.round(systemClock.monotonic() - start),
    gitMs: Math.round(time.ms),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    phases: phases.taken.map(({ phase, ms }) => ({ phase, ms: Math.round(ms) })),
    answers: { ...answers.counts },
    cache: flags.cache,
  });
  const asked = { from: flags.from, to: flags.to, last: flags.last, windowDays: flags.window };
  const lacking = await clone.missingBlobs([(await clone.resolve(flags.to ?? 'HEAD')) ?? 'HEAD']);
  const desk = { shell, address, flags, answers, phases, asked, run };
  const kept = keptRepository(clone, lacking.size > 0 ? null : answers, time);
  await (flags.quick === true ? quickScan({ ...desk, repository: kept }) : wholeScan({ ...desk, repository: kept }));
  shell.exit(EXIT.ok);
}

async function wholeScan({ shell, address, flags, answers, repository, phases, asked, run }: Desk): Promise<void> {
  const named = await sourceOf(repository, 'scan', address, await lineOf(repository, address, asked));
  const children = createParser({ cacheLength: 0, signal: shell.signal });
  await using parser = keptParser(children, answers, sha256(JSON.stringify(grammarVersions())));
  const options = recoverDag.options.parse({});
  const scanned = await scan(named, options, { repository, parser }, { compose: flags.compose === true, through: phases.through });
  await answers.flush();
  if (flags.out !== undefined)
    await writeAtomic(resolve(flags.out), `${JSON.stringify(dagFileOf(scanned, repository.gitDir, named.source.languages))}\n`);
  const figures = figuresOf(scanned, run());
  shell.out(flags.json === true ? `${JSON.stringify(figures, null, 2)}\n` : figuresText(figures));
}

async function quickScan({ shell, address, flags, repository, phases, asked, run }: Desk): Promise<void> {
  const line = await lineOf(repository, address, asked);
  const { source } = await sourceOf(repository, 'scan', address, line);
  const { hotShare, hotMin } = recoverDag.options.parse({});
  const endings = source.languages.flatMap((id) => languageById(id).extensions);
  const trees = [line.base, ...line.commits].map((commit) => commit.tree);
  const dag = await phases.through('quick', (progress) =>
    quickDag(repository, source.languages, trees, { hotShare, hotMin, endings, names: true }, progress),
  );
  const figures = quickFiguresOf(dag, { repository: address, ...source.range }, run());
  shell.out(flags.json === true ? `${JSON.stringify(figures, null, 2)}\n` : figuresText(figures));
}
