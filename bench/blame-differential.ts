/**
 * Line ownership against `git blame --first-parent` over a whole history: `tsx bench/blame-differential.ts <repository> [files] [changes]`.
 * Compares the owner of every line of up to `files` source files of HEAD (spread evenly over the sorted list), then the time of
 * asking git whose lines each of `changes` sampled changes deletes with the time of the one walk that answers it for all. Prints the
 * share of equal lines, every file that differs, and the ratio per change.
 */
import { resolve } from 'node:path';
import { run } from '#io/exec.ts';
import { temporaryDirectory } from '#io/files.ts';
import { createRepositories } from '#io/repositories.ts';
import type { FileDiff } from '#io/repository.ts';
import { languageOfPath } from '#languages/index.ts';
import { BASE, Ownership } from '../stages/recover-dag/ownership.ts';

const [source, files = '400', changes = '30'] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('usage: tsx bench/blame-differential.ts <repository> [files] [changes]\n');
  process.exit(2);
}
await using cache = await temporaryDirectory('loopsmith-bench');
await using repository = await createRepositories({ cacheDir: cache.path, mirrors: [] }).open(resolve(source), []);
const head = (await repository.resolve('HEAD')) ?? '';

async function git(...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_NO_LAZY_FETCH: '1' };
  const ran = await run(['git', '--git-dir', repository.gitDir, ...args], { cwd: '/', env, timeoutMs: 600_000, maxBytes: 1 << 28 });
  if (ran.exit !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr.toString()}`);
  return ran.stdout.toString();
}

interface Asked {
  readonly parent: string;
  readonly path: string;
  readonly ranges: readonly string[];
}

/** Every `step`-th of a list, so that a sample needs no dice. */
function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, index) => index % step === 0);
}

const commits: { id: string; tree: string }[] = [];
for await (const { id, tree } of repository.firstParentLine(null, head)) commits.push({ id, tree });
const positions = new Map(commits.map(({ id }, position) => [id, position]));
const pairs = commits.slice(1).map(({ tree }, index) => [commits[index]?.tree ?? '', tree] as const);

function askedOf(position: number, diffs: readonly FileDiff[]): Asked[] {
  return diffs.flatMap((diff) => {
    const path = diff.oldPath ?? diff.path;
    const ranges = diff.hunks.filter((hunk) => hunk.oldCount > 0).map((hunk) => `${hunk.oldStart},+${hunk.oldCount}`);
    const wanted = diff.status !== 'A' && !diff.binary && ranges.length > 0 && languageOfPath(path) !== null;
    return wanted ? [{ parent: commits[position - 1]?.id ?? '', path, ranges }] : [];
  });
}

const sampled = new Set(
  spread(
    pairs.map((_, index) => index + 1),
    Number(changes),
  ),
);
const asked: Asked[] = [];
const ownership = new Ownership();
const started = performance.now();
let position = 0;
for await (const diffs of repository.diffHunks(pairs)) {
  ownership.apply(++position, diffs);
  if (sampled.has(position)) asked.push(...askedOf(position, diffs));
}
const walkMs = performance.now() - started;

const entries = (await repository.listTree(commits.at(-1)?.tree ?? '')).filter(
  (entry) => entry.mode.startsWith('100') && languageOfPath(entry.path) !== null,
);
let [lines, equal] = [0, 0];
for (const { path } of spread(entries, Number(files))) {
  const told = (await git('blame', '--first-parent', '--porcelain', head, '--', path))
    .split('\n')
    .flatMap((line) => /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? []);
  const runs = ownership.runs(path);
  let [index, left, wrong] = [0, runs[0] ?? 0, 0];
  for (const commit of told) {
    while (left <= 0) {
      index += 2;
      left = runs[index] ?? Number.POSITIVE_INFINITY;
    }
    const owner = runs[index + 1] ?? BASE;
    if ((owner === BASE ? 0 : owner) !== positions.get(commit)) wrong += 1;
    left -= 1;
  }
  lines += told.length;
  equal += told.length - wrong;
  if (wrong > 0) process.stdout.write(`differs: ${path}: ${wrong} of ${told.length} lines\n`);
}

const asking = performance.now();
for (const { parent, path, ranges } of asked)
  await git('blame', '--first-parent', '--porcelain', ...ranges.flatMap((range) => ['-L', range]), parent, '--', path);
const blameMs = performance.now() - asking;
const perChange = { blame: blameMs / sampled.size, walk: walkMs / pairs.length };
process.stdout.write(
  `${pairs.length} changes; ${equal} of ${lines} lines equal (${((100 * equal) / Math.max(1, lines)).toFixed(3)} %); ` +
    `blame ${perChange.blame.toFixed(1)} ms a change (${sampled.size} sampled), the walk ${perChange.walk.toFixed(2)} ms: ratio ${(perChange.blame / perChange.walk).toFixed(0)}\n`,
);
