/** One file's part of a patch. */
interface PatchedFile {
  readonly oldPath: string | null;
  readonly newPath: string | null;
  readonly added: readonly string[];
  readonly deleted: readonly string[];
}

function headerPath(line: string): string | null {
  const path = line.slice(4).replace(/\t.*$/, '');
  if (path === '/dev/null') return null;
  const bare = path.startsWith('"') ? path.slice(1, -1) : path;
  return bare.replace(/^[ab]\//, '');
}

/** `diff --git a/x b/x` of equal names: what a file without text hunks (mode only, binary, empty) is called. */
function nameOf(line: string): string | null {
  return /^diff --git "?a\/(.+?)"? "?b\/\1"?$/.exec(line)?.[1] ?? null;
}

/**
 * Reads the headers and lines of a git patch (`--no-renames`); null when the text is none. Counts hunk lines by their header, so
 * that content which looks like a header is content. Only for looking: what a patch does is git's word.
 */
export function readPatch(text: string): readonly PatchedFile[] | null {
  const files: { oldPath: string | null; newPath: string | null; added: string[]; deleted: string[] }[] = [];
  let old = 0;
  let fresh = 0;
  for (const line of text.split('\n')) {
    const last = files.at(-1);
    if (last !== undefined && (old > 0 || fresh > 0)) {
      if (line.startsWith('+')) last.added.push(line.slice(1));
      if (line.startsWith('-')) last.deleted.push(line.slice(1));
      if (!line.startsWith('+') && !line.startsWith('\\')) old -= 1;
      if (!line.startsWith('-') && !line.startsWith('\\')) fresh -= 1;
      continue;
    }
    if (line.startsWith('diff --git ')) files.push({ oldPath: nameOf(line), newPath: nameOf(line), added: [], deleted: [] });
    else if (last === undefined) continue;
    else if (line.startsWith('--- ')) last.oldPath = headerPath(line);
    else if (line.startsWith('+++ ')) last.newPath = headerPath(line);
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk !== null) [old, fresh] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
  }
  return files.length === 0 || old > 0 || fresh > 0 ? null : files;
}
