import type { ReferenceKind, Resolver } from '#languages/language.ts';
import type { EvidenceKind } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { decide, type Resolution } from './decide.ts';
import type { Timeline, Tracked, TrackedFile } from './definitions.ts';
import type { Link } from './links.ts';
import { NameResolver } from './resolution.ts';
import { bindingsOf, Scope, type Binding } from './scope.ts';

/** A file that a change adds lines to, as parsed on the new side. */
export interface TouchedFile {
  readonly file: TrackedFile;
  /** The same file before the change; undefined when it is new. */
  readonly old: TrackedFile | undefined;
  readonly isTest: boolean;
  /** 1-based lines of the new side that the change adds, whitespace-only rewrites left out. */
  readonly added: ReadonlySet<number>;
}
export interface SymbolEvidence {
  readonly links: readonly Link[];
  /** The first line of each name that a file uses. */
  readonly ambiguous: readonly {
    readonly path: string;
    readonly line: number;
    readonly name: string;
    readonly candidates: readonly string[];
  }[];
}

const EVIDENCE_OF: Readonly<Record<ReferenceKind, EvidenceKind>> = { calls: 'calls', extends: 'extends', types: 'calls', reads: 'calls' };
const USE: Readonly<Record<ReferenceKind, string>> = { calls: '', extends: '', types: ' (type)', reads: ' (read)' };

/**
 * Which earlier changes' definitions the lines of one change use. Every use resolves to one authoritative definition in the tree
 * after the change, or is recorded as ambiguous, or says nothing.
 */
export class ReferenceReader {
  readonly #timeline: Timeline;
  /** Member names used while the repository had no definition of them: they are defined outside as well. */
  readonly #outside = new Set<string>();
  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Learns which member names come from outside, from files as they stand. */
  learn(files: readonly TrackedFile[]): void {
    for (const { symbols } of files) {
      for (const { name, qualifier } of symbols.references)
        if (qualifier !== null && this.#timeline.named(name).length === 0) this.#outside.add(name);
    }
  }

  read(position: number, touched: readonly TouchedFile[], resolverOf: (path: string) => Resolver | null): SymbolEvidence {
    const scope = new Scope(this.#timeline, resolverOf);
    const names = new NameResolver(this.#timeline, scope, (name) => this.#outside.has(name));
    const links: Link[] = [];
    const ambiguous: SymbolEvidence['ambiguous'][number][] = [];
    const unclear = new Set<string>();
    for (const { file, old, isTest, added } of touched) {
      const note = (resolution: Resolution, kind: EvidenceKind, use: string, line: number, name: string): void => {
        const test = isTest || file.symbols.inlineTests.some(([first, last]) => line >= first && line <= last);
        if (resolution.is === 'found')
          links.push(...linkTo(position, resolution.target, file.path, line, test ? 'test-exercises' : kind, resolution.how + use));
        if (resolution.is === 'ambiguous' && resolution.candidates.some((tracked) => isEarlier(tracked, position))) {
          const candidates = [...new Set(resolution.candidates.map((tracked) => `${tracked.path}: ${tracked.definition.qualified}`))].sort(
            byCodeUnit,
          );
          if (resolution.outside) candidates.push('outside the repository');
          const key = `${file.path}\0${name}`;
          if (!unclear.has(key)) ambiguous.push({ path: file.path, line, name, candidates });
          unclear.add(key);
        }
      };
      for (const reference of file.symbols.references) {
        if (!added.has(reference.line)) continue;
        note(names.resolve(file, reference), EVIDENCE_OF[reference.kind], USE[reference.kind], reference.line, reference.name);
      }
      for (const binding of newBindings(file, old)) {
        const entity = scope.imported(binding, file.path);
        if (entity.is === 'definitions') note(decide(entity.definitions, 'import'), 'imports', '', binding.line, binding.imported);
        if (entity.is === 'modules') links.push(...this.#module(position, entity.paths, file.path, binding.line, isTest));
      }
    }
    return { links, ambiguous };
  }

  /** A module is introduced by the change that created its first file; a module with a file from before the range is no evidence. */
  #module(position: number, paths: readonly string[], path: string, line: number, isTest: boolean): Link[] {
    const files = paths.flatMap((each) => this.#timeline.file(each) ?? []);
    const first =
      files.length < paths.length
        ? undefined
        : files.reduce<TrackedFile | undefined>((a, b) => (a === undefined || b.introducer < a.introducer ? b : a), undefined);
    if (first === undefined || first.introducer < 0 || first.introducer >= position) return [];
    const kind = isTest ? 'test-exercises' : 'imports';
    return [
      {
        kind,
        from: first.introducer,
        to: position,
        path,
        lines: [line],
        symbol: null,
        definedIn: first.path,
        how: 'import (module)',
        hot: false,
      },
    ];
  }
}

function isEarlier(tracked: Tracked, position: number): boolean {
  return tracked.introducer >= 0 && tracked.introducer < position;
}

function linkTo(position: number, target: Tracked, path: string, line: number, kind: EvidenceKind, how: string): Link[] {
  if (!isEarlier(target, position)) return [];
  return [
    {
      kind,
      from: target.introducer,
      to: position,
      path,
      lines: [line],
      symbol: target.definition.qualified,
      definedIn: target.path,
      how,
      hot: false,
    },
  ];
}

/** Bindings that the old side did not have, wherever they stand now. */
function newBindings(file: TrackedFile, old: TrackedFile | undefined): Binding[] {
  const key = ({ module, local, imported }: Binding): string => JSON.stringify([module, local, imported]);
  const known = new Set(bindingsOf(old?.symbols.imports ?? []).map(key));
  return bindingsOf(file.symbols.imports).filter((binding) => binding.module !== '' && !known.has(key(binding)));
}
