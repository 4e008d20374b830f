import { innermost, type Timeline, type Tracked, type TrackedFile } from './definitions.ts';
import type { Entity } from './entity.ts';

/** What members are looked up with. */
interface Views {
  inView(file: TrackedFile, name: string): { readonly entity: Entity } | null;
  named(file: TrackedFile, parts: readonly string[], line: number): Entity;
  shares(path: string, other: string): boolean;
}
/** What has members that others may inherit: a module, where it is mixed into types. */
export const HOLDERS: ReadonlySet<string> = new Set(['class', 'type', 'module']);
/** A header may declare properties on the line that says what the type extends. */
function isNoPart({ definition }: Tracked): boolean {
  return definition.kind !== 'variable' || definition.startLine !== definition.endLine;
}

/** A line of ancestors longer than this is a cycle in disguise. */
const MAX_DEPTH = 12;

/** Members of definitions: their own, those that other files give them, and those they inherit. */
export class Members {
  readonly #timeline: Timeline;
  readonly #views: Views;
  readonly #extended = new Map<Tracked, readonly Tracked[]>();
  constructor(timeline: Timeline, views: Views) {
    this.#timeline = timeline;
    this.#views = views;
  }

  /** The owners' own, else what they inherit. */
  of(owners: readonly Tracked[], name: string): readonly Tracked[] {
    const own = owners.flatMap((owner) => this.#ownMembers(owner, name));
    return own.length > 0 ? own : this.inherited(owners, name);
  }

  /** With what has parts, all of these that its file sees. */
  partsOf(definitions: readonly Tracked[]): readonly Tracked[] {
    if (definitions.every(({ definition }) => definition.partial !== true)) return definitions;
    const parts = definitions.flatMap((one) =>
      one.definition.partial !== true
        ? [one]
        : this.#timeline
            .named(one.definition.name)
            .filter(
              ({ definition, path }) =>
                definition.partial === true &&
                definition.qualified === one.definition.qualified &&
                (path === one.path || this.#views.shares(one.path, path)),
            ),
    );
    return [...new Set(parts)];
  }

  /** Definitions `<owner>.<name>` in a file or, where its package shares names, in the package's other files. */
  named(owner: string, name: string, path: string): readonly Tracked[] {
    const qualified = `${owner}.${name}`;
    const named = this.#timeline.named(name).filter((tracked) => tracked.definition.qualified === qualified);
    const own = named.filter((tracked) => tracked.path === path);
    return own.length > 0 ? own : named.filter((tracked) => this.#views.shares(path, tracked.path));
  }

  #ownMembers(owner: Tracked, name: string): readonly Tracked[] {
    const near = this.named(owner.definition.qualified, name, owner.path);
    return near.length > 0 ? near : this.#givenElsewhere(owner, name);
  }

  /** Members that other files define for a type which they know by its name. */
  #givenElsewhere(owner: Tracked, name: string): readonly Tracked[] {
    const qualified = `${owner.definition.name}.${name}`;
    const given = this.#timeline.named(name).filter((tracked) => tracked.definition.qualified === qualified && tracked.path !== owner.path);
    return given.filter((tracked) => {
      const file = this.#timeline.file(tracked.path);
      const entity = file === undefined ? null : (this.#views.inView(file, owner.definition.name)?.entity ?? null);
      return entity?.is === 'definitions' && entity.definitions.some((each) => each === owner);
    });
  }

  /** Members of the types that these extend, nearest first. */
  inherited(owners: readonly Tracked[], name: string): readonly Tracked[] {
    let level: readonly Tracked[] = this.partsOf(owners);
    const met = new Set<Tracked>(level);
    for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth += 1) {
      level = this.partsOf(level.flatMap((owner) => this.#supertypes(owner))).filter((type) => !met.has(type) && met.add(type).size > 0);
      const found = level.flatMap((type) => this.#ownMembers(type, name));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Types that the header of a type says it extends. */
  #supertypes(owner: Tracked): readonly Tracked[] {
    const known = this.#extended.get(owner);
    if (known !== undefined) return known;
    // While it is being told, it has none: a type cannot be found through itself.
    this.#extended.set(owner, []);
    const file = this.#timeline.file(owner.path);
    const { startLine, endLine } = owner.definition;
    if (file === undefined) return [];
    const header = file.symbols.references.filter(
      ({ kind, line }) => kind === 'extends' && line >= startLine && line <= endLine && innermost(file, line, isNoPart) === owner,
    );
    const types = header.flatMap(({ name, qualifier, line }) => {
      const entity = this.#views.named(file, [...(qualifier?.split('.') ?? []), name], line);
      return entity.is === 'definitions' ? entity.definitions.filter(({ definition }) => HOLDERS.has(definition.kind)) : [];
    });
    this.#extended.set(owner, types);
    return types;
  }
}
