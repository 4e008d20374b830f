import { InfraError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import { git, gitFailure, type GitPlace } from './git-argv.ts';
import type { LooseObjects } from './loose-objects.ts';
import { decodePath } from './path-bytes.ts';
import type { MergeResult } from './repository.ts';

/** Merges kept in memory: composing units asks for the same ones again and again. */
const KEPT_MERGES = 10_000;

/**
 * Three-way merges of trees by `merge-tree --write-tree`. Git merges commits, so each tree becomes one whose author and date
 * never change: the base a root, the sides its children. They are the merge base by construction.
 */
export class Merges {
  readonly #place: GitPlace;
  readonly #made: LooseObjects;
  readonly #kept = new Map<string, Promise<MergeResult>>();

  constructor(place: GitPlace, made: LooseObjects) {
    this.#place = place;
    this.#made = made;
  }

  merge(base: Oid, ours: Oid, theirs: Oid): Promise<MergeResult> {
    if (base === theirs || ours === theirs) return Promise.resolve({ clean: true, tree: ours });
    if (base === ours) return Promise.resolve({ clean: true, tree: theirs });
    const key = `${base} ${ours} ${theirs}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const asked = this.#ask(base, ours, theirs);
    asked.catch(() => this.#kept.delete(key));
    if (this.#kept.size >= KEPT_MERGES) this.#kept.delete(this.#kept.keys().next().value ?? '');
    this.#kept.set(key, asked);
    return asked;
  }

  #commit(tree: Oid, parent: Oid | null): Oid {
    const who = 'Loopsmith <loopsmith@localhost> 946684800 +0000';
    const parents = parent === null ? '' : `parent ${parent}\n`;
    return this.#made.write('commit', Buffer.from(`tree ${tree}\n${parents}author ${who}\ncommitter ${who}\n\nmerge\n`, 'latin1'));
  }

  async #ask(base: Oid, ours: Oid, theirs: Oid): Promise<MergeResult> {
    const root = this.#commit(base, null);
    const args = ['merge-tree', '--write-tree', '-z', '--messages', this.#commit(ours, root), this.#commit(theirs, root)];
    const result = await git(this.#place, args);
    const [tree = ''] = result.stdout.toString('latin1', 0, 41).split('\0');
    if (result.exit === 0) return { clean: true, tree };
    if (result.exit !== 1 || !/^[0-9a-f]{40}$/.test(tree)) throw gitFailure(this.#place.gitDir, args, result);
    return { clean: false, conflicts: readConflicts(result.stdout) };
  }
}

/**
 * `tree\0`, then `mode oid stage\tpath\0` for each conflicted stage, a lone `\0`, then messages of
 * `count\0path…\0kind\0text\0`. A conflicted path that no message names is told as `conflict`.
 */
function readConflicts(output: Buffer): readonly { readonly path: string; readonly kind: string }[] {
  const fields = splitAtNul(output);
  let at = 1;
  const paths = new Set<string>();
  for (; fields[at] !== undefined && fields[at]?.length !== 0; at++) {
    const field = fields[at] ?? Buffer.alloc(0);
    paths.add(decodePath(field.subarray(field.indexOf(0x09) + 1)));
  }
  at++;
  const conflicts: { path: string; kind: string }[] = [];
  while (at < fields.length) {
    const count = Number(fields[at]?.toString('latin1'));
    if (!Number.isInteger(count)) throw new InfraError('git merge-tree told messages of a form nobody knows');
    const named = fields.slice(at + 1, at + 1 + count).map((field) => decodePath(field));
    const kind = fields[at + 1 + count]?.toString('utf8') ?? '';
    at += count + 3;
    if (!kind.startsWith('CONFLICT')) continue;
    for (const path of named) {
      conflicts.push({ path, kind: /\((.*)\)/.exec(kind)?.[1] ?? kind });
      paths.delete(path);
    }
  }
  return [...conflicts, ...[...paths].map((path) => ({ path, kind: 'conflict' }))];
}

function splitAtNul(output: Buffer): readonly Buffer[] {
  const fields: Buffer[] = [];
  let at = 0;
  for (let end = output.indexOf(0); end >= 0; end = output.indexOf(0, at)) {
    fields.push(output.subarray(at, end));
    at = end + 1;
  }
  return fields;
}
