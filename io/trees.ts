import { UserError } from '#schema/errors.ts';
import { byCodeUnit, EMPTY_TREE, type Oid } from '#schema/primitives.ts';
import type { CatFile } from './cat-file.ts';
import { DIRECTORY_MODE, parseTree, type TreeRow } from './git-objects.ts';
import type { LooseObjects } from './loose-objects.ts';
import { encodePath } from './path-bytes.ts';
import type { TreeEntry } from './repository.ts';

/** Parsed tree objects kept: neighbouring commits share nearly all of theirs. */
const KEPT_TREES = 20_000;

/** Reads and writes whole trees without a process for each. */
export class Trees {
  readonly #objects: CatFile;
  readonly #made: LooseObjects;
  readonly #parsed = new Map<Oid, readonly TreeRow[]>();

  constructor(objects: CatFile, made: LooseObjects) {
    this.#objects = objects;
    this.#made = made;
  }

  async #rows(oid: Oid): Promise<readonly TreeRow[]> {
    const kept = this.#parsed.get(oid);
    if (kept !== undefined) return kept;
    const object = await this.#objects.read(oid);
    if (object === null || object.type !== 'tree') {
      throw new UserError(
        oid,
        object === null ? 'is a tree this copy lacks' : `is a ${object.type}, not a tree`,
        'Clone the repository again.',
      );
    }
    const rows = parseTree(oid, object.content);
    this.#made.know(oid);
    if (this.#parsed.size >= KEPT_TREES) this.#parsed.delete(this.#parsed.keys().next().value ?? '');
    this.#parsed.set(oid, rows);
    return rows;
  }

  /** Every file, link and gitlink below a tree, by code unit of path. Level by level, so depth costs no stack. */
  async list(tree: Oid): Promise<readonly TreeEntry[]> {
    const found: TreeEntry[] = [];
    let level: { readonly prefix: string; readonly oid: Oid }[] = [{ prefix: '', oid: tree }];
    while (level.length > 0) {
      const rowsOf = await Promise.all(level.map((one) => this.#rows(one.oid)));
      const next: typeof level = [];
      for (const [index, { prefix }] of level.entries()) {
        for (const row of rowsOf[index] ?? []) {
          if (row.mode === DIRECTORY_MODE) next.push({ prefix: `${prefix}${row.name}/`, oid: row.oid });
          else found.push({ path: prefix + row.name, mode: row.mode, oid: row.oid });
        }
      }
      level = next;
    }
    return found.sort((a, b) => byCodeUnit(a.path, b.path));
  }

  /** The tree of these files, parents made. UserError on a path given twice, unsafe, or both file and directory. */
  write(entries: readonly TreeEntry[]): Oid {
    if (entries.length === 0) return EMPTY_TREE;
    const root: Folder = new Map();
    for (const entry of entries) place(root, entry);
    return this.#writeFolder(root);
  }

  /** Children first, without recursion: a path may be thousands of parts deep. */
  #writeFolder(root: Folder): Oid {
    const order: Folder[] = [root];
    for (let i = 0; i < order.length; i++) {
      for (const node of order[i]?.values() ?? []) if (node instanceof Map) order.push(node);
    }
    const ids = new Map<Folder, Oid>();
    for (const folder of order.reverse()) ids.set(folder, this.#made.write('tree', treeContent(folder, ids)));
    return ids.get(root) ?? EMPTY_TREE;
  }
}

type Folder = Map<string, Folder | TreeEntry>;

const FILE_MODES: ReadonlySet<string> = new Set(['100644', '100755', '120000', '160000']);

function place(root: Folder, entry: TreeEntry): void {
  const parts = entry.path.split('/');
  const refuse = (what: string) => new UserError(entry.path, what, 'Leave the file out of the tree.');
  if (!FILE_MODES.has(entry.mode)) throw refuse(`has mode ${entry.mode}, which no file of a tree has`);
  let folder = root;
  for (const [depth, part] of parts.entries()) {
    if (part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git' || part.includes('\0')) {
      throw refuse(`has a part ${JSON.stringify(part)} that no tree may hold`);
    }
    const there = folder.get(part);
    if (depth === parts.length - 1) {
      if (there !== undefined) throw refuse(there instanceof Map ? 'is a file and a directory at once' : 'is given twice');
      folder.set(part, entry);
    } else if (there === undefined) {
      const made: Folder = new Map();
      folder.set(part, made);
      folder = made;
    } else if (there instanceof Map) folder = there;
    else throw refuse('is below a path that is a file');
  }
}

/** Git sorts the entries of a tree by bytes, a directory as if its name ended in `/`. */
function treeContent(folder: Folder, ids: ReadonlyMap<Folder, Oid>): Buffer {
  const rows = [...folder].map(([name, node]) => {
    const directory = node instanceof Map;
    const oid = directory ? ids.get(node) : node.oid;
    if (oid === undefined) throw new Error(`no id for ${name}`);
    const bytes = encodePath(name);
    const mode = directory ? '40000' : node.mode;
    const content = Buffer.concat([Buffer.from(`${mode} `, 'latin1'), bytes, Buffer.from([0]), Buffer.from(oid, 'hex')]);
    return { key: directory ? Buffer.concat([bytes, Buffer.from('/')]) : bytes, content };
  });
  return Buffer.concat(rows.sort((a, b) => Buffer.compare(a.key, b.key)).map((row) => row.content));
}
