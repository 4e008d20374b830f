import type { Reference } from '#languages/language.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { innermost, type Timeline, type Tracked, type TrackedFile } from './definitions.ts';
import { OUTSIDE_NAMES, SHORTEST_MEMBER } from './outside-names.ts';
import type { Entity } from './entity.ts';
import { HOLDERS } from './members.ts';
import { AROUND, bindingsOf, type Scope } from './scope.ts';

export type Resolution =
  | { readonly is: 'found'; readonly target: Tracked; readonly how: string }
  | { readonly is: 'ambiguous'; readonly candidates: readonly Tracked[]; readonly outside: boolean }
  | { readonly is: 'none' };
const NONE: Resolution = { is: 'none' };
/** The instance by the name that a method's header gives it: `(self`, `(&mut self`, `func (p *Pot)`. */
const INSTANCE = /^func\s*\(\s*(\w+)|\(\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?(self|cls|mcs)\b/u;

/**
 * One authoritative definition, or the several that contend. Definitions of one qualified name in one file are one (overloads), and so
 * are the parts of what has several.
 */
export function decide(candidates: readonly Tracked[], how: string): Resolution {
  const byPlace = new Map<string, Tracked>();
  for (const tracked of candidates) {
    const { qualified, partial } = tracked.definition;
    const key = partial === true ? qualified : `${tracked.path}\0${qualified}`;
    const known = byPlace.get(key);
    if (known === undefined || tracked.introducer < known.introducer) byPlace.set(key, tracked);
  }
  const distinct = [...byPlace.values()].sort(
    (a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.definition.qualified, b.definition.qualified),
  );
  const [target] = distinct;
  if (target === undefined) return NONE;
  return distinct.length === 1 ? { is: 'found', target, how } : { is: 'ambiguous', candidates: distinct, outside: false };
}

/** Resolves uses of names in the tree as it stands: the file and its imports first, its package second, a unique name third. */
export class NameResolver {
  readonly #timeline: Timeline;
  readonly #scope: Scope;
  readonly #seenOutside: (name: string) => boolean;
  constructor(timeline: Timeline, scope: Scope, seenOutside: (name: string) => boolean) {
    this.#timeline = timeline;
    this.#scope = scope;
    this.#seenOutside = seenOutside;
  }

  resolve(file: TrackedFile, reference: Reference): Resolution {
    const { qualifier } = reference;
    if (qualifier === null) return this.#bare(file, reference);
    const [first, ...owners] = qualifier.split('.');
    return first === AROUND ? this.#around(file, reference, owners) : this.#qualified(file, reference, qualifier);
  }

  /** Looked up from the innermost type or module outwards. What its owner is not in the repository is from outside. */
  #around(file: TrackedFile, { name, kind, line }: Reference, owners: readonly string[]): Resolution {
    const near = owners.length === 0 ? this.#enclosed(file, name, line) : [];
    if (near.length > 0) return decide(near, 'same-file');
    const owner = owners.length === 0 ? null : this.#scope.around(file, owners, line);
    const entity = owner === null ? this.#scope.around(file, [name], line) : this.#scope.member(owner, name);
    if (entity.is === 'definitions') return decide(entity.definitions, 'around');
    return owner?.is === 'definitions' && kind === 'calls' ? this.#uniqueMember(name) : NONE;
  }

  #bare(file: TrackedFile, { name, line }: Reference): Resolution {
    const near = this.#enclosed(file, name, line);
    if (near.length > 0) return decide(near, 'same-file');
    const seen = this.#scope.inView(file, name);
    if (seen === null) return this.#throughInclusion(file, name);
    return seen.entity.is === 'definitions' ? decide(seen.entity.definitions, seen.how) : NONE;
  }

  /** A function nested in the functions around the line. */
  #enclosed(file: TrackedFile, name: string, line: number): readonly Tracked[] {
    const around = innermost(file, line, ({ definition }) => definition.kind === 'function' || definition.kind === 'method');
    for (
      let owner = around?.definition.qualified;
      owner !== undefined && owner !== '';
      owner = owner.includes('.') ? owner.slice(0, owner.lastIndexOf('.')) : ''
    ) {
      const isFunction = file.definitions.some(
        (tracked) =>
          tracked.definition.qualified === owner && (tracked.definition.kind === 'function' || tracked.definition.kind === 'method'),
      );
      const found = isFunction ? file.definitions.filter((tracked) => tracked.definition.qualified === `${owner}.${name}`) : [];
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Files included without naming anything share all their names: unique in the repository, and defined in such a file. */
  #throughInclusion(file: TrackedFile, name: string): Resolution {
    const included = new Set(
      bindingsOf(file.symbols.imports)
        .filter((binding) => binding.local === '' && binding.module !== '')
        .flatMap((binding) => this.#scope.modulePaths(binding.module, file.path)),
    );
    if (included.size === 0) return NONE;
    const named = this.#timeline.named(name).filter((tracked) => tracked.definition.qualified === name);
    const decided = decide(named, 'unique-name');
    return decided.is === 'found' && !included.has(decided.target.path) ? NONE : decided;
  }

  #qualified(file: TrackedFile, reference: Reference, qualifier: string): Resolution {
    const parts = /^[\w$.]+$/u.test(qualifier) ? qualifier.split('.') : [];
    const root = this.#scope.root(file, parts);
    if (root !== null) {
      let entity: Entity = root.entity;
      for (const part of parts.slice(root.used)) entity = this.#scope.member(entity, part);
      const member = this.#scope.member(entity, reference.name);
      if (member.is === 'definitions') return decide(member.definitions, root.how);
      if (member.is === 'outside') return NONE;
      // A module has no members but its own; an instance or a class may inherit one.
      if (entity.is === 'modules') return NONE;
    }
    const own = this.#ownType(file, reference, parts);
    if (own.length > 0) return decide(own, 'same-type');
    // What a type has from another is that one's; a name that is nobody's in the repository is from outside.
    if (qualifier === 'super') return NONE;
    return reference.kind === 'calls' ? this.#uniqueMember(reference.name) : NONE;
  }

  /** A use of the instance itself: `this`, or what the method around calls it; `super` for what it inherits. */
  #ownType(file: TrackedFile, { name, line }: Reference, parts: readonly string[]): readonly Tracked[] {
    const [receiver] = parts;
    if (receiver === undefined || parts.length !== 1) return [];
    const method = innermost(file, line, ({ definition }) => definition.kind === 'method');
    if (receiver === 'super') return this.#inheritedAround(file, method ?? innermost(file, line), name);
    if (method === undefined || !method.definition.qualified.includes('.'))
      return receiver === 'this' ? this.#inheritedAround(file, innermost(file, line), name) : [];
    const [, first, second] = INSTANCE.exec(method.definition.signature) ?? [];
    if (receiver !== 'this' && receiver !== (first ?? second)) return [];
    const owner = method.definition.qualified.slice(0, method.definition.qualified.lastIndexOf('.'));
    const own = this.#scope.members.named(owner, name, file.path);
    return own.length > 0 ? own : this.#inheritedAround(file, method, name);
  }

  /** What the types around a definition inherit, the innermost first. */
  #inheritedAround(file: TrackedFile, at: Tracked | undefined, name: string): readonly Tracked[] {
    for (let owner = at?.definition.qualified ?? ''; owner !== ''; owner = owner.slice(0, Math.max(0, owner.lastIndexOf('.')))) {
      const types = file.definitions.filter(({ definition }) => definition.qualified === owner && HOLDERS.has(definition.kind));
      const found = types.length === 0 ? [] : this.#scope.members.inherited(types, name);
      if (found.length > 0) return found;
    }
    return [];
  }

  /**
   * A member of an unknown receiver: only if the repository defines the name once, as a method, and the name is not one that is
   * also defined outside: listed in `OUTSIDE_NAMES`, short, or used as a member while the repository had no definition of it.
   */
  #uniqueMember(name: string): Resolution {
    const named = this.#timeline.named(name);
    if (named.length === 0) return NONE;
    if (name.length < SHORTEST_MEMBER || OUTSIDE_NAMES.has(name) || this.#seenOutside(name))
      return { is: 'ambiguous', candidates: named, outside: true };
    const decided = decide(named, 'unique-name');
    return decided.is === 'found' && decided.target.definition.kind !== 'method' ? NONE : decided;
  }
}
