import type { FileDiff, Repository } from '#io/repository.ts';
import type { Oid } from '#schema/primitives.ts';
import { roleTeller } from '#languages/roles.ts';
import { languageById } from '#languages/index.ts';
import { EVIDENCE_ROLES, type FileRole } from '#schema/change.ts';
import type { Progress } from '#pipeline/stage.ts';
import { layers, type Arrow, widest } from '../graph/arrows.ts';
import { hotFiles, type TouchedFiles } from '../recover-dag/heat.ts';
import { Ownership } from '../recover-dag/ownership.ts';
import { NameIndex } from './names.ts';

export interface QuickOptions {
  readonly hotShare: number;
  readonly hotMin: number;
  /** Ends of file names that are read; none: every file. */
  readonly endings: readonly string[];
  /** Count names too. */
  readonly names: boolean;
}

/** The line-owned part of a DAG, between single changes. Nodes are positions in `commits`. */
export interface QuickDag {
  readonly changes: number;
  /** Changes that touch a source or test file. */
  readonly units: number;
  readonly arrows: readonly Arrow[];
  readonly denied: number;
  readonly hotFiles: readonly string[];
  readonly layers: number;
  readonly width: number;
  /** Pairs of changes that a name ties, told from text alone; null when names were not asked for. */
  readonly nameCandidates: number | null;
}

/**
 * What git's diffs alone tell, in one pass, as they stream: an edge for each pair of changes of which the later rewrites lines of the
 * earlier. No pull requests are told, no unit merged, nothing parsed, no role told by content.
 */
export async function quickDag(
  repository: Pick<Repository, 'diffHunks'>,
  languages: readonly string[],
  trees: readonly Oid[],
  options: QuickOptions,
  progress: Progress,
): Promise<QuickDag> {
  const tell = roleTeller(languages.map(languageById));
  const outline = new Outline((path) => tell(path).role, options.names ? new NameIndex() : null);
  const pairs = trees.slice(1).map((tree, index) => [trees[index] ?? '', tree] as const);
  let done = 0;
  for await (const diffs of repository.diffHunks(pairs, { endings: options.endings, whitespace: 'ignored' })) {
    outline.take(done, diffs);
    done += 1;
    if (done % 64 === 0 || done === pairs.length) progress.step('reading diffs', done, pairs.length);
  }
  return outline.finish(options);
}

class Outline {
  readonly #roleOf: (path: string) => FileRole;
  readonly #names: NameIndex | null;
  readonly #ownership = new Ownership();
  readonly #touched: TouchedFiles[] = [];
  readonly #denied = new Set<string>();
  /** By later change, earlier change: the paths of the evidence. */
  readonly #edges: Map<number, Set<string>>[] = [];
  constructor(roleOf: (path: string) => FileRole, names: NameIndex | null) {
    this.#roleOf = roleOf;
    this.#names = names;
  }

  take(position: number, diffs: readonly FileDiff[]): void {
    const edges = new Map<number, Set<string>>();
    const evidence = new Set<string>();
    const files = diffs.map(({ path, oldPath, status }) => ({ path, oldPath, status, role: this.#roleOf(path) }));
    for (const { path, oldPath, role } of files) {
      if (EVIDENCE_ROLES.has(role)) evidence.add(oldPath ?? path).add(path);
      else this.#denied.add(path);
    }
    for (const { owner, path } of this.#ownership.apply(position, diffs).edits) {
      if (owner < 0 || !evidence.has(path)) continue;
      const paths = edges.get(owner) ?? new Set<string>();
      edges.set(owner, paths.add(path));
    }
    this.#edges.push(edges);
    this.#touched.push({ files });
    if (this.#names === null) return;
    for (const diff of diffs) if (evidence.has(diff.path)) for (const hunk of diff.hunks) this.#names.take(position, hunk.added);
  }

  finish({ hotShare, hotMin }: QuickOptions): QuickDag {
    const hot = new Set(hotFiles(this.#touched, hotShare, hotMin).map((file) => file.path));
    const arrows = this.#edges.flatMap((edges, to) =>
      [...edges].flatMap(([from, paths]): Arrow[] => ([...paths].every((path) => hot.has(path)) ? [] : [[from, to]])),
    );
    const size = this.#edges.length;
    const units = this.#touched.map(({ files }) => files.some((file) => EVIDENCE_ROLES.has(file.role)));
    const depth = layers(
      size,
      arrows,
      units.map((_, index) => index),
    ).filter((_, index) => units[index] === true);
    return {
      changes: size,
      units: depth.length,
      arrows,
      denied: this.#denied.size,
      hotFiles: [...hot],
      layers: depth.reduce((most, layer) => Math.max(most, layer + 1), 0),
      width: widest(depth),
      nameCandidates: this.#names?.pairs().length ?? null,
    };
  }
}
