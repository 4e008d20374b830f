import { languageOfPath } from '#languages/index.ts';
import { roleOf } from '#languages/roles.ts';
import { byCodeUnit } from '#schema/primitives.ts';

/** Languages of at least a tenth of the source files, most first. */
export function languagesOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = languageOfPath(path);
    if (
      language !== null &&
      roleOf(path, [language], { test: [], source: [], auxiliary: [], generated: [], vendored: [] }).role === 'source'
    ) {
      counts.set(language.id, (counts.get(language.id) ?? 0) + 1);
    }
  }
  const all = [...counts.values()].reduce((a, b) => a + b, 0);
  return [...counts]
    .filter(([, count]) => count * 10 >= all)
    .sort(([a, x], [b, y]) => y - x || byCodeUnit(a, b))
    .map(([id]) => id);
}
