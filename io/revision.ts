import type { Oid } from '#schema/primitives.ts';
import { git, gitOutput, type GitPlace } from './git-argv.ts';

export interface Ref {
  readonly name: string;
  /** The commit, where the ref is an annotated tag of one. */
  readonly oid: Oid;
}

/** Refs under the given full-name patterns (no wildcards), annotated tags peeled. */
export async function listRefs(place: GitPlace, patterns: readonly string[]): Promise<readonly Ref[]> {
  const output = await gitOutput(place, ['for-each-ref', '--format=%(refname)%00%(objectname)%00%(*objectname)', '--', ...patterns]);
  return output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', oid = '', peeled = ''] = line.split('\0');
      return { name, oid: peeled === '' ? oid : peeled };
    });
}

/** A name no ref can have would be a pattern or an option. */
const NO_REF_NAME = /[\0-\x20\x7f*?[\\~^:]|\.\.|@\{|^$/;

/**
 * Full id of a commit-ish. A name that is a branch here and a tag there with different commits is null, not a guess; branches
 * that the copy has only under `refs/remotes/origin/` are found by their short name.
 */
export async function resolveRevision(place: GitPlace, revision: string): Promise<Oid | null> {
  if (!NO_REF_NAME.test(revision) && !/^[0-9a-f]{40}$/.test(revision)) {
    const named = await namedCommits(place, revision);
    if (named.size > 1) return null;
    const [only] = named;
    if (only !== undefined) return only;
  }
  return parsed(place, revision);
}

async function namedCommits(place: GitPlace, name: string): Promise<ReadonlySet<Oid>> {
  const full = name.startsWith('refs/')
    ? [name]
    : ['refs/heads/', 'refs/tags/', 'refs/remotes/origin/', 'refs/remotes/'].map((start) => start + name);
  const wanted = new Set(full);
  const refs = (await listRefs(place, full)).filter((ref) => wanted.has(ref.name));
  const commits = await Promise.all(refs.map((ref) => parsed(place, ref.oid)));
  return new Set(commits.filter((oid) => oid !== null));
}

/** Expressions, short and full ids. Git refuses an ambiguous short id and warns of an ambiguous name: both are null. */
async function parsed(place: GitPlace, revision: string): Promise<Oid | null> {
  const result = await git(place, ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`]);
  const oid = result.stdout.toString('latin1').trim();
  if (result.exit !== 0 || /ambiguous/.test(result.stderr.toString('utf8'))) return null;
  return /^[0-9a-f]{40}$/.test(oid) ? oid : null;
}
