import type { Language, Resolver, TreeView } from '#languages/language.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { ParsedFile } from './definitions.ts';
import { type Blobs, keyOf, type ReadBlob } from './reading.ts';

interface Known {
  readonly resolver: Resolver;
  /** Paths whose text the resolver looked at: it holds as long as these, and the set of all paths, do. */
  readonly looked: ReadonlySet<string>;
}

/**
 * The tree as it stands while the chain is walked: paths, texts, and each language's resolver over it. It holds the blobs of that
 * tree and no others, so that the length of the history costs no memory.
 */
export class Sources {
  readonly #blobs = new Map<string, ReadBlob>();
  /** Every path of the tree, by code unit. */
  readonly #paths: string[];
  readonly #present: Set<string>;
  readonly #languageOf: (path: string) => Language | null;
  readonly #resolvers = new Map<string, Known>();
  constructor(
    blobs: Blobs,
    languageOf: (path: string) => Language | null,
    entries: readonly { readonly path: string; readonly oid: string }[],
  ) {
    this.#languageOf = languageOf;
    this.#paths = entries.map((entry) => entry.path).sort(byCodeUnit);
    this.#present = new Set(this.#paths);
    for (const { path, oid } of entries) this.#put(path, oid, blobs);
  }

  parsed(path: string): ParsedFile | null {
    return this.#blobs.get(path)?.parsed ?? null;
  }

  /** Takes a change's paths: oid of the new side, null for gone. `blobs` holds what was read of the new sides. */
  apply(changed: readonly (readonly [path: string, oid: string | null])[], blobs: Blobs): void {
    for (const [path, oid] of changed) if (oid === null) this.#take(path);
    for (const [path, oid] of changed) if (oid !== null) this.#put(path, oid, blobs);
    for (const [path] of changed)
      for (const [language, { looked }] of this.#resolvers) if (looked.has(path)) this.#resolvers.delete(language);
  }

  resolverOf(path: string): Resolver | null {
    const language = this.#languageOf(path);
    if (language === null) return null;
    const known = this.#resolvers.get(language.id);
    if (known !== undefined) return known.resolver;
    const looked = new Set<string>();
    const resolver = language.resolver(this.#view(looked));
    this.#resolvers.set(language.id, { resolver, looked });
    return resolver;
  }

  #put(path: string, oid: string, blobs: Blobs): void {
    if (!this.#present.has(path)) {
      this.#present.add(path);
      this.#paths.splice(placeIn(this.#paths, path), 0, path);
      this.#resolvers.clear();
    }
    const blob = blobs.get(keyOf(this.#languageOf(path), oid));
    if (blob === undefined) this.#blobs.delete(path);
    else this.#blobs.set(path, blob);
  }

  #take(path: string): void {
    this.#blobs.delete(path);
    if (!this.#present.delete(path)) return;
    this.#paths.splice(placeIn(this.#paths, path), 1);
    this.#resolvers.clear();
  }

  #view(looked: Set<string>): TreeView {
    return {
      paths: this.#paths,
      has: (path) => this.#present.has(path),
      text: (path) => {
        looked.add(path);
        return this.#blobs.get(path)?.text ?? null;
      },
    };
  }
}

/** Index of a path, or where it would stand, in paths sorted by code unit. */
function placeIn(paths: readonly string[], path: string): number {
  let low = 0;
  let high = paths.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((paths[middle] ?? '') < path) low = middle + 1;
    else high = middle;
  }
  return low;
}
