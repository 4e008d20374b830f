import type { Import, Resolver } from '#languages/language.ts';
import type { Timeline, Tracked, TrackedFile } from './definitions.ts';
import type { Entity } from './entity.ts';
import { HOLDERS, Members } from './members.ts';

/** What a name stands for, and how it came into view. */
export interface View {
  readonly entity: Entity;
  readonly how: string;
}
const OUTSIDE: Entity = { is: 'outside' };
const UNKNOWN: Entity = { is: 'unknown' };

/** A qualifier's first part where a name is looked up in what is around the use (`languages/language.ts`). */
export const AROUND = 'around';
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
  readonly #bindings = new Map<TrackedFile, readonly Binding[]>();
  readonly #packages = new Map<string, ReadonlySet<string>>();
  readonly members: Members;
  constructor(timeline: Timeline, resolverOf: (path: string) => Resolver | null) {
    this.#timeline = timeline;
    this.#resolverOf = resolverOf;
    this.members = new Members(timeline, this);
  }

  #bindingsOf(file: TrackedFile): readonly Binding[] {
    const known = this.#bindings.get(file) ?? bindingsOf(file.symbols.imports);
    this.#bindings.set(file, known);
    return known;
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
    const holder = this.#holder(module, fromPath, hops, seen);
    return imported === '*' || imported === '' ? holder : this.member(holder, imported, hops, seen);
  }

  /** What a module's name means: files, or a definition in one (a type that holds static names, a module inside a file). */
  #holder(module: string, fromPath: string, hops: number, seen: Set<string>): Entity {
    const paths = this.modulePaths(module, fromPath);
    if (paths.length > 0) return { is: 'modules', paths };
    const [, head, name] = /^(.*[\w$])\.([\w$]+)$/u.exec(module) ?? [];
    if (head === undefined || name === undefined || hops > MAX_HOPS) return OUTSIDE;
    const around = this.#holder(head, fromPath, hops + 1, seen);
    const inner = around.is === 'outside' ? OUTSIDE : this.member(around, name, hops + 1, seen);
    return inner.is === 'unknown' ? OUTSIDE : inner;
  }

  /** What a module's file gives under a name: its own definition, an import it hands on, or a star's. */
  exported(path: string, name: string, hops = 0, seen = new Set<string>()): Entity {
    const file = this.#timeline.file(path);
    const key = `${path}\0${name}`;
    if (file === undefined || hops > MAX_HOPS || seen.has(key)) return UNKNOWN;
    seen.add(key);
    const own = topLevel(file, name);
    if (own.length > 0) return { is: 'definitions', definitions: own };
    const bindings = bindingsOf(file.symbols.imports.filter((each) => each.reExport));
    const named = this.#all(
      bindings.filter((binding) => binding.local === name && !isStar(binding)),
      file.path,
      name,
      hops,
      seen,
    );
    return named.is === 'unknown' ? this.#all(starsOf(bindings, name), file.path, name, hops, seen) : named;
  }

  /** Through `from x import *`. */
  star(file: TrackedFile, name: string): Entity {
    return this.#all(starsOf(this.#bindingsOf(file), name), file.path, name, 0, new Set());
  }

  /** A member of what a name stands for: of a module what it gives; of a type its own, then those it inherits. */
  member(entity: Entity, name: string, hops = 0, seen = new Set<string>()): Entity {
    if (entity.is === 'modules') {
      for (const path of entity.paths) {
        const found = this.exported(path, name, hops, seen);
        if (found.is === 'definitions') return { is: 'definitions', definitions: this.members.partsOf(found.definitions) };
        if (found.is !== 'unknown') return found;
      }
      return UNKNOWN;
    }
    if (entity.is !== 'definitions') return entity;
    const members = this.members.of(entity.definitions, name);
    if (members.length > 0) return { is: 'definitions', definitions: members };
    for (const { definition, path } of entity.definitions) {
      const handedOn = definition.kind === 'module' ? this.exported(path, `${definition.qualified}.${name}`, hops, seen) : UNKNOWN;
      if (handedOn.is !== 'unknown') return handedOn;
    }
    return UNKNOWN;
  }

  /** What a dotted name stands for on a line of a file. */
  named(file: TrackedFile, parts: readonly string[], line: number): Entity {
    if (parts[0] === AROUND) return this.around(file, parts.slice(1), line);
    const root = this.root(file, parts);
    return root === null ? UNKNOWN : parts.slice(root.used).reduce((entity, part) => this.member(entity, part), root.entity);
  }

  /** The same, where the types and modules around the line hold the first part, from the innermost outwards; else the file sees it. */
  around(file: TrackedFile, [first = '', ...rest]: readonly string[], line: number): Entity {
    const holders = file.definitions
      .filter(({ definition }) => HOLDERS.has(definition.kind) && line >= definition.startLine && line <= definition.endLine)
      .sort((a, b) => b.definition.qualified.length - a.definition.qualified.length);
    for (const holder of holders) {
      const held = this.member({ is: 'definitions', definitions: [holder] }, first);
      if (held.is === 'definitions') return rest.reduce<Entity>((entity, part) => this.member(entity, part), held);
    }
    const seen = this.inView(file, first)?.entity;
    const parts = [first, ...rest];
    return seen === undefined ? this.#byFullName(file, parts) : rest.reduce<Entity>((entity, part) => this.member(entity, part), seen);
  }

  /** What a dotted name stands for that starts with the name of a module, not imported. */
  #byFullName(file: TrackedFile, parts: readonly string[]): Entity {
    for (let used = parts.length; used > 0; used -= 1) {
      const paths = this.modulePaths(parts.slice(0, used).join('.'), file.path);
      if (paths.length > 0) return parts.slice(used).reduce<Entity>((entity, part) => this.member(entity, part), { is: 'modules', paths });
    }
    return UNKNOWN;
  }

  /** The longest leading part of a dotted name that an import or a definition in view binds. */
  root(file: TrackedFile, parts: readonly string[]): (View & { readonly used: number }) | null {
    for (let used = parts.length; used > 1; used -= 1) {
      const entity = this.bound(file, parts.slice(0, used).join('.'));
      if (entity !== null) return { entity, used, how: 'import' };
    }
    const first = parts[0] === undefined ? null : this.inView(file, parts[0]);
    return first === null ? null : { ...first, used: 1 };
  }

  /** What a bare name stands for in a file: its own and what an import binds, what a star brings, its package's. */
  inView(file: TrackedFile, name: string): View | null {
    const own = topLevel(file, name);
    const entity = this.bound(file, name);
    const imported = entity?.is === 'definitions' ? entity.definitions : [];
    if (own.length + imported.length > 0)
      return { entity: { is: 'definitions', definitions: [...own, ...imported] }, how: imported.length > 0 ? 'import' : 'same-file' };
    if (entity !== null) return { entity, how: 'import' };
    const star = this.star(file, name);
    if (star.is === 'definitions' || star.is === 'modules') return { entity: star, how: 'import' };
    const shared = this.#timeline
      .named(name)
      .filter(({ definition, path }) => definition.qualified === name && this.shares(file.path, path));
    return shared.length > 0 ? { entity: { is: 'definitions', definitions: shared }, how: 'same-package' } : null;
  }

  /** True when a file sees another's top-level names without import. */
  shares(path: string, other: string): boolean {
    const known = this.#packages.get(path) ?? new Set(this.samePackage(path));
    this.#packages.set(path, known);
    return known.has(other);
  }

  /** What the file's imports bind a name to, dotted or not; null when no import binds it. */
  bound(file: TrackedFile, name: string): Entity | null {
    const bindings = this.#bindingsOf(file).filter((binding) => binding.local === name && binding.module !== '');
    if (bindings.length === 0) return null;
    const entities = bindings.map((binding) => this.imported(binding, file.path));
    const definitions = entities.flatMap((entity) => (entity.is === 'definitions' ? entity.definitions : []));
    if (definitions.length > 0) return { is: 'definitions', definitions };
    return entities.find((entity) => entity.is === 'modules') ?? entities.find((entity) => entity.is === 'outside') ?? entities[0] ?? null;
  }

  samePackage(path: string): readonly string[] {
    return (this.#resolverOf(path)?.samePackage(path) ?? []).filter((each) => each !== path);
  }

  /** Joins what several bindings give: branches of an import, several stars. */
  #all(bindings: readonly Binding[], path: string, name: string, hops: number, seen: Set<string>): Entity {
    const definitions: Tracked[] = [];
    let other: Entity = UNKNOWN;
    for (const binding of bindings) {
      const entity = isStar(binding)
        ? this.#throughStar(binding, path, name.slice(name.lastIndexOf('.') + 1), hops, seen)
        : this.imported(binding, path, hops + 1, seen);
      if (entity.is === 'definitions') definitions.push(...entity.definitions);
      else if (entity.is === 'modules' || (entity.is === 'outside' && other.is === 'unknown' && !isStar(binding))) other = entity;
    }
    return definitions.length > 0 ? { is: 'definitions', definitions } : other;
  }

  #throughStar(binding: Binding, path: string, name: string, hops: number, seen: Set<string>): Entity {
    const entity = this.member(this.#holder(binding.module, path, hops + 1, seen), name, hops + 1, seen);
    return entity.is === 'outside' ? UNKNOWN : entity;
  }
}

function isStar({ local }: Binding): boolean {
  return local === '*' || local.endsWith('.*');
}

/** Stars that may bring a name: of a name in a module inside the file, `inner.name`, those of that module, `inner.*`. */
function starsOf(bindings: readonly Binding[], name: string): Binding[] {
  const star = `${name.slice(0, name.lastIndexOf('.') + 1)}*`;
  return bindings.filter((binding) => binding.local === star && binding.module !== '');
}

export function topLevel(file: TrackedFile, name: string): readonly Tracked[] {
  return file.definitions.filter((tracked) => tracked.definition.qualified === name);
}
