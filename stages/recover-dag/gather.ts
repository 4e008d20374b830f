import { EVIDENCE_ROLES, type NormalChange, type NormalFile } from '#schema/change.ts';
import type { Ambiguity, Denial } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { FileDiff } from '#io/repository.ts';
import { innermost, Timeline, type FileStep, type TrackedFile } from './definitions.ts';
import type { HotFile } from './heat.ts';
import { joined, type Link } from './links.ts';
import { Ownership, type ChangeEdits } from './ownership.ts';
import { ReferenceReader, type TouchedFile } from './references.ts';
import type { Blobs } from './reading.ts';
import type { Sources } from './sources.ts';

/** Deleted source and test lines of a change by the change that owned them (`BASE` included): what a repair is told by. */
export type DeletedByOwner = ReadonlyMap<number, number>;

export interface Gathered {
  readonly links: readonly Link[];
  readonly ambiguous: readonly Ambiguity[];
  readonly denied: readonly Denial[];
  /** Per change: qualified names it introduced in source files. */
  readonly symbols: readonly (readonly string[])[];
  readonly deleted: readonly DeletedByOwner[];
}

/** Walks the chain once and gathers all static evidence between its changes. Pure: what it reads was read before. */
export class Gathering {
  readonly #sources: Sources;
  readonly #hot: ReadonlySet<string>;
  readonly #timeline = new Timeline();
  readonly #ownership = new Ownership();
  readonly #references: ReferenceReader;
  readonly #denials = new Map<string, Denial>();
  readonly #links: Link[] = [];
  readonly #ambiguous: Ambiguity[] = [];
  readonly #symbols: string[][] = [];
  readonly #deleted: DeletedByOwner[] = [];

  /** `basePaths`: files of the base tree whose symbols count. */
  constructor(sources: Sources, basePaths: readonly string[], hot: readonly HotFile[]) {
    this.#sources = sources;
    this.#hot = new Set(hot.map((file) => file.path));
    for (const file of hot) this.#deny(`hot: ${file.changes} of ${file.of} changes touch it`, file.path, file.changes);
    for (const path of basePaths) {
      const parsed = sources.parsed(path);
      if (parsed !== null) this.#timeline.start(path, parsed);
    }
    this.#references = new ReferenceReader(this.#timeline);
    this.#references.learn(basePaths.flatMap((path) => this.#timeline.file(path) ?? []));
  }

