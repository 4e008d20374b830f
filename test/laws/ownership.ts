import type { FileDiff } from '#io/repository.ts';
import { BASE, Ownership, type ChangeEdits } from '../../stages/recover-dag/ownership.ts';
import { count, type Law, type Tally, type Walked } from './law.ts';
import type { Store } from './store.ts';
import { squeezed, Texts } from './texts.ts';

export type MakeOwnership = () => Ownership;
const product: MakeOwnership = () => new Ownership();

interface Taken {
  readonly position: number;
  readonly diffs: readonly FileDiff[];
  readonly edits: ChangeEdits;
}

/** Walks the chain with owners numbered as commits are; `each` sees the state after every change. */
async function walk(
  { store, recovered: { candidate } }: Walked,
  ownership: Ownership,
  whitespace: 'kept' | 'ignored',
  each: (taken: Taken) => Promise<void> | void = () => {},
): Promise<readonly (readonly FileDiff[])[]> {
  const pairs = candidate.changes.map((change) => [change.before, change.after] as const);
  const all: (readonly FileDiff[])[] = [];
  for await (const diffs of store.repository.diffHunks(pairs, { whitespace })) {
    all.push(diffs);
    await each({ position: all.length, diffs, edits: ownership.apply(all.length, diffs) });
  }
  return all;
}

/** Owners of a file's first `length` lines, 0 for the base's. */
function ownersOf(ownership: Ownership, path: string, length: number): number[] {
  const runs = ownership.runs(path);
  const owners: number[] = [];
  for (let index = 0; index < runs.length && owners.length < length; index += 2) {
    const owner = runs[index + 1] ?? BASE;
    for (let left = Math.min(runs[index] ?? 0, length - owners.length); left > 0; left -= 1) owners.push(owner === BASE ? 0 : owner);
  }
  return owners;
}

/**
 * Line ownership equals `git blame --first-parent`, and `-w` in every second history, but where the two pair renames differently:
 * each such file is traced.
 */
export function equalsBlame(make: MakeOwnership = product): Law {
  return {
    name: 'ownership is blame',
    async check(walked, tally) {
      const texts = new Texts(walked);
      const ignored = walked.seed % 2 === 0;
      const ownership = make();
      const diffs = await walk(walked, ownership, ignored ? 'ignored' : 'kept');
      const { candidate } = walked.recovered;
      const touched = [...new Set(diffs.flat().map((diff) => diff.path))];
      const wrong: string[] = [];
      for (const path of touched) {
        const lines = await texts.lines(candidate.endTree, path);
        if (lines === null || lines.length === 0) continue;
        const blamed = await texts.blame(walked.commits.length - 1, path, ignored);
        const owners = ownersOf(ownership, path, lines.length);
        count(tally, ignored ? 'lines, whitespace ignored' : 'lines', lines.length);
        if (blamed.join() === owners.join()) continue;
        const trace = await differsBy(walked, walked.commits.length - 1, path);
        if (trace === null) wrong.push(`${path}: git says ${blamed.join(' ')}, ownership ${owners.join(' ')}`);
        else count(tally, `lines that differ by ${trace}`, owners.filter((owner, index) => owner !== blamed[index]).length);
      }
      return wrong;
    },
  };
}

/**
 * Why the owners of a file may differ from git's: git follows one path, and pairs it with whatever is most alike, while a whole diff
 * pairs each source once; and blame reads lines out of bytes that diffs call binary. Null when neither is so. `at` is the index of
 * the commit in which the file has this path.
 */
export async function differsBy(walked: Walked, at: number, end: string): Promise<string | null> {
  const { store, commits, recovered } = walked;
  let path = end;
  for (let position = at; position > 0; position -= 1) {
    const file = recovered.candidate.changes[position - 1]?.files.find((each) => each.path === path);
    if (file === undefined) continue;
    if (file.added === null) return 'a binary state';
    if (file.status !== 'A' && file.status !== 'R') continue;
    const followed = await pairedAlone(store, [commits[position - 1] ?? '', commits[position] ?? ''], path);
    if (followed !== file.oldPath) return 'the pairing of renames';
    if (file.status === 'A') return null;
    path = file.oldPath ?? path;
  }
  return null;
}

