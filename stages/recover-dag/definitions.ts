import type { Definition, FileSymbols } from '#languages/language.ts';
import { BASE } from './ownership.ts';

/** A file's parse and its text, for one blob. */
export interface ParsedFile {
  readonly symbols: FileSymbols;
  readonly lines: readonly string[];
}
/** A definition as it stands, with the change that introduced it (`BASE` when it was there before the range). */
export interface Tracked {
  readonly definition: Definition;
  readonly path: string;
  readonly introducer: number;
}
export interface TrackedFile extends ParsedFile {
  readonly path: string;
  /** In order of the parse. */
  readonly definitions: readonly Tracked[];
  /** The change that created the file. */
  readonly introducer: number;
}
/** A file of the next change. `parsed` is null when the new side is absent or was not analysed. */
export interface FileStep {
  readonly status: string;
  readonly path: string;
  readonly oldPath: string | null;
  readonly parsed: ParsedFile | null;
}

/** A definition counts as moved, not new, from this share of common lines on. */
const MOVED_SHARE = 0.8;

/**
 * Which change introduced which definition, over the chain. Carried by qualified name within a file and through its renames; a
 * definition that vanishes in the change that makes a near copy of it elsewhere keeps its introducer.
 */
export class Timeline {
  readonly #files = new Map<string, TrackedFile>();
  readonly #names = new Map<string, Map<string, Tracked[]>>();
  #introduced: { readonly by: number; readonly tracked: Tracked[] } = { by: BASE, tracked: [] };

  /** A file of the base tree. */
  start(path: string, parsed: ParsedFile): void {
    this.#set({
      ...parsed,
      path,
      introducer: BASE,
      definitions: parsed.symbols.definitions.map((definition) => ({ definition, path, introducer: BASE })),
    });
  }

  file(path: string): TrackedFile | undefined {
    return this.#files.get(path);
  }

  /** All files of the tree as it stands, in no order. */
  files(): Iterable<TrackedFile> {
    return this.#files.values();
  }

  /** All definitions of this bare name in the tree as it stands. */
  named(name: string): readonly Tracked[] {
    return [...(this.#names.get(name)?.values() ?? [])].flat();
  }

  /** What the last change taken introduced. */
  introducedBy(position: number): readonly Tracked[] {
    return this.#introduced.by === position ? this.#introduced.tracked : [];
  }

  apply(position: number, steps: readonly FileStep[]): void {
    const before = new Map(
      steps.map((step) => [step, step.status === 'A' || step.status === 'C' ? undefined : this.#files.get(step.oldPath ?? step.path)]),
    );
    const kept = new Map<Tracked, Definition>();
    const fresh: { step: FileStep; definition: Definition }[] = [];
    const introducers = new Map<Definition, number>();
    for (const [step, old] of before) {
      const known = paired(old?.definitions ?? [], step.parsed?.symbols.definitions ?? []);
      for (const definition of step.parsed?.symbols.definitions ?? []) {
        const tracked = known.get(definition);
        if (tracked === undefined) fresh.push({ step, definition });
        else {
          kept.set(tracked, definition);
          introducers.set(definition, tracked.introducer);
        }
      }
    }
    this.#carryMoved(before, kept, fresh, introducers);
    for (const [step, old] of before) if (step.status === 'D' || step.status === 'R') this.#drop(old?.path ?? step.path);
    for (const [step, old] of before) this.#settle(position, step, old, introducers);
  }

  #carryMoved(
    before: ReadonlyMap<FileStep, TrackedFile | undefined>,
    kept: ReadonlyMap<Tracked, Definition>,
    fresh: readonly { step: FileStep; definition: Definition }[],
    introducers: Map<Definition, number>,
  ): void {
    const gone = [...before.values()].flatMap((old) =>
      old === undefined ? [] : old.definitions.filter((tracked) => !kept.has(tracked)).map((tracked) => ({ tracked, old })),
    );
    const taken = new Set<Tracked>();
    for (const { step, definition } of fresh) {
      const body = step.parsed === null ? [] : bodyOf(step.parsed.lines, definition);
      let best: { tracked: Tracked; share: number } | undefined;
      for (const { tracked, old } of gone) {
        if (taken.has(tracked) || tracked.definition.name !== definition.name || tracked.definition.kind !== definition.kind) continue;
        const share = commonShare(bodyOf(old.lines, tracked.definition), body);
        if (share >= MOVED_SHARE && share > (best?.share ?? 0)) best = { tracked, share };
      }
      if (best === undefined) continue;
      taken.add(best.tracked);
      introducers.set(definition, best.tracked.introducer);
    }
  }

  #settle(position: number, step: FileStep, old: TrackedFile | undefined, introducers: ReadonlyMap<Definition, number>): void {
    if (step.status === 'D') return;
    if (step.parsed === null) {
      this.#drop(step.path);
      return;
    }
    const created = step.status === 'A' || step.status === 'C';
    // An old side that was never analysed cannot tell new from old: nobody is credited.
    const otherwise = created || old !== undefined ? position : BASE;
    const definitions = step.parsed.symbols.definitions.map((definition) => ({
      definition,
      path: step.path,
      introducer: introducers.get(definition) ?? otherwise,
    }));
    this.#set({ ...step.parsed, path: step.path, introducer: created ? position : (old?.introducer ?? BASE), definitions });
    if (this.#introduced.by !== position) this.#introduced = { by: position, tracked: [] };
    for (const tracked of definitions) if (tracked.introducer === position) this.#introduced.tracked.push(tracked);
  }

  #set(file: TrackedFile): void {
    this.#drop(file.path);
    this.#files.set(file.path, file);
    for (const tracked of file.definitions) {
      const paths = this.#names.get(tracked.definition.name) ?? new Map<string, Tracked[]>();
      const list = paths.get(file.path) ?? [];
      list.push(tracked);
      paths.set(file.path, list);
      this.#names.set(tracked.definition.name, paths);
    }
  }

  #drop(path: string): void {
    for (const { definition } of this.#files.get(path)?.definitions ?? []) {
      const paths = this.#names.get(definition.name);
      paths?.delete(path);
      if (paths?.size === 0) this.#names.delete(definition.name);
    }
    this.#files.delete(path);
  }
}

