import { join } from 'node:path';
import type { Oid } from '#schema/primitives.ts';
import { temporaryDirectory } from './files.ts';
import { git, gitFailure, gitOutput, type GitPlace } from './git-argv.ts';

export type Applied = { readonly tree: Oid } | { readonly refused: string };

/** Told by `apply -v` when the context was found elsewhere than the patch says: near enough for git, not exact. */
const MOVED = /^Hunk #\d+ succeeded at \d+ \(offset .*\)/m;

/** Applies a patch to a tree through an index of its own; neither work tree nor fuzz nor moved hunks. */
export async function applyPatch(place: GitPlace, tree: Oid, patch: Buffer): Promise<Applied> {
  if (patch.length === 0) return { tree };
  await using directory = await temporaryDirectory('loopsmith-index');
  const env = { GIT_INDEX_FILE: join(directory.path, 'index') };
  await gitOutput(place, ['read-tree', tree], { env });
  const args = ['apply', '--cached', '-p1', '-v', '--whitespace=nowarn', '-'];
  const applied = await git(place, args, { env, stdin: patch });
  const words = applied.stderr.toString('utf8');
  if (applied.timedOut || applied.exit > 128) throw gitFailure(place.gitDir, args, applied);
  if (applied.exit !== 0) return { refused: errorLines(words) };
  const moved = MOVED.exec(words);
  if (moved !== null) return { refused: moved[0] };
  const written = await gitOutput(place, ['write-tree', '--missing-ok'], { env });
  return { tree: written.toString('latin1').trim() };
}

function errorLines(words: string): string {
  const errors = words.split('\n').filter((line) => /^(error|fatal): /.test(line));
  return (errors.length > 0 ? errors.join('\n') : words).trim();
}
