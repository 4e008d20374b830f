import { claimantsOf } from '#languages/index.ts';
import type { Language } from '#languages/language.ts';
import { roleOf } from '#languages/roles.ts';
import { byCodeUnit } from '#schema/primitives.ts';

/** Languages of at least a tenth of the source files, most first. A file that several claim is the one's with most of its own. */
export function languagesOf(paths: readonly string[]): string[] {
  const own = new Map<string, number>();
  const shared: (readonly Language[])[] = [];
  for (const path of paths) {
    const claimants = claimantsOf(path);
    const [language] = claimants;
    if (language === undefined || !isSource(path, language)) continue;
    if (claimants.length > 1) shared.push(claimants);
    else own.set(language.id, (own.get(language.id) ?? 0) + 1);
  }
  const counts = new Map(own);
  for (const claimants of shared) {
    const [most] = [...claimants].sort((a, b) => (own.get(b.id) ?? 0) - (own.get(a.id) ?? 0));
    if (most !== undefined) counts.set(most.id, (counts.get(most.id) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((a, b) => a + b, 0);
  return [...counts]
    .filter(([, count]) => count * 10 >= all)
    .sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b))
    .map(([id]) => id);
}

function isSource(path: string, language: Language): boolean {
  return roleOf(path, [language], { test: [], source: [], auxiliary: [], generated: [], vendored: [] }).role === 'source';
}