/** Which definition of the new side is which of the old: by qualified name; where a file repeats one, by header, then by order. */
function paired(old: readonly Tracked[], now: readonly Definition[]): ReadonlyMap<Definition, Tracked> {
  const known = grouped(old, ({ definition }) => definition.qualified);
  const pairs = new Map<Definition, Tracked>();
  for (const [qualified, definitions] of grouped(now, (definition) => definition.qualified)) {
    const left = new Set(known.get(qualified) ?? []);
    const pair = (definition: Definition, tracked: Tracked | undefined): void => {
      if (tracked === undefined) return;
      pairs.set(definition, tracked);
      left.delete(tracked);
    };
    for (const definition of definitions)
      pair(
        definition,
        [...left].find((tracked) => tracked.definition.signature === definition.signature),
      );
    for (const definition of definitions) if (!pairs.has(definition)) pair(definition, [...left][0]);
  }
  return pairs;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function bodyOf(lines: readonly string[], definition: Definition): string[] {
  return lines
    .slice(definition.startLine - 1, definition.endLine)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Share of common lines, as multisets, of the longer side. */
function commonShare(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const line of a) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of b) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    common += 1;
    counts.set(line, left - 1);
  }
  return common / Math.max(a.length, b.length);
}

/** The innermost definition whose lines hold `line`, among those that `wanted` accepts. */
export function innermost(file: TrackedFile, line: number, wanted: (tracked: Tracked) => boolean = () => true): Tracked | undefined {
  let best: Tracked | undefined;
  for (const tracked of file.definitions) {
    const { startLine, endLine } = tracked.definition;
    if (line < startLine || line > endLine || !wanted(tracked)) continue;
    if (best === undefined || endLine - startLine < best.definition.endLine - best.definition.startLine) best = tracked;
  }
  return best;
}
