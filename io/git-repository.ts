import { UserError } from '#schema/errors.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import { applyPatch } from './apply-patch.ts';
import { CatFile } from './cat-file.ts';
import { endingPathspecs, literalPathspecs, streamDiffs, streamPartialDiffs } from './diff-hunks.ts';
import { spawnStream } from './exec.ts';
import { git, gitEnvironment, gitFailure, gitOutput, placedArgv, type GitPlace } from './git-argv.ts';
import { parseCommit } from './git-objects.ts';
import { dropTorn, LooseObjects } from './loose-objects.ts';
import { Merges } from './merge-tree.ts';
import { RawDiffs } from './raw-diff.ts';
import type { Commit, Repository } from './repository.ts';
import { listRefs, resolveRevision } from './revision.ts';
import { Trees } from './trees.ts';

/** Commits read ahead while the consumer works. */
const READ_AHEAD = 64;

/** Lines of a git command's output, as it comes. */
async function* lines(place: GitPlace, args: readonly string[]): AsyncGenerator<string> {
  await using child = spawnStream(placedArgv(place, args), { cwd: '/', env: gitEnvironment(place) });
  child.stdin.end();
  let rest = '';
  for await (const chunk of child.stdout.setEncoding('latin1')) {
    const parts: string[] = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  const exit = await child.ended;
  if (exit !== 0) throw gitFailure(place.gitDir, args, { exit, timedOut: false, truncated: false, stderr: child.stderrTail() });
}

/** Reads a clone of ours. `lacking`: blobs the clone was found not to have when it was made. */
export function openGitRepository(place: GitPlace, lacking: ReadonlySet<Oid>): Repository {
  dropTorn(place.madeObjects);
  const made = new LooseObjects(place.madeObjects);
  const objects = new CatFile(place);
  const trees = new Trees(objects, made);
  const raw = new RawDiffs(place);
  const merges = new Merges(place, made);

  async function commit(oid: Oid): Promise<Commit> {
    const object = await objects.read(oid);
    if (object?.type !== 'commit')
      throw new UserError(
        oid,
        object === null ? 'is not in this copy' : `is a ${object.type}, not a commit`,
        'Name a commit of the repository.',
      );
    return parseCommit(oid, object.content);
  }
  async function* commits(args: readonly string[]): AsyncGenerator<Commit> {
    const ahead: Promise<Commit>[] = [];
    for await (const oid of lines(place, ['rev-list', ...args])) {
      const next = commit(oid);
      next.catch(() => {}); // awaited below in its turn
      ahead.push(next);
      const first = ahead.length > READ_AHEAD ? ahead.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (const one of ahead) yield await one;
  }

  return {
    gitDir: place.gitDir,
    commit,
    missingBlobs: async (ends) => {
      const missing = new Set<Oid>();
      if (lacking.size === 0) return missing;
      for await (const line of lines(place, [
        'rev-list',
        '--objects',
        '--no-object-names',
        '--missing=print',
        '--end-of-options',
        ...ends,
      ])) {
        if (line.startsWith('?')) missing.add(line.slice(1));
      }
      return missing;
    },
    resolve: (revision) => resolveRevision(place, revision),
    refs: async (prefix) => {
      // for-each-ref matches whole path parts; a prefix may end inside one.
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      const found = await listRefs(place, folder === '' ? [] : [folder]);
      return found.filter((ref) => ref.name.startsWith(prefix)).sort((a, b) => byCodeUnit(a.name, b.name));
    },
    firstParentLine: (from, to) => commits(['--first-parent', '--reverse', '--end-of-options', to, ...(from === null ? [] : [`^${from}`])]),
    between: (from, to) => commits(['--topo-order', '--reverse', '--end-of-options', to, `^${from}`]),
    mergeBase: async (a, b) => {
      const args = ['merge-base', '--end-of-options', a, b];
      const result = await git(place, args);
      if (result.exit > 1 || result.timedOut) throw gitFailure(place.gitDir, args, result);
      return result.exit === 0 ? result.stdout.toString('latin1').trim() : null;
    },
    isAncestor: async (a, b) => {
      const args = ['merge-base', '--is-ancestor', '--end-of-options', a, b];
      const result = await git(place, args);
      if (result.exit > 1 || result.timedOut) throw gitFailure(place.gitDir, args, result);
      return result.exit === 0;
    },
    listTree: (tree) => trees.list(tree),
    blob: async (oid) => {
      const object = await objects.read(oid);
      if (object !== null && object.type !== 'blob') throw new UserError(oid, `is a ${object.type}, not a blob`, 'Name a blob.');
      return object?.content ?? null;
    },
    diffRaw: async (before, after) => {
      if (lacking.size > 0) {
        const plain = await raw.plain(before, after);
        if (plain.some((row) => lacking.has(row.oldOid) || lacking.has(row.newOid))) return plain;
      }
      return raw.paired(before, after);
    },
    diffHunks: (pairs, { paths = [], endings = [], whitespace = 'kept' } = {}) =>
      lacking.size === 0
        ? streamDiffs(place, pairs, { renames: '-M50%', whitespace }, [...literalPathspecs(paths), ...endingPathspecs(endings)])
        : streamPartialDiffs(place, raw, lacking, pairs, { paths, endings }, whitespace),
    diffText: (before, after, paths = []) =>
      gitOutput(place, [
        'diff-tree',
        '-r',
        '-p',
        '--binary',
        '--full-index',
        '-U3',
        '--no-renames',
        '--diff-algorithm=myers',
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        '--src-prefix=a/',
        '--dst-prefix=b/',
        '--submodule=short',
        '--end-of-options',
        before,
        after,
        '--',
        ...literalPathspecs(paths),
      ]),
    writeBlob: async (content) => made.write('blob', content),
    writeTree: async (entries) => trees.write(entries),
    merge: (base, ours, theirs) => merges.merge(base, ours, theirs),
    applyPatch: (tree, patch) => applyPatch(place, tree, patch),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([objects[Symbol.asyncDispose](), raw[Symbol.asyncDispose]()]);
    },
  };
}
