import type { FileDiff } from '#io/repository.ts';
import type { LineRange, ReadFile } from './files.ts';

export interface Lines {
  readonly sourceLines: number;
  readonly testLines: number;
}

/** Changed lines of source and test in files that a language claims (data is no code); lines of inline tests are test, on the side on which they stand. */
export function countLines(files: readonly ReadFile[], diffs: ReadonlyMap<string, FileDiff>): Lines {
  let sourceLines = 0;
  let testLines = 0;
  for (const { file, inlineBefore } of files) {
    if ((file.role !== 'source' && file.role !== 'test') || file.language === null) continue;
    const all = (file.added ?? 0) + (file.deleted ?? 0);
    const inline = file.role === 'test' ? all : inlineLines(diffs.get(file.path), inlineBefore, file.inlineTests);
    testLines += inline;
    sourceLines += all - inline;
  }
  return { sourceLines, testLines };
}

function inlineLines(diff: FileDiff | undefined, before: readonly LineRange[], after: readonly LineRange[]): number {
  if (diff === undefined || (before.length === 0 && after.length === 0)) return 0;
  return diff.hunks.reduce(
    (sum, hunk) => sum + within(hunk.oldStart, hunk.oldCount, before) + within(hunk.newStart, hunk.newCount, after),
    0,
  );
}

function within(start: number, count: number, ranges: readonly LineRange[]): number {
  let lines = 0;
  for (let line = start; line < start + count; line++) {
    if (ranges.some(([first, last]) => line >= first && line <= last)) lines++;
  }
  return lines;
}
