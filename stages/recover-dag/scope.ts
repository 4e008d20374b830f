import type { Import, Resolver } from '#languages/language.ts';
import type { Timeline, Tracked, TrackedFile } from './definitions.ts';

/** What a name may stand for: definitions, whole modules (their files), something outside the repository, or not known. */
export type Entity =
  | { readonly is: 'definitions'; readonly definitions: readonly Tracked[] }
  | { readonly is: 'modules'; readonly paths: readonly string[] }
  | { readonly is: 'outside' }
  | { readonly is: 'unknown' };
const OUTSIDE: Entity = { is: 'outside' };
const UNKNOWN: Entity = { is: 'unknown' };

/** A chain of re-exports longer than this is a cycle in disguise. */
const MAX_HOPS = 12;

/** Names bound by a file's imports: `local` as the file says it. */
export interface Binding {
  readonly module: string;
  readonly local: string;
  readonly imported: string;
  readonly line: number;
}
export function bindingsOf(imports: readonly Import[]): Binding[] {
  return imports.flatMap(({ module, names, line }) =>
    names.length === 0
      ? [{ module, local: '', imported: '', line }]
      : names.map(({ local, imported }) => ({ module, local, imported, line })),
  );
}

/** Follows imports and re-exports through the tree as it stands. One per change: it remembers what it resolved. */
export class Scope {
  readonly #timeline: Timeline;
  readonly #resolverOf: (path: string) => Resolver | null;
  readonly #modules = new Map<string, readonly string[]>();
  constructor(timeline: Timeline, resolverOf: (path: string) => Resolver | null) {
    this.#timeline = timeline;
    this.#resolverOf = resolverOf;
  }

  /** Repository files that a module means, seen from a file; the module `''` is the file itself. */
  modulePaths(module: string, fromPath: string): readonly string[] {
    if (module === '') return [fromPath];
    const key = `${fromPath}\0${module}`;
    const known = this.#modules.get(key) ?? this.#resolverOf(fromPath)?.resolveModule(module, fromPath) ?? [];
    this.#modules.set(key, known);
    return known;
  }

  /** What one binding of an import gives. */
  imported({ module, imported }: Binding, fromPath: string, hops = 0, seen = new Set<string>()): Entity {
    const paths = this.modulePaths(module, fromPath);
    if (paths.length === 0) return OUTSIDE;
    if (imported === '*' || imported === '') return { is: 'modules', paths };
    for (const path of paths) {
      const entity = this.exported(path, imported, hops, seen);
      if (entity.is !== 'unknown') return entity;
    }
    return UNKNOWN;
  }

  /** What a module's file gives under a name: its own definition, an import it hands on, or a star's. */
  exported(path: string, name: string, hops = 0, seen = new Set<string>()): Entity {
    const file = this.#timeline.file(path);
    const key = `${path}\0${name}`;
    if (file === undefined || hops > MAX_HOPS || seen.has(key)) return UNKNOWN;
    seen.add(key);
    const own = topLevel(file, name);
    if (own.length > 0) return { is: 'definitions', definitions: own };
    const bindings = bindingsOf(file.symbols.imports);
    const named = this.#all(
      bindings.filter((binding) => binding.local === name && binding.local !== '*'),
      file.path,
      name,
      hops,
      seen,
    );
    return named.is === 'unknown' ? this.star(file, name, hops, seen) : named;
  }

  /** Through `from x import *` and `export * from`. */
  star(file: TrackedFile, name: string, hops = 0, seen = new Set<string>()): Entity {
    const stars = bindingsOf(file.symbols.imports).filter((binding) => binding.local === '*' && binding.module !== '');
    return this.#all(stars, file.path, name, hops, seen);
  }

  /** A member of what a name stands for. */
  member(entity: Entity, name: string): Entity {
    if (entity.is === 'modules') {
      for (const path of entity.paths) {
        const found = this.exported(path, name);
        if (found.is !== 'unknown') return found;
      }
      return UNKNOWN;
    }
    if (entity.is !== 'definitions') return entity;
    const members = entity.definitions.flatMap((owner) => this.membersOf(owner.definition.qualified, name, owner.path));
    return members.length > 0 ? { is: 'definitions', definitions: members } : UNKNOWN;
  }

  /** Definitions `<owner>.<name>` in a file and, where its package shares names, in the package's other files. */
  membersOf(owner: string, name: string, path: string): readonly Tracked[] {
    const qualified = `${owner}.${name}`;
    return [path, ...this.samePackage(path)].flatMap(
      (each) => this.#timeline.file(each)?.definitions.filter((tracked) => tracked.definition.qualified === qualified) ?? [],
    );
  }

  samePackage(path: string): readonly string[] {
    return (this.#resolverOf(path)?.samePackage(path) ?? []).filter((each) => each !== path);
  }

  /** Joins what several bindings give: branches of an import, several stars. */
  #all(bindings: readonly Binding[], path: string, name: string, hops: number, seen: Set<string>): Entity {
    const definitions: Tracked[] = [];
    let other: Entity = UNKNOWN;
    for (const binding of bindings) {
      const entity =
        binding.local === '*' ? this.#throughStar(binding, path, name, hops, seen) : this.imported(binding, path, hops + 1, seen);
      if (entity.is === 'definitions') definitions.push(...entity.definitions);
      else if (entity.is === 'modules' || (entity.is === 'outside' && other.is === 'unknown' && binding.local !== '*')) other = entity;
    }
    return definitions.length > 0 ? { is: 'definitions', definitions } : other;
  }

  #throughStar(binding: Binding, path: string, name: string, hops: number, seen: Set<string>): Entity {
    for (const target of this.modulePaths(binding.module, path)) {
      const entity = this.exported(target, name, hops + 1, seen);
      if (entity.is !== 'unknown') return entity;
    }
    return UNKNOWN;
  }
}

export function topLevel(file: TrackedFile, name: string): readonly Tracked[] {
  return file.definitions.filter((tracked) => tracked.definition.qualified === name);
}
