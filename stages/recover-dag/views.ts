import type { Timeline, TrackedFile } from './definitions.ts';
import { bindingsOf, type Scope } from './scope.ts';

/** All that a file sees: itself and what it includes, with the other names that these give. */
export interface View {
  readonly path: string;
  readonly files: readonly TrackedFile[];
  /** Full name → what it stands for, as written where it is declared. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Scopes whose names count as one's own. */
  readonly opened: readonly string[];
}

/** What files see through all that they include, and what includes them. */
export class Views {
  readonly #timeline: Timeline;
  readonly #scope: Scope;
  readonly #views = new Map<string, View>();
  #includers: ReadonlyMap<string, ReadonlySet<TrackedFile>> | null = null;
  constructor(timeline: Timeline, scope: Scope) {
    this.#timeline = timeline;
    this.#scope = scope;
  }

  of(file: TrackedFile): View {
    const known = this.#views.get(file.path);
    if (known !== undefined) return known;
    const files = new Map([[file.path, file]]);
    const aliases = new Map<string, string[]>();
    const opened = new Set<string>();
    for (const one of files.values()) {
      for (const binding of bindingsOf(one.symbols.imports)) {
        if (binding.module !== '' && binding.local === '*') {
          for (const path of this.#scope.modulePaths(binding.module, one.path)) {
            const target = this.#timeline.file(path);
            if (target !== undefined && !files.has(path)) files.set(path, target);
          }
        } else if (binding.module === '' && binding.local === '*') opened.add(binding.imported);
        else if (binding.module === '') aliases.set(binding.local, [...(aliases.get(binding.local) ?? []), binding.imported]);
      }
    }
    const view = { path: file.path, files: [...files.values()], aliases, opened: [...opened] };
    this.#views.set(file.path, view);
    return view;
  }

  /** Files that include a file themselves. */
  includersOf(path: string): ReadonlySet<TrackedFile> | undefined {
    if (this.#includers === null) {
      const includers = new Map<string, Set<TrackedFile>>();
      for (const file of this.#timeline.files())
        for (const { module, local } of bindingsOf(file.symbols.imports))
          if (module !== '' && local === '*')
            for (const target of this.#scope.modulePaths(module, file.path))
              includers.set(target, (includers.get(target) ?? new Set<TrackedFile>()).add(file));
      this.#includers = includers;
    }
    return this.#includers.get(path);
  }
}
