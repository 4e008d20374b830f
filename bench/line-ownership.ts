/**
 * Line ownership over a whole first-parent history against git's own time to print the same diffs, in pairs in one run:
 * `tsx bench/line-ownership.ts <repository> [pairs]`. The second figure of a pair is the floor: nobody who reads git's diffs can be
 * faster than git. Prints one line a pair and the median ratio.
 */
import { resolve } from 'node:path';
import { spawnStream } from '#io/exec.ts';
import { temporaryDirectory } from '#io/files.ts';
import { createRepositories } from '#io/repositories.ts';
import { Ownership } from '../stages/recover-dag/ownership.ts';

const [source, pairs = '3'] = process.argv.slice(2);
if (source === undefined) {
  process.stderr.write('usage: tsx bench/line-ownership.ts <repository> [pairs]\n');
  process.exit(2);
}
await using cache = await temporaryDirectory('loopsmith-bench');
await using repository = await createRepositories({ cacheDir: cache.path, mirrors: [] }).open(resolve(source), []);
const head = (await repository.resolve('HEAD')) ?? '';

async function ours(): Promise<{ changes: number; edits: number; seconds: number }> {
  const start = performance.now();
  const trees: string[] = [];
  for await (const commit of repository.firstParentLine(null, head)) trees.push(commit.tree);
  const steps = trees.slice(1).map((tree, index) => [trees[index] ?? '', tree] as const);
  const ownership = new Ownership();
  let position = 0;
  let edits = 0;
  for await (const diffs of repository.diffHunks(steps)) edits += ownership.apply(position++, diffs).edits.length;
  return { changes: steps.length, edits, seconds: (performance.now() - start) / 1000 };
}

async function git(): Promise<number> {
  const start = performance.now();
  const shown = ['log', '--first-parent', '-m', '--reverse', '-p', '-U0', '-M', '--no-color', '--no-ext-diff', '--no-textconv', head];
  await using child = spawnStream(['git', '--git-dir', repository.gitDir, ...shown], {
    env: { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_NO_LAZY_FETCH: '1' },
  });
  child.stdin.end();
  child.stdout.resume();
  const exit = await child.ended;
  if (exit !== 0) throw new Error(`git log ended with ${exit}: ${child.stderrTail()}`);
  return (performance.now() - start) / 1000;
}

const ratios: number[] = [];
for (let pair = 0; pair < Number(pairs); pair++) {
  const [mine, theirs] = [await ours(), await git()];
  ratios.push(mine.seconds / theirs);
  process.stdout.write(
    `${mine.changes} changes, ${mine.edits} edits of owned lines: ${mine.seconds.toFixed(2)} s; git log -p -U0 -M: ${theirs.toFixed(2)} s; ratio ${(mine.seconds / theirs).toFixed(2)}\n`,
  );
}
const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
process.stdout.write(
  `median ratio ${median.toFixed(2)}; peak RSS of this process ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`,
);
