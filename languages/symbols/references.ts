import type { Capture, Reference, ReferenceKind } from '../language.ts';
import { AROUND, type Dialect } from './dialect.ts';
import type { DraftReference, Drafts } from './draft.ts';
import { isLocal, modulesAround, type Region, type Regions } from './regions.ts';
import { oneLine } from './text.ts';
import { type DeclaredTypes, typedQualifier } from './typed.ts';

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
  readonly qualified: ReadonlySet<string>;
  readonly prefixes: ReadonlyMap<Region, string>;
  readonly types: DeclaredTypes;
  hides(draft: DraftReference): boolean;
}

/** True when the file imports what the qualifier starts with: `os` or `os.path` for `os.path.sep`. */
function isImported(qualifier: string | null, name: string, { imported }: Names): boolean {
  if (qualifier === null) return imported.has(name);
  for (let end = qualifier.indexOf('.'); end !== -1; end = qualifier.indexOf('.', end + 1))
    if (imported.has(qualifier.slice(0, end))) return true;
  return imported.has(qualifier);
}

/** `around.pot` → `pot`. */
function withoutAround(qualifier: string): string {
  return qualifier.startsWith(`${AROUND}.`) ? qualifier.slice(AROUND.length + 1) : qualifier;
}

function isReported(draft: DraftReference, qualifier: string | null, region: Region | null, names: Names, dialect: Dialect): boolean {
  const root = withoutAround(qualifier ?? draft.name.text).split('.', 1)[0] ?? '';
  const local = names.hides(draft) && !dialect.receivers.has(root) && isLocal(region, root);
  const known = isImported(qualifier, draft.name.text, names);
  if (local && (qualifier === null || known)) return false;
  if (draft.kind !== 'reads') return qualifier !== null || known || names.topLevel.has(root) || !dialect.builtins.has(root);
  const isType = /^\p{Lu}/u.test(root) && !dialect.builtins.has(root);
  if (qualifier !== null) return known || dialect.outward === true || (dialect.freeTypes && (isType || dialect.receivers.has(qualifier)));
  return known || ((dialect.freeReads || names.star) && !dialect.builtins.has(root));
}

/** Qualified name of the innermost definition around, `''` at the top of the file. */
function scopeOf(region: Region | null, prefixes: Names['prefixes']): string {
  for (let at = region; at !== null; at = at.parent) {
    const name = prefixes.get(at);
    if (name !== undefined) return name;
  }
  return '';
}

/** Qualified names of the types around a region, innermost first. */
function ownersAround(region: Region | null, names: Names, kinds: ReadonlySet<string>): string[] {
  const owners: string[] = [];
  for (let at = region; at !== null; at = at.parent) {
    const prefix = names.prefixes.get(at);
    if (prefix !== undefined && at.definition !== null && kinds.has(at.definition.kind)) owners.push(prefix);
  }
  return owners;
}
const TYPES: ReadonlySet<string> = new Set(['class', 'type']);

/** The qualifiers of one use as they are reported: none when it is local, the language's own, or a value of an outside type. */
function readingsOf(draft: DraftReference, region: Region | null, names: Names, source: string, dialect: Dialect): (string | null)[] {
  const owners = ownersAround(region, names, TYPES);
  const opened = ownersAround(region, names, dialect.open);
  // What is called like the type around it is that type; its constructor is called so too.
  const holder = (name: string): string | undefined =>
    opened.find((owner) => names.qualified.has(`${owner}.${name}`) && owner !== name && !owner.endsWith(`.${name}`));
  const member = holder(draft.name.text) ?? null;
  const binds = (name: string): boolean => names.imported.has(name) || names.topLevel.has(name);
  const hidden = isLocal(region, draft.name.text);
  const place = { source, modules: modulesAround(region), type: owners[0] ?? null, member, hidden, binds, star: names.star };
  const readings = dialect.qualifiers(draft, place).flatMap((reading) => {
    if (reading === null) return isReported(draft, null, region, names, dialect) || isOwn(member, region, draft, dialect) ? [member] : [];
    // A field may be called as its type is: then that type is no member of what is around.
    const written = withoutAround(reading);
    const typed = names.hides(draft) ? typedQualifier(written, region, owners, names.types, dialect) : null;
    const root = (typed ?? reading).split('.', 1)[0] ?? '';
    const around =
      (typed === null ? names.hides(draft) && isLocal(region, root) : root === written.split('.', 1)[0]) || dialect.receivers.has(root)
        ? undefined
        : holder(root);
    if (around !== undefined) return [`${around}.${typed ?? reading}`];
    if (dialect.freeTypes && /^\p{Lu}/u.test(root) && dialect.builtins.has(root) && !binds(root)) return [];
    const text = typed ?? oneLine(reading.slice(-2 * QUALIFIER_LENGTH)).slice(-QUALIFIER_LENGTH);
    return isReported(draft, text, region, names, dialect) ? [text] : [];
  });
  return [...new Set(readings)];
}

/** A member of what is around it, though the language has a thing of that name too. */
function isOwn(member: string | null, region: Region | null, draft: DraftReference, dialect: Dialect): boolean {
  return member !== null && dialect.builtins.has(draft.name.text) && !isLocal(region, draft.name.text);
}

/** Uses of names in the order of the text, one a line, name and kind; what is local or the language's own is left out. */
export function referencesOf(drafts: Drafts, regions: Regions, names: Names, source: string, dialect: Dialect): Reference[] {
  const uses = strongest(drafts.references, drafts.skip);
  const enclosing = regions.enclosing(uses.map((use) => use.name.startIndex));
  const inImport = within(drafts.imports);
  const seen = new Set<string>();
  const references: Reference[] = [];
  uses.forEach((draft, index) => {
    if (inImport(draft.name.startIndex)) return;
    const region = enclosing[index] ?? null;
    const scope = dialect.outward === true ? { scope: scopeOf(region, names.prefixes) } : {};
    for (const qualifier of readingsOf(draft, region, names, source, dialect)) {
      const reference = { name: dialect.plain(draft.name.text), qualifier, kind: draft.kind, line: draft.name.startRow + 1, ...scope };
      const key = JSON.stringify(reference);
      if (!seen.has(key)) references.push(reference);
      seen.add(key);
    }
  });
  return references;
}
