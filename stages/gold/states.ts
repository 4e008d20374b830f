import type { Repository, TreeEntry } from '#io/repository.ts';
import type { Unit } from '#schema/dag.ts';
import type { Oid } from '#schema/primitives.ts';
import type { UnitStates } from '#schema/task.ts';
import { ancestorsOf, type Gold } from './gold.ts';

/** A composition that must be clean at this point was not: the DAG's completion should have found the missing edge. */
export interface NotComposed {
  readonly conflict: string;
}

/**
 * The four states of a unit (`dag.md`, fail-to-pass admission) as whole trees: the source side of EMPTY, ANC, SELF or FULL, with
 * the tests' side of SELF in each, so that the states differ in nothing but the gold. `all` is what FULL holds: the range's end.
 */
export async function statesOf(
  gold: Gold,
  unit: Unit,
  units: readonly Unit[],
  all: readonly Unit[],
  runnable: (path: string) => boolean,
): Promise<UnitStates | NotComposed> {
  const before = ancestorsOf(unit, units);
  const composed = [];
  for (const set of [[], before, [...before, unit], all]) {
    const result = await gold.compose(set);
    if ('conflict' in result) return { conflict: `${unit.id}: ${result.conflict.path} (${result.conflict.kind})` };
    composed.push(result.tree);
  }
  const [empty, anc, self, full] = composed as [Oid, Oid, Oid, Oid];
  const tests = await gold.tests(self);
  const base = new Map((await gold.tests(empty)).map((entry) => [entry.path, entry.oid]));
  const whole = async (tree: Oid) => gold.repository.writeTree([...(await gold.workspace(tree)), ...tests]);
  const present = new Set(tests.map((entry) => entry.path));
  const own = unit.files.filter((file) => present.has(file.path)).map((file) => file.path);
  const ownRunnable = [...new Set(own.filter(runnable))];
  return {
    unit: unit.id,
    empty: await whole(empty),
    anc: await whole(anc),
    self: await whole(self),
    full: await whole(full),
    testFiles: tests.filter((entry) => base.get(entry.path) !== entry.oid).map((entry) => entry.path),
    runFiles: ownRunnable.length > 0 ? ownRunnable : [...present].filter((path) => own.length > 0 && runnable(path)),
  };
}

/** How to turn one set of files into another: what to write, what to take away. */
export interface EntryDelta {
  readonly put: readonly TreeEntry[];
  readonly remove: readonly string[];
}
export function deltaOf(from: readonly TreeEntry[], to: readonly TreeEntry[]): EntryDelta {
  const before = new Map(from.map((entry) => [entry.path, entry]));
  const after = new Set(to.map((entry) => entry.path));
  return {
    put: to.filter((entry) => before.get(entry.path)?.oid !== entry.oid || before.get(entry.path)?.mode !== entry.mode),
    remove: from.filter((entry) => !after.has(entry.path)).map((entry) => entry.path),
  };
}

/** Bytes of entries, read from the store; a missing blob is a bug here: collect refused ranges that need one. */
export async function readEntries(repository: Repository, entries: readonly TreeEntry[]) {
  const files: { path: string; mode: '100644' | '100755'; content: Buffer }[] = [];
  for (const entry of entries) {
    const content = await repository.blob(entry.oid);
    if (content === null) throw new Error(`blob ${entry.oid} of ${entry.path} is not in the store`);
    files.push({ path: entry.path, mode: entry.mode === '100755' ? '100755' : '100644', content });
  }
  return files;
}
