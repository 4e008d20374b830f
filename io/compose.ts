import type { Oid } from '#schema/primitives.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Repository, TreeEntry } from './repository.ts';

/** A transition of trees to replay: what lies between `before` and `after`, wherever it lands. */
export interface Transition {
  readonly position: number;
  readonly before: Oid;
  readonly after: Oid;
}
/** Where a composition stopped: the step, and every path that conflicts there (`path` and `kind` are the first's). */
export interface Conflict {
  readonly path: string;
  readonly kind: string;
  readonly paths: readonly string[];
  readonly position: number;
}
export type Composition = { readonly tree: Oid } | { readonly conflict: Conflict };
/** A composed state not yet written: file entries by path. */
export type State = ReadonlyMap<string, TreeEntry>;
export type StateOrConflict = { readonly state: State } | { readonly conflict: Conflict };

interface Delta {
  readonly path: string;
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
}

/**
 * Composes states by three-way merge of trees, paths for which `setAside` is true left out of all three. Never patches text, needs
 * no work tree. A step whose paths all stand in the state as they stood before the step is replayed without git; paths that differ
 * in content alone are merged by themselves; only what moves, comes or goes on both sides needs a merge of whole trees.
 */
export class Composer {
  readonly #repository: Repository;
  readonly #setAside: (path: string) => boolean;
  readonly #deltas = new Map<string, Promise<readonly Delta[]>>();
  readonly #bases = new Map<Oid, Promise<State>>();
  readonly #filtered = new Map<Oid, Promise<Oid>>();
  readonly #merges = new Map<string, Promise<StateOrConflict>>();
  readonly #contents = new Map<string, Promise<Oid | null>>();
  /** Steps replayed in process, and merges that git was asked for: for measuring. */
  readonly counts = { replayed: 0, merged: 0 };
  constructor(repository: Repository, setAside: (path: string) => boolean) {
    this.#repository = repository;
    this.#setAside = setAside;
  }

  /** Steps in order of position, whatever order they are given in. */
  async compose(baseTree: Oid, steps: readonly Transition[]): Promise<Composition> {
    const result = await this.inOrder(await this.base(baseTree), byPosition(steps));
    return 'conflict' in result ? result : { tree: await this.write(result.state) };
  }

  /** Replays steps over a state in the order given. */
  async inOrder(state: State, steps: readonly Transition[]): Promise<StateOrConflict> {
    let current = state;
    for (const step of steps) {
      const result = await this.#replay(current, step);
      if ('conflict' in result) return result;
      current = result.state;
    }
    return { state: current };
  }

  /** The composed files of a tree. */
  base(tree: Oid): Promise<State> {
    return remember(this.#bases, tree, async () => new Map((await this.#composed(tree)).map((entry) => [entry.path, entry])));
  }

  write(state: State): Promise<Oid> {
    return this.#repository.writeTree([...state.values()].sort((a, b) => byCodeUnit(a.path, b.path)));
  }

  async #replay(state: State, step: Transition): Promise<StateOrConflict> {
    const deltas = await this.#delta(step);
    const pending = deltas.filter((delta) => !same(state.get(delta.path) ?? null, delta.after));
    const apart = pending.filter((delta) => !same(state.get(delta.path) ?? null, delta.before));
    if (apart.some((delta) => !isContent(state.get(delta.path), delta)) || blocked(state, pending)) return this.#mergeTrees(state, step);
    const merged = new Map<string, TreeEntry>();
    const conflicts: string[] = [];
    for (const delta of apart) {
      const entry = await this.#mergeContent(state.get(delta.path), delta);
      if (entry === null) conflicts.push(delta.path);
      else merged.set(delta.path, entry);
    }
    const paths = conflicts.sort(byCodeUnit);
    const [path] = paths;
    if (path !== undefined) return { conflict: { path, kind: 'contents', paths, position: step.position } };
    if (apart.length === 0) this.counts.replayed += 1;
    return {
      state: applied(
        state,
        pending.map((delta) => ({ ...delta, after: merged.get(delta.path) ?? delta.after })),
      ),
    };
  }

