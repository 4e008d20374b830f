import type { FileDiff, Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import { languageById } from '#languages/index.ts';
import { roleTeller } from '#languages/roles.ts';
import type { Progress } from '#pipeline/stage.ts';
import type { Change, Collected, Mark, NormalChange, Normalized } from '#schema/change.ts';
import { sameCode } from './code-tokens.ts';
import { AttributeLine } from './attribute-line.ts';
import { countLines } from './counts.ts';
import { type ReadFile, type Reading, readFile } from './files.ts';
import { type Contents, differInVersions, marksOf } from './marks.ts';
import { patchDigests } from './patch.ts';
import { type Relations, relate } from './reverts.ts';

interface Read {
  readonly change: NormalChange;
  readonly patch: string | null;
  readonly inverse: string | null;
}

/** Roles, line counts and marks for every change of a range. */
export async function normalizeRange(collected: Collected, repository: Repository, parser: Parser, progress: Progress): Promise<Normalized> {
  const { source } = collected.source;
  const io: Reading = { repository, parser, roleOf: roleTeller(source.languages.map(languageById), source.roles), missing: new Set(collected.missingBlobs) };
  const attributes = await AttributeLine.at(repository, collected.baseTree);
  const reads: Read[] = [];
  const pairs = collected.changes.map((change) => [change.before, change.after] as const);
  let position = 0;
  for await (const diffs of repository.diffHunks(pairs)) {
    const change = collected.changes[position++];
    if (change === undefined) throw new Error(`more diffs than changes: ${position}`);
    const inForce = await attributes.after(change.files);
    const files: ReadFile[] = [];
    for (const file of change.files) files.push(await readFile(file, inForce, io));
    reads.push(readChange(change, files, diffs));
    progress.step('read roles', position, pairs.length);
  }
  if (position !== pairs.length) throw new Error(`${position} diffs for ${pairs.length} changes`);
  const relations = relate(reads);
  return { ...collected, changes: reads.map(({ change }) => related(change, relations)) };
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
    sameCode: code.length > 0 && code.every(({ before, after, file }) => before !== null && after !== null && file.oldOid !== file.newOid && sameCode(before, after)),
    versionsOnly: code.every(({ file }) => {
      const hunks = diffs.get(file.path)?.hunks;
      return hunks !== undefined && hunks.every((hunk) => differInVersions(hunk.deleted, hunk.added));
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
