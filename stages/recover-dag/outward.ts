import type { Reference } from '#languages/language.ts';
import type { Timeline, Tracked, TrackedFile } from './definitions.ts';
import type { Scope } from './scope.ts';
import { type View, Views } from './views.ts';

/** A chain of aliases, types and bases longer than this is a cycle in disguise. */
const MAX_HOPS = 8;

/** Files that include one another further away tell no more. */
const MAX_INCLUDERS = 3;

const indices = new WeakMap<TrackedFile, ReadonlyMap<string, readonly Tracked[]>>();
function indexOf(file: TrackedFile): ReadonlyMap<string, readonly Tracked[]> {
  const known = indices.get(file);
  if (known !== undefined) return known;
  const index = new Map<string, Tracked[]>();
  for (const tracked of file.definitions) {
    const list = index.get(tracked.definition.qualified);
    if (list === undefined) index.set(tracked.definition.qualified, [tracked]);
    else list.push(tracked);
  }
  indices.set(file, index);
  return index;
}

const bases = new WeakMap<TrackedFile, ReadonlyMap<string, readonly Reference[]>>();
/** What the definitions of a file extend, by their qualified names. */
function basesOf(file: TrackedFile): ReadonlyMap<string, readonly Reference[]> {
  const known = bases.get(file);
  if (known !== undefined) return known;
  const index = new Map<string, Reference[]>();
  for (const reference of file.symbols.references) {
    if (reference.kind !== 'extends') continue;
    const list = index.get(reference.scope ?? '');
    if (list === undefined) index.set(reference.scope ?? '', [reference]);
    else list.push(reference);
  }
  bases.set(file, index);
  return index;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
function joined(scope: string, path: string): string {
  return scope === '' ? path : path === '' ? scope : `${scope}.${path}`;
}
/** `a.b.c` → `a.b.c`, `a.b`, `a`, `''`. */
function outwards(scope: string): string[] {
  const scopes = [scope];
  for (let at = scope; at !== ''; at = parentOf(at)) scopes.push(parentOf(at));
  return scopes;
}

/**
 * Names of languages whose uses tell their scopes (`Reference.scope`): looked up from the innermost scope outwards, in the file and all it
 * includes; members through the types and bases that definitions state. One per state of the tree: it remembers what it found.
 */
export class OutwardNames {
  readonly #timeline: Timeline;
  readonly #views: Views;
  readonly #found = new Map<string, readonly Tracked[]>();
  constructor(timeline: Timeline, scope: Scope) {
    this.#timeline = timeline;
    this.#views = new Views(timeline, scope);
  }

  /** Definitions that a use may mean, all of the innermost scope that has any; [] when none is in view. */
  find(file: TrackedFile, path: string, { scope = '' }: Reference): readonly Tracked[] {
    return this.#outward(this.#views.of(file), path, scope, 0);
  }

  /**
   * The same in what includes the file, nearest first: a file may leave it to those to include what it uses, as parts of one
   * translation unit do.
   */
  findAbove(file: TrackedFile, path: string, { scope = '' }: Reference): readonly Tracked[] {
    const seen = new Set([file.path]);
    let level: readonly TrackedFile[] = [file];
    for (let hops = 0; hops < MAX_INCLUDERS && level.length > 0; hops += 1) {
      level = level.flatMap((one) => [...(this.#views.includersOf(one.path) ?? [])]).filter((one) => !seen.has(one.path));
      for (const one of level) seen.add(one.path);
      const found = new Set(level.flatMap((one) => this.#outward(this.#views.of(one), path, scope, 0)));
      if (found.size > 0) return [...found];
    }
    return [];
  }

  #outward(view: View, path: string, scope: string, hops: number): readonly Tracked[] {
    const found = this.#fromScopes(view, path, scope, hops);
    return found.length > 0 ? found : view.opened.flatMap((prefix) => this.#within(view, prefix, path, hops));
  }

  #fromScopes(view: View, path: string, scope: string, hops: number): readonly Tracked[] {
    for (const prefix of outwards(scope)) {
      const found = this.#within(view, prefix, path, hops);
      if (found.length > 0) return found;
    }
    return [];
  }

  #within(view: View, prefix: string, path: string, hops: number): readonly Tracked[] {
    const key = `${view.path}\0${prefix}\0${path}`;
    const known = this.#found.get(key);
    if (known !== undefined || hops > MAX_HOPS) return known ?? [];
    // What comes back to itself while it is looked up finds nothing there.
    this.#found.set(key, []);
    const found = this.#lookUp(view, prefix, path, hops);
    this.#found.set(key, found);
    return found;
  }

  #lookUp(view: View, prefix: string, path: string, hops: number): readonly Tracked[] {
    const full = joined(prefix, path);
    const direct = this.#direct(view, full);
    if (direct.length > 0) return direct;
    const renamed = this.#renamed(view, full, hops);
    if (renamed.length > 0) return renamed;
    const member = path.slice(path.lastIndexOf('.') + 1);
    if (path.includes('.'))
      return this.#within(view, prefix, parentOf(path), hops + 1).flatMap((owner) => this.#member(view, owner, member, hops));
    if (prefix === '') return [];
    return this.#direct(view, prefix).flatMap((owner) => this.#inherited(owner, member, hops));
  }

  #direct(view: View, full: string): Tracked[] {
    return view.files.flatMap((file) => indexOf(file).get(full) ?? []).filter(({ definition }) => definition.kind !== 'module');
  }

  /** Under another name: its own, or that of what it stands in. Opened scopes count for the first name alone. */
  #renamed(view: View, full: string, hops: number): readonly Tracked[] {
    for (const part of outwards(full)) {
      for (const target of view.aliases.get(part) ?? []) {
        const path = joined(target, full.slice(part.length + 1));
        if (path === '' || path === full) continue;
        const found = this.#fromScopes(view, path, parentOf(part), hops + 1);
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  /** A member of what a definition is, has or yields: its type as the user sees it, else as the definition's own file does. */
  #member(view: View, owner: Tracked, member: string, hops: number): readonly Tracked[] {
    const { qualified, type } = owner.definition;
    const file = this.#timeline.file(owner.path);
    if (file === undefined) return [];
    if (type !== undefined) {
      const seen = this.#outward(view, joined(type, member), parentOf(qualified), hops + 1);
      return seen.length > 0 ? seen : this.#outward(this.#views.of(file), joined(type, member), parentOf(qualified), hops + 1);
    }
    return this.#inherited(owner, member, hops);
  }

  #inherited(owner: Tracked, member: string, hops: number): readonly Tracked[] {
    const { qualified, startLine, endLine } = owner.definition;
    const file = this.#timeline.file(owner.path);
    if (file === undefined) return [];
    const bases = (basesOf(file).get(qualified) ?? []).filter(({ line }) => line >= startLine && line <= endLine);
    return bases.flatMap((base) =>
      this.#outward(this.#views.of(file), joined(joined(base.qualifier ?? '', base.name), member), parentOf(qualified), hops + 1),
    );
  }
}
