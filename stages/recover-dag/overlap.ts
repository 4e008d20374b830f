import type { FileDiff, Hunk, Repository } from '#io/repository.ts';
import type { FileChange } from '#schema/change.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import { BASE, Ownership, type Runs } from './ownership.ts';

/** A change, as far as its lines are looked at. */
export interface LookedAt {
  readonly before: Oid;
  readonly after: Oid;
  readonly files: readonly Pick<FileChange, 'path' | 'oldPath'>[];
}

/** Why lines that v touches near what u wrote are evidence, or none. */
export type Touch =
  /** v rewrites lines that u introduced. */
  | 'rewrites'
  /** v changes nothing but whitespace of lines that u introduced. */
  | 'whitespace-by-later'
  /** v rewrites lines of which u had changed nothing but whitespace: they are an earlier change's. */
  | 'whitespace-by-earlier'
  /** Blank lines: nobody owns them. */
  | 'blank'
  /** v adds lines next to u's, and rewrites none. */
  | 'beside';

export interface Overlap {
  readonly touch: Touch;
  /** 1-based, in the before tree of the later change. */
  readonly path: string;
  readonly lines: readonly number[];
  /** Positions of the two changes. */
  readonly earlier: number;
  readonly later: number;
}
/** A line that v adds and that holds the name of something that u introduced. */
export interface NameSeen {
  readonly name: string;
  readonly path: string;
  /** 1-based, in the after tree of the later change. */
  readonly line: number;
  readonly later: number;
}
export interface Seen {
  readonly overlaps: readonly Overlap[];
  readonly names: readonly NameSeen[];
}

/**
 * Looks again at the lines between two units of a range, whitespace and blank lines included, and at the names in what the later adds:
 * what the recovery saw and did not take for evidence. `u` and `v` are positions of their changes, `symbols` qualified names of u.
 * Only files that v touches are looked at, under every name they had since u.
 */
export async function look(
  repository: Pick<Repository, 'diffHunks'>,
  changes: readonly LookedAt[],
  u: ReadonlySet<number>,
  v: ReadonlySet<number>,
  symbols: readonly string[],
): Promise<Seen> {
  const first = Math.min(...u, ...v);
  const last = Math.max(...v);
  const paths = namesOf(changes, v, first, last);
  const walked = changes.flatMap((change, position) =>
    position >= first && position <= last && change.files.some((file) => paths.has(file.path) || paths.has(file.oldPath ?? file.path))
      ? [{ position, pair: [change.before, change.after] as const }]
      : [],
  );
  const names = new Set(symbols.map((symbol) => symbol.slice(symbol.lastIndexOf('.') + 1)));
  const looking = new Look(u, names);
  let at = 0;
  const pairs = walked.map(({ pair }) => pair);
  const sorted = [...paths].sort(byCodeUnit);
  const blind = repository.diffHunks(pairs, { paths: sorted, whitespace: 'ignored' })[Symbol.asyncIterator]();
  for await (const exact of repository.diffHunks(pairs, { paths: sorted })) {
    const position = walked[at]?.position ?? 0;
    const next = await blind.next();
    looking.take(position, { exact, blind: next.done === true ? [] : next.value }, v.has(position));
    at += 1;
  }
  return looking.seen();
}

/** Paths that v's changes touch, and those that they had before, back to the first change looked at. */
function namesOf(changes: readonly LookedAt[], v: ReadonlySet<number>, first: number, last: number): Set<string> {
  const paths = new Set<string>();
  for (let position = last; position >= first; position -= 1) {
    for (const { path, oldPath } of changes[position]?.files ?? []) {
      if (v.has(position)) paths.add(path);
      if (oldPath !== null && paths.has(path)) paths.add(oldPath);
    }
  }
  return paths;
}

const MAX_NAMES = 20;

class Look {
  readonly #u: ReadonlySet<number>;
  readonly #names: ReadonlySet<string>;
  /** Whose lines are whose when whitespace is looked through, and when it is not. */
  readonly #plain = new Ownership();
  readonly #exact = new Ownership();
  readonly #lines = new Map<string, { readonly overlap: Omit<Overlap, 'lines'>; readonly lines: Set<number> }>();
  readonly #found: NameSeen[] = [];
  constructor(u: ReadonlySet<number>, names: ReadonlySet<string>) {
    this.#u = u;
    this.#names = names;
  }

  take(position: number, { exact, blind }: Record<'exact' | 'blind', readonly FileDiff[]>, isLater: boolean): void {
    const before = exact.map(({ path, oldPath, status }) => {
      const old = oldPath ?? path;
      return status === 'A' ? { plain: [], exact: [] } : { plain: this.#plain.runs(old), exact: this.#exact.runs(old) };
    });
    const { edits } = this.#plain.apply(position, blind);
    this.#exact.apply(position, exact);
    if (!isLater) return;
    const rewritten = new Set(edits.flatMap(({ path, lines }) => lines.map((line) => `${line} ${path}`)));
    for (const [index, diff] of exact.entries()) {
      const owners = before[index];
      if (owners !== undefined) for (const hunk of diff.hunks) this.#hunk(position, diff.oldPath ?? diff.path, hunk, owners, rewritten);
    }
    for (const diff of blind) for (const hunk of diff.hunks) this.#read(position, diff.path, hunk);
  }

  seen(): Seen {
    const overlaps = [...this.#lines.values()].map(({ overlap, lines }) => ({ ...overlap, lines: [...lines].sort((a, b) => a - b) }));
    return { overlaps, names: this.#found };
  }

  #hunk(
    later: number,
    path: string,
    hunk: Hunk,
    owners: { readonly plain: Runs; readonly exact: Runs },
    rewritten: ReadonlySet<string>,
  ): void {
    hunk.deleted.forEach((text, index) => {
      const line = hunk.oldStart + index;
      const [plain, exact] = [ownerAt(owners.plain, line), ownerAt(owners.exact, line)];
      const isBlank = text.trim() === '';
      if (this.#u.has(plain))
        this.#note(isBlank ? 'blank' : rewritten.has(`${line} ${path}`) ? 'rewrites' : 'whitespace-by-later', path, line, plain, later);
      else if (this.#u.has(exact)) this.#note(isBlank ? 'blank' : 'whitespace-by-earlier', path, line, exact, later);
    });
    if (hunk.oldCount > 0) return;
    for (const line of [hunk.oldStart, hunk.oldStart + 1]) {
      const owner = line < 1 ? BASE : ownerAt(owners.plain, line);
      if (this.#u.has(owner)) this.#note('beside', path, line, owner, later);
    }
  }

  #note(touch: Touch, path: string, line: number, earlier: number, later: number): void {
    const key = JSON.stringify([touch, path, earlier, later]);
    const known = this.#lines.get(key);
    if (known === undefined) this.#lines.set(key, { overlap: { touch, path, earlier, later }, lines: new Set([line]) });
    else known.lines.add(line);
  }

  #read(later: number, path: string, hunk: Hunk): void {
    hunk.added.forEach((text, index) => {
      for (const name of text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []) {
        const isNew = this.#names.has(name) && !this.#found.some((each) => each.name === name && each.path === path);
        if (isNew && this.#found.length < MAX_NAMES) this.#found.push({ name, path, line: hunk.newStart + index, later });
      }
    });
  }
}

/** The owner of a line by runs; `BASE` past their end. */
function ownerAt(runs: Runs, line: number): number {
  let end = 0;
  for (let index = 0; index < runs.length; index += 2) {
    end += runs[index] ?? 0;
    if (line <= end) return runs[index + 1] ?? BASE;
  }
  return BASE;
}