  /** Takes the next change, with the diffs of its source and test files, whitespace ignored, and the blobs of their new sides. */
  take(position: number, change: NormalChange, diffs: readonly FileDiff[], blobs: Blobs): void {
    const roles = new Map(change.files.flatMap((file) => [[file.oldPath ?? file.path, file] as const, [file.path, file] as const]));
    const counts = (path: string): boolean => EVIDENCE_ROLES.has(roles.get(path)?.role ?? 'auxiliary');
    for (const file of change.files) if (!EVIDENCE_ROLES.has(file.role)) this.#deny(`${file.role}: ${file.roleBy}`, file.path, 1);
    const edits = this.#ownership.apply(position, diffs);
    const old = new Map(
      change.files.map((file) => [file.path, file.status === 'A' ? undefined : this.#timeline.file(file.oldPath ?? file.path)]),
    );
    this.#sources.apply(change.files.flatMap(pathsOf), blobs);
    this.#timeline.apply(
      position,
      change.files.map((file) => this.#fileStep(file)),
    );
    const links = [...this.#lines(position, edits, counts), ...this.#inside(position, edits, old, counts)];
    const touched = touchedFiles(change, edits, old, (path) => this.#timeline.file(path));
    const symbols = this.#references.read(position, touched, (path) => this.#sources.resolverOf(path));
    // Links of different changes never join: what is joined now need not be held apart for the whole history.
    for (const link of joined([...links, ...symbols.links])) this.#links.push(link);
    for (const each of symbols.ambiguous) this.#ambiguous.push({ change: change.id, ...each, candidates: [...each.candidates] });
    this.#references.learn(touched.map(({ file }) => file));
    const isTest = new Set(change.files.filter((file) => file.role === 'test').map((file) => file.path));
    this.#symbols.push(
      [
        ...new Set(
          this.#timeline
            .introducedBy(position)
            .filter(({ path }) => !isTest.has(path))
            .map(({ definition }) => definition.qualified),
        ),
      ].sort(byCodeUnit),
    );
  }

  finish(): Gathered {
    const denied = [...this.#denials.values()].sort((a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.rule, b.rule));
    return { links: this.#links, ambiguous: this.#ambiguous, denied, symbols: this.#symbols, deleted: this.#deleted };
  }

  #fileStep(file: NormalFile): FileStep {
    const parsed = file.status === 'D' || !EVIDENCE_ROLES.has(file.role) ? null : this.#sources.parsed(file.path);
    return { status: file.status, path: file.path, oldPath: file.oldPath, parsed };
  }

  #lines(position: number, { edits }: ChangeEdits, counts: (path: string) => boolean): Link[] {
    const links: Link[] = [];
    const deleted = new Map<number, number>();
    for (const { path, owner, lines } of edits) {
      if (!counts(path)) continue;
      deleted.set(owner, (deleted.get(owner) ?? 0) + lines.length);
      if (owner < 0) continue;
      links.push({
        kind: 'edits-lines-of',
        from: owner,
        to: position,
        path,
        lines,
        symbol: null,
        definedIn: null,
        how: 'line ownership',
        hot: this.#hot.has(path),
      });
    }
    this.#deleted.push(deleted);
    return links;
  }

  /**
   * What the change adds inside a definition that stood in the file before it. One that the change moves in from another file is no
   * place that it adds to: whose lines it takes there, ownership tells.
   */
  #inside(
    position: number,
    { insertions }: ChangeEdits,
    old: ReadonlyMap<string, TrackedFile | undefined>,
    counts: (path: string) => boolean,
  ): Link[] {
    const links: Link[] = [];
    for (const { path, oldPath, first, lines } of insertions) {
      const file = counts(path) ? this.#timeline.file(path) : undefined;
      if (file === undefined) continue;
      const stood = new Set(old.get(path)?.definitions.map(({ definition }) => definition.qualified));
      for (const line of lines) {
        const around = innermost(file, line, ({ introducer, definition }) => introducer !== position && stood.has(definition.qualified));
        // Outside every definition the file itself is what is edited.
        const from = around?.introducer ?? file.introducer;
        if (from < 0 || from === position) continue;
        const link = {
          from,
          to: position,
          path: oldPath,
          lines: [Math.max(1, first)],
          symbol: around?.definition.qualified ?? null,
          definedIn: path,
        };
        links.push({
          kind: 'edits-inside',
          ...link,
          how: around === undefined ? 'enclosing file' : 'enclosing definition',
          hot: this.#hot.has(path),
        });
      }
    }
    return links;
  }

  #deny(rule: string, path: string, changes: number): void {
    const key = `${rule}\0${path}`;
    this.#denials.set(key, { rule, path, changes: (this.#denials.get(key)?.changes ?? 0) + changes });
  }
}

function pathsOf(file: NormalFile): (readonly [string, string | null])[] {
  const gone = file.status === 'R' && file.oldPath !== null ? [[file.oldPath, null] as const] : [];
  return [...gone, [file.path, file.status === 'D' ? null : file.newOid] as const];
}

function touchedFiles(
  change: NormalChange,
  { insertions }: ChangeEdits,
  old: ReadonlyMap<string, TrackedFile | undefined>,
  fileAt: (path: string) => TrackedFile | undefined,
): TouchedFile[] {
  const added = new Map<string, Set<number>>();
  for (const { path, lines } of insertions) {
    const set = added.get(path) ?? new Set<number>();
    for (const line of lines) set.add(line);
    added.set(path, set);
  }
  return change.files.flatMap((change) => {
    const file = EVIDENCE_ROLES.has(change.role) ? fileAt(change.path) : undefined;
    if (file === undefined) return [];
    return [{ file, old: old.get(change.path), isTest: change.role === 'test', added: added.get(change.path) ?? new Set<number>() }];
  });
}
