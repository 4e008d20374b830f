import type { Oid } from '#schema/primitives.ts';
import { DiffParser } from './diff-parser.ts';
import { spawnStream } from './exec.ts';
import { gitEnvironment, gitFailure, placedArgv, type GitPlace } from './git-argv.ts';
import type { RawDiffs } from './raw-diff.ts';
import type { FileDiff } from './repository.ts';

export type Pair = readonly [before: Oid, after: Oid];
export interface DiffStyle {
  readonly renames: '-M50%' | '--no-renames';
  readonly whitespace: 'kept' | 'ignored';
}

const PATCH_ARGS = [
  'diff-tree',
  '--stdin',
  '-r',
  '-z',
  '--no-abbrev',
  '--raw',
  '-p',
  '-U0',
  '--full-index',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--submodule=short',
];

/** Paths as git must take them: to the letter, from the root, whatever characters they hold. */
export function literalPathspecs(paths: readonly string[]): readonly string[] {
  return paths.map((path) => `:(top,literal)${path}`);
}

/** Every file whose name ends so; a wildcard in an ending stands for itself. */
export function endingPathspecs(endings: readonly string[]): readonly string[] {
  return endings.map((ending) => `:(top,glob)**/*${ending.replace(/[*?[\\]/g, '\\$&')}`);
}

interface Limits {
  readonly paths: readonly string[];
  readonly endings: readonly string[];
}
function pathspecsOf({ paths, endings }: Limits): readonly string[] {
  return [...literalPathspecs(paths), ...endingPathspecs(endings)];
}

/** The diffs of pairs of trees, in order, from one process. The child is ended when the consumer stops early. */
export async function* streamDiffs(
  place: GitPlace,
  pairs: readonly Pair[],
  { renames, whitespace }: DiffStyle,
  pathspecs: readonly string[],
): AsyncGenerator<readonly FileDiff[]> {
  if (pairs.length === 0) return;
  const blind = whitespace === 'ignored';
  const args = [...PATCH_ARGS, renames, ...(blind ? ['-w'] : []), '--', ...pathspecs];
  await using child = spawnStream(placedArgv(place, args), { cwd: '/', env: gitEnvironment(place) });
  child.stdin.end(pairs.map(([before, after]) => `${before} ${after}\n`).join(''));
  const parser = new DiffParser({ blind });
  for await (const chunk of child.stdout) yield* parser.push(chunk);
  const exit = await child.ended;
  if (exit !== 0) throw gitFailure(place.gitDir, args, { exit, timedOut: false, truncated: false, stderr: child.stderrTail() });
  yield* parser.end();
}

/**
 * As `streamDiffs`, over a copy that lacks blobs, where git would die at the first of them: a pair that touches one is diffed
 * without rename pairing, and the file itself is told as binary, without hunks.
 */
export async function* streamPartialDiffs(
  place: GitPlace,
  raw: RawDiffs,
  lacking: ReadonlySet<Oid>,
  pairs: readonly Pair[],
  limits: Limits,
  whitespace: DiffStyle['whitespace'],
): AsyncGenerator<readonly FileDiff[]> {
  const paired: DiffStyle = { renames: '-M50%', whitespace };
  let whole: Pair[] = [];
  for (const pair of pairs) {
    const rows = await raw.plain(pair[0], pair[1]);
    const blind = rows.filter((row) => lacking.has(row.oldOid) || lacking.has(row.newOid));
    if (blind.length === 0) {
      whole.push(pair);
      continue;
    }
    yield* streamDiffs(place, whole, paired, pathspecsOf(limits));
    whole = [];
    const excluded = blind.map((row) => `:(top,exclude,literal)${row.path}`);
    const seen = new Map<string, FileDiff>();
    const unpaired: DiffStyle = { renames: '--no-renames', whitespace };
    for await (const files of streamDiffs(place, [pair], unpaired, [...pathspecsOf(limits), ...excluded])) {
      for (const file of files) seen.set(file.path, file);
    }
    for (const row of blind) {
      if (isBelow(row.path, limits)) seen.set(row.path, { status: row.status, path: row.path, oldPath: null, binary: true, hunks: [] });
    }
    yield rows.flatMap((row) => seen.get(row.path) ?? []);
  }
  yield* streamDiffs(place, whole, paired, pathspecsOf(limits));
}

function isBelow(path: string, { paths, endings }: Limits): boolean {
  return (
    (paths.length === 0 && endings.length === 0) ||
    paths.some((one) => path === one || path.startsWith(one.endsWith('/') ? one : `${one}/`)) ||
    endings.some((ending) => path.endsWith(ending))
  );
}
