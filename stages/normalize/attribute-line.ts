import type { Repository } from '#io/repository.ts';
import type { FileChange } from '#schema/change.ts';
import type { Oid } from '#schema/primitives.ts';
import { Attributes } from './attributes.ts';
import { textOf } from './text.ts';

const NAME = '.gitattributes';

/** The `.gitattributes` in force along a line of changes: read once at its base, then as changes touch them. */
export class AttributeLine {
  readonly #repository: Pick<Repository, 'blob'>;
  readonly #files = new Map<string, string>();
  #current: Attributes;

  private constructor(repository: Pick<Repository, 'blob'>, files: ReadonlyMap<string, string>) {
    this.#repository = repository;
    this.#files = new Map(files);
    this.#current = new Attributes(files);
  }

  static async at(repository: Pick<Repository, 'blob' | 'listTree'>, base: Oid): Promise<AttributeLine> {
    const files = new Map<string, string>();
    for (const entry of await repository.listTree(base)) {
      const text = isAttributes(entry.path) ? await textOf(repository, entry.oid, entry.mode) : null;
      if (text !== null) files.set(entry.path, text);
    }
    return new AttributeLine(repository, files);
  }

  /** Takes over what a change did to them, and gives those of its after tree. */
  async after(files: readonly FileChange[]): Promise<Attributes> {
    const touched = files.filter((file) => isAttributes(file.path) || isAttributes(file.oldPath ?? ''));
    for (const file of touched) {
      if (file.status === 'D') this.#files.delete(file.path);
      if (file.status === 'R' && file.oldPath !== null) this.#files.delete(file.oldPath);
      const text = file.status === 'D' || !isAttributes(file.path) ? null : await textOf(this.#repository, file.newOid, file.newMode);
      if (text !== null) this.#files.set(file.path, text);
    }
    if (touched.length > 0) this.#current = new Attributes(this.#files);
    return this.#current;
  }
}

function isAttributes(path: string): boolean {
  return path === NAME || path.endsWith(`/${NAME}`);
}
