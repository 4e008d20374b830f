/** Pure path arithmetic on repository paths: forward slashes, the root is `''`. */

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins and resolves `.` and `..`; null when it leaves the root. */
export function joined(...parts: readonly string[]): string | null {
  const out: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') out.push(part);
    else if (out.pop() === undefined) return null;
  }
  return out.join('/');
}

/** `a/b/c` → `a/b/c`, `a/b`, `a`, `''`. */
export function upwards(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== ''; at = folderOf(at)) folders.push(folderOf(at));
  return folders;
}
