/**
 * What `dag:scan --quick` takes on a whole first-parent history, against git's own time to print the diffs it reads; in pairs, one after the
 * other, in one run: `tsx bench/dag-scan.ts <repository> [pairs]`. Nobody who reads git's diffs can be faster than git.
 *
 *   all files          owned lines over every file / `git log -p -U0 -M`
 *   source only        owned lines over source endings / the same unlimited `git log`
 *   source and names   owned lines and names over source endings / `git log` limited to the same endings
 *
 * Prints each pair and a table of medians with their spread, and the peak memory of this process.
 */
import { resolve } from 'node:path';
import { endingPathspecs } from '#io/diff-hunks.ts';
import { spawnStream } from '#io/exec.ts';
import { temporaryDirectory } from '#io/files.ts';
import { createRepositories } from '#io/repositories.ts';
import { table } from '#io/table.ts';
import { languageById } from '#languages/index.ts';
import { recoverDag } from '../stages/recover-dag/stage.ts';
import { quickDag } from '../stages/scan/quick.ts';
import { lineOf, sourceOf } from '../stages/scan/stretch.ts';

const [source, pairs = '3'] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('usage: tsx bench/dag-scan.ts <repository> [pairs]\n');
  process.exit(2);
}
await using cache = await temporaryDirectory('loopsmith-bench');
await using repository = await createRepositories({ cacheDir: cache.path, mirrors: [] }).open(resolve(source), []);
const known = await sourceOf(repository, 'bench', source, await lineOf(repository, source, {}));
const { languages, range } = known.source;
const endings = languages.flatMap((id) => languageById(id).extensions);
const { hotShare, hotMin } = recoverDag.options.parse({});

/** The whole of a quick scan but the clone: the walk along the line, its trees, the graph. */
async function ours(read: readonly string[], names: boolean) {
  const start = performance.now();
  const before = process.cpuUsage();
  const { base, commits } = await lineOf(repository, source ?? '', {});
  const trees = [base, ...commits].map((commit) => commit.tree);
  const dag = await quickDag(repository, languages, trees, { hotShare, hotMin, endings: read, names }, { step: () => {} });
  const { user, system } = process.cpuUsage(before);
  return { dag, seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

async function git(read: readonly string[]): Promise<number> {
  const start = performance.now();
  const shown = [
    'log',
    '--first-parent',
    '-m',
    '--reverse',
    '-p',
    '-U0',
    '-M',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--format=%H',
  ];
  await using child = spawnStream(['git', '--git-dir', repository.gitDir, ...shown, range.to, '--', ...endingPathspecs(read)], {
    env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_NO_LAZY_FETCH: '1' },
  });
  child.stdin.end();
  child.stdout.resume();
  const exit = await child.ended;
  if (exit !== 0) throw new Error(`git log ended with ${exit}: ${child.stderrTail()}`);
  return (performance.now() - start) / 1000;
}

const ROWS = [
  { name: 'all files', read: [], names: false, against: [], goal: '1.10 (1.75 below 1,000)' },
  { name: 'source only', read: endings, names: false, against: [], goal: '0.50' },
  { name: 'source and names', read: endings, names: true, against: endings, goal: '1.25' },
] as const;

const measured = ROWS.map((row) => ({ ...row, pairs: [] as { ours: number; cpu: number; git: number }[], found: '' }));
for (let pair = 0; pair < Number(pairs); pair += 1) {
  for (const row of measured) {
    const [mine, theirs] = [await ours(row.read, row.names), await git(row.against)];
    row.pairs.push({ ours: mine.seconds, cpu: mine.cpu, git: theirs });
    const { changes, units, arrows, nameCandidates } = mine.dag;
    row.found = `${changes} changes, ${units} units, ${arrows.length} edges${nameCandidates === null ? '' : `, ${nameCandidates} pairs by name`}`;
    process.stderr.write(
      `${row.name}: ${mine.seconds.toFixed(2)} s, git ${theirs.toFixed(2)} s, ratio ${(mine.seconds / theirs).toFixed(2)}\n`,
    );
  }
}

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
process.stdout.write(
  table(measured, [
    { head: 'read', cell: (row) => row.name },
    { head: 'ours s', cell: (row) => median(row.pairs.map((each) => each.ours)).toFixed(2), right: true },
    { head: 'git s', cell: (row) => median(row.pairs.map((each) => each.git)).toFixed(2), right: true },
    { head: 'ratio', cell: (row) => median(row.pairs.map((each) => each.ours / each.git)).toFixed(2), right: true },
    {
      head: 'spread',
      cell: (row) => {
        const all = sorted(row.pairs.map((each) => each.ours / each.git));
        return `${all[0]?.toFixed(2)}-${all.at(-1)?.toFixed(2)}`;
      },
    },
    // Git's children apart: on two idle cores this hides behind git's own time.
    { head: 'own CPU s', cell: (row) => median(row.pairs.map((each) => each.cpu)).toFixed(2), right: true },
    { head: 'goal', cell: (row) => row.goal },
    { head: 'found', cell: (row) => row.found },
  ]),
);
process.stdout.write(`\npeak memory of this process ${Math.round(process.resourceUsage().maxRSS / 1024)} MB; ${languages.join(', ')}\n`);
