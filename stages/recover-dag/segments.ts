import { type NormalChange, type NormalFile, SET_ASIDE_ROLES } from '#schema/change.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import type { FileDiff } from '#io/repository.ts';
import type { FileSymbols, Import } from '#languages/language.ts';
import { type Blobs, keyOf, SourceReader } from './reading.ts';
import type { Roles } from './roles.ts';
import { Sources } from './sources.ts';
import { diffsOf, trackedPaths } from './tracked-diffs.ts';
import type { RecoverIo } from './walk.ts';

/** Changes whose blobs and diffs are held at a time. */
const BATCH = 32;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

interface Reading {
  readonly io: RecoverIo;
  readonly reader: SourceReader;
  readonly roles: Roles;
}

/**
 * Splits changes that fall apart (`dag.md`, "Change, unit, task": a segment) into one step for each component of files that shares no
 * changed definition, no import and no test with another. Every component must have source and tests of its own, else the change
 * stays whole; so do halves of revert pairs and changes with files that cannot be judged so (inline tests, generated files). The
 * components' trees are written beside the clone; they follow each other in the order of their first paths, and the last one's tree
 * is the change's own.
 */
export async function inSegments(changes: readonly NormalChange[], io: RecoverIo, roles: Roles): Promise<NormalChange[]> {
  const reader = new SourceReader(io.repository, io.parser, roles);
  const paired = new Set(changes.flatMap(({ id, revertPair }) => (revertPair === null ? [] : [id, revertPair])));
  const may = changes.filter((change) => !paired.has(change.id) && mayFallApart(change));
  const parts = new Map<NormalChange, NormalChange[]>();
  for (let start = 0; start < may.length; start += BATCH) {
    const batch = may.slice(start, start + BATCH);
    const sides = batch.flatMap(composedFiles).flatMap((file) => bothSides(file, (path, oid, mode) => ({ path, oid, mode })));
    const blobs = await reader.ofTree(sides.filter((side) => side !== null));
    const diffs = await diffsOf(io.repository, batch, trackedPaths(batch), 'ignored');
    for (const [index, change] of batch.entries()) {
      const found = await componentsOf(change, facetsOf(change, diffs[index] ?? [], blobs, roles), { io, reader, roles });
      if (found !== null) parts.set(change, await stepsOf(change, found, io));
    }
  }
  return changes.flatMap((change) => parts.get(change) ?? [change]);
}

function mayFallApart(change: NormalChange): boolean {
  const composed = composedFiles(change);
  const count = (role: NormalFile['role']) => composed.filter((file) => file.role === role && file.status !== 'D').length;
  return (
    count('source') > 1 &&
    count('test') > 1 &&
    composed.every((file) => (file.role === 'source' || file.role === 'test') && file.inlineTests.length === 0)
  );
}

function composedFiles(change: NormalChange): NormalFile[] {
  return change.files.filter((file) => !SET_ASIDE_ROLES.has(file.role));
}

/** Something of a file's old and new side; null where it has none. */
function bothSides<T>(file: NormalFile, of: (path: string, oid: Oid, mode: string) => T): [before: T | null, after: T | null] {
  return [
    file.status === 'A' ? null : of(file.oldPath ?? file.path, file.oldOid, file.oldMode),
    file.status === 'D' ? null : of(file.path, file.newOid, file.newMode),
  ];
}

/** What a file of a change shows of itself. */
interface Facet {
  readonly file: NormalFile;
  /** Names that it defines, on either side. */
  readonly defines: ReadonlySet<string>;
  /** Words of its changed lines, and the names of the definitions that hold them. */
  readonly says: ReadonlySet<string>;
  /** Of its new side. */
  readonly imports: readonly Import[];
}

function facetsOf(change: NormalChange, diffs: readonly FileDiff[], blobs: Blobs, roles: Roles): Facet[] {
  return composedFiles(change).map((file) => {
    const [before, now] = bothSides(file, (path, oid) => blobs.get(keyOf(roles.languageOf(path), oid))?.parsed?.symbols ?? null);
    const hunks = diffs.find((diff) => diff.path === file.path)?.hunks ?? [];
    const words = hunks.flatMap((hunk) => [...hunk.deleted, ...hunk.added].flatMap((line) => line.match(WORD) ?? []));
    const holders = hunks.flatMap((hunk) => [
      ...around(before, hunk.oldStart, hunk.oldCount),
      ...around(now, hunk.newStart, hunk.newCount),
    ]);
    return {
      file,
      defines: new Set([...(before?.definitions ?? []), ...(now?.definitions ?? [])].map(({ name }) => name)),
      says: new Set([...words, ...holders]),
      imports: now?.imports ?? [],
    };
  });
}

/** Ties files that say one name that any of them defines. Rather once too often: what is told apart must stand alone, with its tests. */
function tieByNames(parts: Parts, facets: readonly Facet[]): void {
  const defined = new Set(facets.flatMap((facet) => [...facet.defines]));
  const first = new Map<string, number>();
  for (const [index, { says }] of facets.entries())
    for (const word of says) {
      if (!defined.has(word)) continue;
      const other = first.get(word);
      if (other === undefined) first.set(word, index);
      else parts.join(index, other);
    }
}