/** The old name that git gives a new path when no other new path takes part in the pairing: how blame asks. Null when it has none. */
async function pairedAlone(store: Store, pair: readonly [string, string], path: string): Promise<string | null> {
  const plain = (await store.git('diff-tree', '-r', '-z', '--no-renames', '--name-status', ...pair)).split('\0');
  const deleted = plain.flatMap((word, index) => (index % 2 === 0 && word === 'D' ? [plain[index + 1] ?? ''] : []));
  const told = (await store.git('diff-tree', '-r', '-z', '-M50%', '--name-status', ...pair, '--', path, ...deleted)).split('\0');
  const at = told.findIndex((word) => /^R\d+$/.test(word));
  return at < 0 ? null : (told[at + 1] ?? null);
}

/** A change that only renames a file, or rewrites its whitespace, leaves every line its owner, and edits nothing. */
export function keepsOwners(make: MakeOwnership = product, whitespace: 'kept' | 'ignored' = 'ignored'): Law {
  return {
    name: 'no new owner by whitespace or rename',
    async check(walked, tally) {
      const texts = new Texts(walked);
      const ownership = make();
      const wrong: string[] = [];
      const known = new Map<string, readonly number[]>();
      await walk(walked, ownership, whitespace, async ({ position, diffs, edits }) => {
        const before = new Map(known);
        for (const diff of diffs) if (diff.status === 'D' || diff.status === 'R') known.delete(diff.oldPath ?? diff.path);
        for (const diff of diffs) {
          const found = await compared(walked, texts, position, diff, before, tally, (length) => ownersOf(ownership, diff.path, length));
          if (found === null) continue;
          known.set(diff.path, found.owners);
          const edited =
            edits.edits.some((each) => each.path === (diff.oldPath ?? diff.path) && !moved(diffs, diff)) ||
            edits.insertions.some((each) => each.path === diff.path);
          if (found.blind && found.changed) wrong.push(`change ${position} makes new owners in ${diff.path}: ${found.owners.join(' ')}`);
          if (found.blind && edited) wrong.push(`change ${position} edits lines of ${diff.path} though it changes whitespace alone`);
        }
      });
      return wrong;
    },
  };
}

/** Another file of the change reads the same old path: its edits are not this one's. */
function moved(diffs: readonly FileDiff[], diff: FileDiff): boolean {
  return diffs.filter((each) => (each.oldPath ?? each.path) === (diff.oldPath ?? diff.path)).length > 1;
}

/** Null where either side is no text. `blind`: the sides are alike but for whitespace within lines. */
async function compared(
  { recovered: { candidate } }: Walked,
  texts: Texts,
  position: number,
  diff: FileDiff,
  known: ReadonlyMap<string, readonly number[]>,
  tally: Tally,
  ownersAfter: (length: number) => number[],
): Promise<{ readonly owners: readonly number[]; readonly blind: boolean; readonly changed: boolean } | null> {
  const change = candidate.changes[position - 1];
  const after = change === undefined || diff.status === 'D' ? null : await texts.lines(change.after, diff.path);
  if (change === undefined || after === null) return null;
  const owners = ownersAfter(after.length);
  const oldPath = diff.oldPath ?? diff.path;
  const before = diff.status === 'A' || diff.status === 'T' || diff.binary ? null : await texts.lines(change.before, oldPath);
  const blind =
    before !== null && before.length === after.length && before.every((line, index) => squeezed(line) === squeezed(after[index] ?? ''));
  if (blind) count(tally, diff.status === 'R' ? 'renames' : 'rewrites of whitespace');
  const old = known.get(oldPath) ?? after.map(() => 0);
  return { owners, blind, changed: old.join() !== owners.join() };
}
