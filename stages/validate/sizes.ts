import type { Tree } from '#runtime/sandbox/sandbox.ts';

export interface Sizes {
  readonly baseFiles: number;
  /** Lines of text files. */
  readonly baseLines: number;
  /** Added plus deleted lines of the gold patch, and the files it touches (paper, tables 6 and 7). */
  readonly goldLines: number;
  readonly goldFiles: number;
}

export function describeSize(base: Tree, goldPatch: Buffer): Sizes {
  let baseLines = 0;
  for (const file of base) if (!file.content.includes(0)) baseLines += newlines(file.content);
  let goldLines = 0;
  let goldFiles = 0;
  let inHunk = false;
  for (const line of goldPatch.toString('latin1').split('\n')) {
    if (line.startsWith('diff --git ')) {
      goldFiles += 1;
      inHunk = false;
    } else if (line.startsWith('@@ ')) inHunk = true;
    else if (inHunk && (line.startsWith('+') || line.startsWith('-'))) goldLines += 1;
  }
  return { baseFiles: base.length, baseLines, goldLines, goldFiles };
}

function newlines(content: Buffer): number {
  let count = 0;
  for (const byte of content) if (byte === 10) count += 1;
  return count;
}
