import { mapBounded } from '#io/bounded.ts';
import type { FileDiff, Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import { languageById, languageOfPath } from '#languages/index.ts';
import { roleTeller } from '#languages/roles.ts';
import type { Progress } from '#pipeline/stage.ts';
import type { Change, Collected, FileChange, Mark, NormalChange, Normalized } from '#schema/change.ts';
import { sameCode } from './code-tokens.ts';
import type { Attributes } from './attributes.ts';
import { AttributeLine } from './attribute-line.ts';
import { countLines } from './counts.ts';
import { type ReadFile, type Reading, readFile } from './files.ts';
import { type Contents, differInVersions, marksOf } from './marks.ts';
import { patchDigests } from './patch.ts';
import { type Patched, type Relations, relate } from './reverts.ts';

type Read = Patched & { readonly change: NormalChange };

/** Changes whose diffs are held at once: parsing is slower than git, and must not hold up its process. */
const BATCH = 32;
/** Files read and parsed at once. */
const FILES_AT_ONCE = 16;

/** Roles, line counts and marks for every change of a range. */
export async function normalizeRange(
  collected: Collected,
  repository: Repository,
  parser: Parser,
  progress: Progress,
): Promise<Normalized> {
  const { source } = collected.source;
  const io: Reading = {
    repository,
    parser,
    roleOf: roleTeller(source.languages.map(languageById), source.roles),
    languageOf: (path, firstLine) => languageOfPath(path, firstLine, source.languages),
    missing: new Set(collected.missingBlobs),
  };
  const attributes = await AttributeLine.at(repository, collected.baseTree);
  const reads: Read[] = [];
  for (let start = 0; start < collected.changes.length; start += BATCH) {
    const batch = collected.changes.slice(start, start + BATCH);
    const diffs = await diffsOf(batch, repository);
    const files = await filesOf(batch, attributes, io);
    for (const [index, change] of batch.entries()) reads.push(readChange(change, files[index] ?? [], diffs[index] ?? []));
    progress.step('read roles', start + batch.length, collected.changes.length);
  }
  const relations = relate(reads);
  return { ...collected, changes: reads.map(({ change }) => related(change, relations)) };
}

async function diffsOf(changes: readonly Change[], repository: Repository): Promise<(readonly FileDiff[])[]> {
  const all: (readonly FileDiff[])[] = [];
  for await (const diffs of repository.diffHunks(changes.map((change) => [change.before, change.after] as const))) all.push(diffs);
  if (all.length !== changes.length) throw new Error(`${all.length} diffs for ${changes.length} changes`);
  return all;
}

/** Attributes in the order of history; files then at once, so that no parser waits. */
async function filesOf(changes: readonly Change[], line: AttributeLine, io: Reading): Promise<ReadFile[][]> {
  const wanted: { readonly at: number; readonly file: FileChange; readonly inForce: Attributes }[] = [];
  for (const [at, change] of changes.entries()) {
    const inForce = await line.after(change.files);
    wanted.push(...change.files.map((file) => ({ at, file, inForce })));
  }
  const read = await mapBounded(wanted, FILES_AT_ONCE, ({ file, inForce }) => readFile(file, inForce, io));
  const files: ReadFile[][] = changes.map(() => []);
  for (const [index, { at }] of wanted.entries()) {
    const one = read[index];
    if (one !== undefined) files[at]?.push(one);
  }
  return files;
}

function readChange(change: Change, files: readonly ReadFile[], diffs: readonly FileDiff[]): Read {
  const byPath = new Map(diffs.map((diff) => [diff.path, diff]));
  const normal = files.map(({ file }) => file);
  const { files: _, ...rest } = change;
  const marks = marksOf(rest, normal, contentsOf(files, byPath));
  return { change: { ...rest, files: normal, marks, revertPair: null, ...countLines(files, byPath) }, ...patchDigests(normal, diffs) };
}

/** Only what changed in place can be the same code; an added or deleted file is new code. */
function contentsOf(files: readonly ReadFile[], diffs: ReadonlyMap<string, FileDiff>): Contents {
  const code = files.filter(({ file }) => file.role === 'source' || file.role === 'test');
  return {
    sameCode:
      code.length > 0 &&
      code.every(({ before, after, file }) => before !== null && after !== null && file.oldOid !== file.newOid && sameCode(before, after)),
    versionsOnly: code.every(({ file }) => {
      const hunks = diffs.get(file.path)?.hunks;
      return hunks?.every((hunk) => differInVersions(hunk.deleted, hunk.added)) ?? false;
    }),
  };
}

function related(change: NormalChange, { pairs, reverted, repeated }: Relations): NormalChange {
  const more: readonly (readonly [Mark, boolean])[] = [
    ['reverted', reverted.has(change.id)],
    ['back-port', repeated.has(change.id)],
  ];
  const marks = [...change.marks, ...more.flatMap(([mark, holds]) => (holds && !change.marks.includes(mark) ? [mark] : []))];
  return { ...change, marks, revertPair: pairs.get(change.id) ?? null };
}
