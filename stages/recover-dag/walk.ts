import type { NormalChange } from '#schema/change.ts';
import type { Denial } from '#schema/dag.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import type { FileDiff, Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import { Gathering, type Gathered } from './gather.ts';
import type { HotFile } from './heat.ts';
import { type Blobs, SourceReader } from './reading.ts';
import type { Roles } from './roles.ts';
import { Sources } from './sources.ts';
import { diffsOf, trackedPaths } from './tracked-diffs.ts';

/** What is walked: a base tree and the changes on it, in order. */
export interface Range {
  readonly baseTree: Oid;
  readonly changes: readonly NormalChange[];
}
export interface RecoverIo {
  readonly repository: Repository;
  readonly parser: Parser;
}
export interface Walked extends Gathered {
  /** Of both halves of each revert pair, by position. */
  readonly reverts: ReadonlyMap<number, readonly FileDiff[]>;
}

/** Changes read ahead while those before them are walked. */
const BATCH = 32;

interface Batch {
  readonly blobs: Blobs;
  readonly diffs: readonly (readonly FileDiff[])[];
}

/**
 * Gathers all static evidence of a range in one pass. Diffs and parses of a batch of changes are held at a time, beside the tree as
 * it stands: memory follows the tree and the evidence found, not what the history has touched. `each` is told how many changes are done.
 */
export async function walk(
  { baseTree, changes }: Range,
  io: RecoverIo,
  roles: Roles,
  hot: readonly HotFile[],
  each: (done: number) => void = () => {},
): Promise<Walked> {
  const reader = new SourceReader(io.repository, io.parser, roles);
  const base = await io.repository.listTree(baseTree);
  const sources = new Sources(await reader.ofTree(base), roles.languageOf, base);
  const gathering = new Gathering(sources, base.map((entry) => entry.path).filter(roles.isEvidence), hot);
  const tracked = trackedPaths(changes);
  const halves = revertHalves(changes);
  const reverts = new Map<number, readonly FileDiff[]>();
  const read = async (start: number): Promise<Batch> => {
    const batch = changes.slice(start, start + BATCH);
    return { blobs: await reader.ofChanges(batch), diffs: await diffsOf(io.repository, batch, tracked, 'ignored') };
  };
  // Settled, never rejected: a batch read ahead must not fail while nobody waits for it.
  let ahead = Promise.allSettled([read(0)]);
  for (let start = 0; start < changes.length; start += BATCH) {
    const [batch] = await ahead;
    if (batch.status === 'rejected') throw batch.reason;
    ahead = Promise.allSettled([read(start + BATCH)]);
    for (const [index, change] of changes.slice(start, start + BATCH).entries()) {
      const diffs = batch.value.diffs[index] ?? [];
      gathering.take(start + index, change, diffs, batch.value.blobs);
    }
    each(Math.min(start + BATCH, changes.length));
  }
  // What a revert takes back is judged to the byte.
  const ends = [...halves].sort((a, b) => a - b);
  const exact = await diffsOf(
    io.repository,
    ends.flatMap((position) => changes[position] ?? []),
    tracked,
    'kept',
  );
  for (const [index, position] of ends.entries()) reverts.set(position, exact[index] ?? []);
  const gathered = gathering.finish();
  return { ...gathered, denied: sorted([...gathered.denied, ...reader.denials()]), reverts };
}

function revertHalves(changes: readonly NormalChange[]): ReadonlySet<number> {
  const positions = new Map(changes.map((change, position) => [change.id, position]));
  return new Set(
    changes.flatMap(({ revertPair }, position) => {
      const other = revertPair === null ? undefined : positions.get(revertPair);
      return other === undefined ? [] : [position, other];
    }),
  );
}

function sorted(denied: readonly Denial[]): Denial[] {
  return [...denied].sort((a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.rule, b.rule));
}