/** Ties files to those that their imports lead to in the tree that the change leaves, and to those that define what they import. */
async function tieByImports(parts: Parts, facets: readonly Facet[], change: NormalChange, { io, reader, roles }: Reading): Promise<void> {
  const after = await io.repository.listTree(change.after);
  const manifests = await reader.ofTree(after.filter(({ path }) => roles.isManifest(path)));
  const sources = new Sources(manifests, roles.languageOf, after);
  const byPath = new Map(facets.map(({ file }, index) => [file.path, index]));
  for (const [index, { file, imports }] of facets.entries()) {
    const resolver = sources.resolverOf(file.path);
    for (const { module, names } of imports) {
      for (const path of resolver?.resolveModule(module, file.path) ?? []) parts.join(index, byPath.get(path) ?? index);
      for (const { imported } of names)
        for (const [other, { defines, says }] of facets.entries())
          if (defines.has(imported) && says.has(imported)) parts.join(index, other);
    }
  }
}

class Parts {
  readonly #parent: number[];
  /** How many parts there are. */
  count: number;
  constructor(size: number) {
    this.count = size;
    this.#parent = [...Array(size).keys()];
  }

  of(index: number): number {
    let root = index;
    while (this.#parent[root] !== root) root = this.#parent[root] ?? root;
    this.#parent[index] = root;
    return root;
  }

  join(a: number, b: number): void {
    const [one, other] = [this.of(a), this.of(b)];
    if (one === other) return;
    this.#parent[other] = one;
    this.count -= 1;
  }
}

/** The components, by their first paths; null when the change does not fall apart into whole ones. */
function wholeComponents(parts: Parts, facets: readonly Facet[]): NormalFile[][] | null {
  const byRoot = new Map<number, NormalFile[]>();
  for (const [index, { file }] of facets.entries()) byRoot.set(parts.of(index), [...(byRoot.get(parts.of(index)) ?? []), file]);
  const components = [...byRoot.values()].map((files) => files.sort((a, b) => byCodeUnit(a.path, b.path)));
  if (components.length < 2 || !components.every(isWhole)) return null;
  return components.sort((a, b) => byCodeUnit(a[0]?.path ?? '', b[0]?.path ?? ''));
}

function isWhole(files: readonly NormalFile[]): boolean {
  const source = files.some((file) => file.role === 'source' && file.language !== null);
  return source && files.some((file) => file.role === 'test' && file.language !== null && file.status !== 'D' && (file.added ?? 0) > 0);
}

/** A tree is asked for only where names do not tie all. Files set aside go with the first component: they are composed nowhere. */
async function componentsOf(change: NormalChange, facets: readonly Facet[], reading: Reading): Promise<NormalFile[][] | null> {
  const parts = new Parts(facets.length);
  tieByNames(parts, facets);
  if (parts.count === 1) return null;
  await tieByImports(parts, facets, change, reading);
  const aside = change.files.filter((file) => SET_ASIDE_ROLES.has(file.role));
  return wholeComponents(parts, facets)?.map((files, index) => (index === 0 ? [...files, ...aside] : files)) ?? null;
}

/** Names of the definitions that lines stand in or are. */
function around(symbols: FileSymbols | null, start: number, count: number): string[] {
  const last = start + Math.max(count, 1) - 1;
  return (symbols?.definitions ?? []).filter(({ startLine, endLine }) => startLine <= last && endLine >= start).map(({ name }) => name);
}

async function stepsOf(change: NormalChange, components: readonly NormalFile[][], { repository }: RecoverIo): Promise<NormalChange[]> {
  const entries = new Map((await repository.listTree(change.before)).map((entry) => [entry.path, entry]));
  const steps: NormalChange[] = [];
  let { before } = change;
  for (const [index, files] of components.entries()) {
    for (const { status, path, oldPath } of files) {
      if (status === 'D') entries.delete(path);
      else if (status === 'R' && oldPath !== null) entries.delete(oldPath);
    }
    for (const { status, path, newMode: mode, newOid: oid } of files) if (status !== 'D') entries.set(path, { path, mode, oid });
    const after = await repository.writeTree([...entries.values()].sort((a, b) => byCodeUnit(a.path, b.path)));
    const lines = (role: NormalFile['role']) =>
      files
        .filter((file) => file.role === role && file.language !== null)
        .reduce((sum, file) => sum + (file.added ?? 0) + (file.deleted ?? 0), 0);
    const part = { index: index + 1, of: components.length };
    const subject = `${change.subject} [part ${part.index} of ${part.of}]`;
    steps.push({ ...change, subject, files, before, after, segment: part, sourceLines: lines('source'), testLines: lines('test') });
    before = after;
  }
  if (before !== change.after) throw new Error(`the segments of ${change.id} give tree ${before}, the change has ${change.after}`);
  return steps;
}
