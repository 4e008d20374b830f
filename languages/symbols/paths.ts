import type { Import } from '../language.ts';
import type { Dialect } from './dialect.ts';
import type { Drafts } from './draft.ts';
import { within } from './references.ts';
import { insideScope, modulesAround, type Regions } from './regions.ts';

/** Paths that import where they stand, each once: those whose first part the file does not bind. */
export function pathsOf(
  drafts: Drafts,
  regions: Regions,
  names: { readonly imported: ReadonlySet<string>; readonly topLevel: ReadonlySet<string> },
  source: string,
  dialect: Dialect,
): Import[] {
  const paths = [...drafts.paths].sort((a, b) => a.startIndex - b.startIndex);
  const enclosing = regions.enclosing(paths.map((path) => path.startIndex));
  const inImport = within(drafts.imports);
  const seen = new Set<string>();
  return paths.flatMap((path, index) => {
    if (inImport(path.startIndex)) return [];
    const region = enclosing[index] ?? null;
    const one = dialect.path(path, { source, nested: insideScope(region), modules: modulesAround(region) });
    const local = one?.names[0]?.local ?? '';
    const root = local.split('.', 1)[0] ?? '';
    if (one === null || names.imported.has(root) || names.topLevel.has(root)) return [];
    const key = `${one.module}\0${local}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [one];
  });
}
