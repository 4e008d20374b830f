import type { Language, Resolver, TreeView } from '#languages/language.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { ParsedFile } from './definitions.ts';

/** What was read of the blobs of a range. */
export interface ReadBlob {
  readonly text: string;
  /** Null where no language claims the file or the parse failed. */
  readonly parsed: ParsedFile | null;
}

/** The tree as it stands while the chain is walked: paths, texts, and each language's resolver over it. */
export class Sources {
  readonly #entries = new Map<string, string>();
  readonly #blobs: ReadonlyMap<string, ReadBlob>;
  readonly #languageOf: (path: string) => Language | null;
  #resolvers = new Map<string, Resolver>();
  constructor(
    blobs: ReadonlyMap<string, ReadBlob>,
    languageOf: (path: string) => Language | null,
    entries: readonly { readonly path: string; readonly oid: string }[],
  ) {
    this.#blobs = blobs;
    this.#languageOf = languageOf;
    for (const { path, oid } of entries) this.#entries.set(path, oid);
  }

  parsed(path: string): ParsedFile | null {
    return this.#blobs.get(`${this.#languageOf(path)?.id ?? ''} ${this.#entries.get(path) ?? ''}`)?.parsed ?? null;
  }

  /** Takes a change's paths: oid of the new side, null for gone. */
  apply(changed: readonly (readonly [path: string, oid: string | null])[]): void {
    for (const [path, oid] of changed) if (oid === null) this.#entries.delete(path);
    for (const [path, oid] of changed) if (oid !== null) this.#entries.set(path, oid);
    if (changed.length > 0) this.#resolvers = new Map();
  }

  resolverOf(path: string): Resolver | null {
    const language = this.#languageOf(path);
    if (language === null) return null;
    const known = this.#resolvers.get(language.id) ?? language.resolver(this.#view());
    this.#resolvers.set(language.id, known);
    return known;
  }

  #view(): TreeView {
    const entries = new Map(this.#entries);
    const text = (path: string): string | null =>
      this.#blobs.get(`${this.#languageOf(path)?.id ?? ''} ${entries.get(path) ?? ''}`)?.text ?? null;
    return { paths: [...entries.keys()].sort(byCodeUnit), has: (path) => entries.has(path), text };
  }
}