  /**
   * A file that stands at one path on all three sides is no end of a rename: git merges its content alone, whatever else the trees
   * hold. So the answer depends on three blobs, and is asked for once. Null for a conflict.
   */
  async #mergeContent(ours: TreeEntry | undefined, { path, before, after }: Delta): Promise<TreeEntry | null> {
    if (ours === undefined || before === null || after === null) throw new Error(`${path} is no content to merge`);
    const oid = await remember(this.#contents, `${before.oid} ${ours.oid} ${after.oid} ${ours.mode}`, async () => {
      this.counts.merged += 1;
      const [base, left, right] = await Promise.all(
        [before, ours, after].map(({ oid, mode }) => this.#repository.writeTree([{ path: 'file', mode, oid }])),
      );
      const result = await this.#repository.merge(base ?? '', left ?? '', right ?? '');
      return result.clean ? ((await this.#repository.listTree(result.tree))[0]?.oid ?? null) : null;
    });
    return oid === null ? null : { path, mode: ours.mode, oid };
  }

  async #mergeTrees(state: State, step: Transition): Promise<StateOrConflict> {
    const base = await this.#filter(step.before);
    const theirs = await this.#filter(step.after);
    const ours = await this.write(state);
    return remember(this.#merges, `${base} ${ours} ${theirs} ${step.position}`, async () => {
      this.counts.merged += 1;
      const merged = await this.#repository.merge(base, ours, theirs);
      if (merged.clean) return { state: new Map((await this.#repository.listTree(merged.tree)).map((entry) => [entry.path, entry])) };
      const paths = [...new Set(merged.conflicts.map((conflict) => conflict.path))].sort(byCodeUnit);
      const first = merged.conflicts.find((conflict) => conflict.path === paths[0]);
      return { conflict: { path: paths[0] ?? '', kind: first?.kind ?? 'conflict', paths, position: step.position } };
    });
  }

  #delta(step: Transition): Promise<readonly Delta[]> {
    return remember(this.#deltas, `${step.before} ${step.after}`, async () => {
      const deltas: Delta[] = [];
      for (const file of await this.#repository.diffRaw(step.before, step.after)) {
        const oldPath = file.oldPath ?? file.path;
        const before = file.status === 'A' || file.status === 'C' ? null : { path: oldPath, mode: file.oldMode, oid: file.oldOid };
        const after = file.status === 'D' ? null : { path: file.path, mode: file.newMode, oid: file.newOid };
        if (oldPath !== file.path && file.status === 'R')
          deltas.push({ path: oldPath, before, after: null }, { path: file.path, before: null, after });
        else deltas.push({ path: file.path, before, after });
      }
      return deltas.filter((delta) => !this.#setAside(delta.path));
    });
  }

  #filter(tree: Oid): Promise<Oid> {
    return remember(this.#filtered, tree, async () => this.#repository.writeTree(await this.#composed(tree)));
  }

  async #composed(tree: Oid): Promise<TreeEntry[]> {
    return (await this.#repository.listTree(tree)).filter((entry) => !this.#setAside(entry.path));
  }
}

const composers = new WeakMap<Repository, WeakMap<(path: string) => boolean, Composer>>();

/** One composer for each repository and predicate, so that callers who share both share what was read. */
export function composerOf(repository: Repository, setAside: (path: string) => boolean): Composer {
  const known = composers.get(repository) ?? new WeakMap<(path: string) => boolean, Composer>();
  composers.set(repository, known);
  const composer = known.get(setAside) ?? new Composer(repository, setAside);
  known.set(setAside, composer);
  return composer;
}

/** The tree of `baseTree` plus `steps` in order of position, set-aside paths left out; or where they conflict. */
export function compose(
  repository: Repository,
  baseTree: Oid,
  steps: readonly Transition[],
  setAside: (path: string) => boolean,
): Promise<Composition> {
  return composerOf(repository, setAside).compose(baseTree, steps);
}

export function byPosition<T extends { readonly position: number }>(steps: readonly T[]): T[] {
  return [...steps].sort((a, b) => a.position - b.position);
}

function same(a: TreeEntry | null, b: TreeEntry | null): boolean {
  return a === null || b === null ? a === b : a.oid === b.oid && a.mode === b.mode;
}

/** A regular file on all three sides, its mode unchanged. */
function isContent(ours: TreeEntry | undefined, { before, after }: Delta): boolean {
  return (
    ours !== undefined &&
    before !== null &&
    after !== null &&
    ours.mode.startsWith('100') &&
    ours.mode === before.mode &&
    ours.mode === after.mode
  );
}

/** A file may not stand where another path needs a directory: git decides such steps. */
function blocked(state: State, deltas: readonly Delta[]): boolean {
  const removed = new Set(deltas.filter((delta) => delta.after === null).map((delta) => delta.path));
  return deltas.some(({ path, before, after }) => {
    if (after === null || before !== null) return false;
    const parts = path.split('/');
    if (parts.some((_, depth) => depth > 0 && stays(parts.slice(0, depth).join('/')))) return true;
    for (const other of state.keys()) if (other.startsWith(`${path}/`) && !removed.has(other)) return true;
    return false;
  });
  function stays(path: string): boolean {
    return state.has(path) && !removed.has(path);
  }
}

function applied(state: State, deltas: readonly Delta[]): State {
  const next = new Map(state);
  for (const { path, after } of deltas) {
    if (after === null) next.delete(path);
    else next.set(path, after);
  }
  return next;
}

function remember<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  // A failure (full disk, killed git) is the caller's; it must not be remembered as the answer.
  made.catch(() => known.delete(key));
  return made;
}
