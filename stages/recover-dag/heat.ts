import type { NormalFile } from '#schema/change.ts';
import { EVIDENCE_ROLES } from '#schema/change.ts';
import { byCodeUnit } from '#schema/primitives.ts';

/** What heat is told by, of a change. */
export interface TouchedFiles {
  readonly files: readonly Pick<NormalFile, 'path' | 'oldPath' | 'status' | 'role'>[];
}
export interface HotFile {
  readonly path: string;
  readonly changes: number;
  readonly of: number;
}

/**
 * Files that most of the range's changes touch (paper, section 2.4: hot monoliths), under every name they had. Counted among
 * changes that touch any source or test file: more than `share` of them, and at least `min`.
 */
export function hotFiles(changes: readonly TouchedFiles[], share: number, min: number): HotFile[] {
  const identity = new Map<string, string>();
  const touched = new Map<string, Set<number>>();
  const names = new Map<string, Set<string>>();
  let counted = 0;
  changes.forEach((change, position) => {
    const files = change.files.filter((file) => EVIDENCE_ROLES.has(file.role));
    if (files.length > 0) counted += 1;
    const next = new Map<string, string>();
    for (const file of files) {
      const id = identity.get(file.oldPath ?? file.path) ?? `${position} ${file.path}`;
      next.set(file.path, id);
      add(touched, id, position);
      add(names, id, file.path);
      if (file.oldPath !== null) add(names, id, file.oldPath);
    }
    for (const file of files) if (file.status === 'D') next.delete(file.path);
    for (const file of files) if (file.status === 'D' || file.status === 'R') identity.delete(file.oldPath ?? file.path);
    for (const [path, id] of next) identity.set(path, id);
  });
  const hot: HotFile[] = [];
  for (const [id, positions] of touched) {
    if (positions.size < min || positions.size <= share * counted) continue;
    for (const path of names.get(id) ?? []) hot.push({ path, changes: positions.size, of: counted });
  }
  return hot.sort((a, b) => byCodeUnit(a.path, b.path));
}

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key) ?? new Set<V>();
  set.add(value);
  sets.set(key, set);
}
