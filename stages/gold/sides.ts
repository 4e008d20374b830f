import type { FileRole } from '#schema/change.ts';
import { SET_ASIDE_ROLES } from '#schema/change.ts';

/**
 * Names that the task format keeps out of base/ at any depth (`task-format.md`): a path with such a part belongs to the tests'
 * side, wherever its role puts it.
 */
const RESERVED = new Set(['tests', 'gold_patches', 'solution.sh', 'solution.yaml', 'run-tests.sh', 'gold-patch.diff', 'gold_patch.diff']);

/** Which side of a task a path is on. Every path of every tree is on exactly one. */
export interface Sides {
  role(path: string): FileRole;
  /** Outside composition: stands still in every state (`dag.md`, auxiliary hunks; manifests and lockfiles). */
  setAside(path: string): boolean;
  /** Belongs to tests/, never to base/. */
  testSide(path: string): boolean;
}

export function sidesOf(role: (path: string) => FileRole): Sides {
  const known = new Map<string, FileRole>();
  const cached = (path: string): FileRole => {
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    const found = role(path);
    known.set(path, found);
    return found;
  };
  return {
    role: cached,
    setAside: (path) => SET_ASIDE_ROLES.has(cached(path)),
    testSide: (path) => cached(path) === 'test' || path.split('/').some((part) => RESERVED.has(part)),
  };
}
