import type { Capture, Reference, ReferenceKind } from '../language.ts';
import type { Dialect } from './dialect.ts';
import type { DraftReference, Drafts } from './draft.ts';
import { isLocal, type Region, type Regions } from './regions.ts';
import { oneLine } from './text.ts';

const QUALIFIER_LENGTH = 60;
const RANK: Readonly<Record<ReferenceKind, number>> = { extends: 3, calls: 2, types: 1, reads: 0 };

/** One draft per identifier: a qualified or more telling use wins over a plain read of the same place. */
function strongest(references: readonly DraftReference[], skip: ReadonlySet<number>): DraftReference[] {
  const byPlace = new Map<number, DraftReference>();
  const weight = (draft: DraftReference): number => RANK[draft.kind] * 2 + (draft.qualifier === null ? 0 : 1);
  for (const draft of references) {
    const known = byPlace.get(draft.name.startIndex);
    if (skip.has(draft.name.startIndex)) continue;
    if (known === undefined || weight(known) < weight(draft)) byPlace.set(draft.name.startIndex, draft);
  }
  return [...byPlace.values()].sort((a, b) => a.name.startIndex - b.name.startIndex);
}

/** True inside any of the spans; asked with ascending offsets. */
export function within(spans: readonly Capture[]): (offset: number) => boolean {
  const sorted = [...spans].sort((a, b) => a.startIndex - b.startIndex);
  let next = 0;
  let end = -1;
  return (offset) => {
    for (let span = sorted[next]; span !== undefined && span.startIndex <= offset; span = sorted[next]) {
      end = Math.max(end, span.endIndex);
      next += 1;
    }
    return offset < end;
  };
}

export interface Names {
  readonly imported: ReadonlySet<string>;
  readonly topLevel: ReadonlySet<string>;
  readonly star: boolean;
}

function isReported(draft: DraftReference, qualifier: string | null, region: Region | null, names: Names, dialect: Dialect): boolean {
  const root = (qualifier ?? draft.name.text).split('.', 1)[0] ?? '';
  const local = !dialect.receivers.has(root) && isLocal(region, root);
  const known = names.imported.has(root) || (qualifier !== null && names.imported.has(qualifier));
  if (local && (qualifier === null || known)) return false;
  if (draft.kind === 'reads') return known || (qualifier === null && (dialect.freeReads || names.star) && !dialect.builtins.has(root));
  return qualifier !== null || known || names.topLevel.has(root) || !dialect.builtins.has(root);
}

/** Uses of names in the order of the text, one a line, name and kind; what is local or the language's own is left out. */
export function referencesOf(drafts: Drafts, regions: Regions, names: Names, dialect: Dialect): Reference[] {
  const uses = strongest(drafts.references, drafts.skip);
  const enclosing = regions.enclosing(uses.map((use) => use.name.startIndex));
  const inImport = within(drafts.imports);
  const seen = new Set<string>();
  const references: Reference[] = [];
  uses.forEach((draft, index) => {
    if (inImport(draft.name.startIndex)) return;
    const text = draft.qualifier === null ? null : oneLine(draft.qualifier.text.slice(-2 * QUALIFIER_LENGTH)).slice(-QUALIFIER_LENGTH);
    if (!isReported(draft, text, enclosing[index] ?? null, names, dialect)) return;
    const reference = { name: draft.name.text, qualifier: text, kind: draft.kind, line: draft.name.startRow + 1 };
    const key = JSON.stringify(reference);
    if (!seen.has(key)) references.push(reference);
    seen.add(key);
  });
  return references;
}
