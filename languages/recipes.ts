import type { Recipe } from '#schema/recipe.ts';
import type { RecipeFacts, TreeView } from './language.ts';

/** What of Debian's own search path stays behind a tool's. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export type Fact = Recipe['facts'][number];
export function fact(decision: string, because: string): Fact {
  return { decision, because };
}

/** The tree whose manifests and lockfiles the environment serves, and how it is called. */
export function manifestTree({ base, end, overrides }: RecipeFacts): { readonly tree: TreeView; readonly called: 'base' | 'end' } {
  return overrides.manifestsAt === 'base' ? { tree: base, called: 'base' } : { tree: end, called: 'end' };
}

/** Compares dotted version numbers; missing parts are 0, what follows a number in a part is passed over. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [left, right] = [parts(a), parts(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
