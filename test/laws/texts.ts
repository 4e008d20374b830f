import type { Repository, TreeEntry } from '#io/repository.ts';
import { linesOf } from './choosing.ts';
import type { Walked } from './law.ts';

/** Texts of a history's trees, and whose each line is by git's own word. */
export class Texts {
  readonly #walked: Walked;
  readonly #trees = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  readonly #blamed = new Map<string, Promise<readonly number[]>>();
  constructor(walked: Walked) {
    this.#walked = walked;
  }

  async entry(tree: string, path: string): Promise<TreeEntry | undefined> {
    const known = this.#trees.get(tree) ?? entriesOf(this.#walked.store.repository, tree);
    this.#trees.set(tree, known);
    return (await known).get(path);
  }

  /** Lines without their ends; null where the path is no file of text. */
  async lines(tree: string, path: string): Promise<readonly string[] | null> {
    const entry = await this.entry(tree, path);
    const content = entry === undefined || entry.mode === '160000' ? null : await this.#walked.store.repository.blob(entry.oid);
    return content === null || content.includes(0) ? null : linesOf(content.toString()).map((line) => line.replace(/\n$/, ''));
  }

  /** By line, the index of the commit that git blames: 0 is the base. `at` is an index too. */
  blame(at: number, path: string, ignoreWhitespace: boolean): Promise<readonly number[]> {
    const { store, commits } = this.#walked;
    const key = `${at} ${ignoreWhitespace} ${path}`;
    const ask = async (): Promise<readonly number[]> => {
      const options = ['--first-parent', '--porcelain', ...(ignoreWhitespace ? ['-w'] : [])];
      const text = await store.git('blame', ...options, commits[at] ?? '', '--', path);
      return text.split('\n').flatMap((line) => {
        const commit = /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1];
        return commit === undefined ? [] : [commits.indexOf(commit)];
      });
    };
    const known = this.#blamed.get(key) ?? ask();
    this.#blamed.set(key, known);
    return known;
  }
}

async function entriesOf(repository: Repository, tree: string): Promise<ReadonlyMap<string, TreeEntry>> {
  return new Map((await repository.listTree(tree)).map((entry) => [entry.path, entry]));
}

/** A line as whitespace-blind comparison sees it. */
export function squeezed(line: string): string {
  return line.replace(/\s+/gu, '');
}
