import type { Reference } from '#languages/language.ts';
import { decide, NONE, type Resolution } from './decide.ts';
import { innermost, type Timeline, type Tracked, type TrackedFile } from './definitions.ts';
import { OutwardNames } from './outward.ts';
import { OUTSIDE_NAMES, SHORTEST_MEMBER } from './outside-names.ts';
import type { Entity } from './entity.ts';
import { HOLDERS } from './members.ts';
import { AROUND, bindingsOf, type Scope } from './scope.ts';

const TYPES: ReadonlySet<string> = new Set(['class', 'type']);
/** The instance by the name that a method's header gives it: `(self`, `(&mut self`, `func (p *Pot)`. */
const INSTANCE = /^func\s*\(\s*(\w+)|\(\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?(self|cls|mcs)\b/u;

/** Resolves uses of names in the tree as it stands: the file and its imports first, its package second, a unique name third. */
export class NameResolver {
  readonly #timeline: Timeline;
  readonly #scope: Scope;
  readonly #outward: OutwardNames;
  readonly #seenOutside: (name: string) => boolean;
  constructor(timeline: Timeline, scope: Scope, seenOutside: (name: string) => boolean) {
    this.#timeline = timeline;
    this.#scope = scope;
    this.#outward = new OutwardNames(timeline, scope);
    this.#seenOutside = seenOutside;
  }

  resolve(file: TrackedFile, reference: Reference): Resolution {
    if (reference.scope !== undefined) return this.#fromScope(file, reference);
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

  #fromScope(file: TrackedFile, reference: Reference): Resolution {
    const { name, qualifier, kind } = reference;
    const owner = qualifier?.replace(/^this(?:\.|$)/u, '') ?? '';
    if (owner !== '' && !/^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(owner))
      return kind === 'calls' ? this.#settled(this.#uniqueMember(name)) : NONE;
    const found = this.#outward.find(file, owner === '' ? name : `${owner}.${name}`, reference);
    const own = found.filter(({ path, definition }) => path === file.path && definition.declaration !== true);
    if (own.length > 0) return decide(own, 'same-file');
    if (found.length > 0) return this.#settled(decide(found, 'import'));
    const above = decide(this.#outward.findAbove(file, owner === '' ? name : `${owner}.${name}`, reference), 'what includes the file');
    if (above.is !== 'none' || owner === '') return this.#settled(above);
    // A member that nothing in view defines (generated, or inherited from outside) is still a use of the type it is a member of.
    const types = this.#outward.find(file, owner, reference).filter(({ definition }) => TYPES.has(definition.kind));
    return this.#settled(decide(types, 'owner of the member'));
  }

  /** What only declares → what it declares: the one place that defines it, else the one whose file is called as the declaring one is. */
  #settled(resolution: Resolution): Resolution {
    const declared = resolution.is === 'found' ? [resolution.target] : resolution.is === 'ambiguous' ? resolution.candidates : [];
    const [first] = declared;
    if (first === undefined || declared.some(({ definition }) => definition.declaration !== true)) return resolution;
    const { name, qualified } = first.definition;
    if (declared.some(({ definition }) => definition.qualified !== qualified)) return resolution;
    const places = this.#timeline
      .named(name)
      .filter(({ definition }) => definition.qualified === qualified && definition.declaration !== true)
      .filter(({ definition }) => definition.exported || definition.kind === 'method');
    const stems = new Set(declared.map(({ path }) => stemOf(path)));
    for (const among of [places, places.filter(({ path }) => stems.has(stemOf(path)))]) {
      const decided = decide(among, 'definition of what is declared');
      if (decided.is === 'found') return decided;
    }
    return resolution;
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

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '');
}
