import type { Capture, Definition, FileSymbols, Import } from '../language.ts';
import type { Dialect, FoldContext, Placed } from './dialect.ts';
import { type DraftDefinition, type DraftReference, type Drafts, draftsOf, rangeKey } from './draft.ts';
import { pathsOf } from './paths.ts';
import { referencesOf, within } from './references.ts';
import { insideScope, modulesAround, nest, type Region, type Regions } from './regions.ts';
import { commentsByEndRow, headerOf, oneLine } from './text.ts';
import { declaredTypes } from './typed.ts';

function outermost(drafts: Drafts, node: Capture): Capture {
  let at = node;
  for (let next = drafts.outer.get(rangeKey(at)); next !== undefined && next !== at; next = drafts.outer.get(rangeKey(at))) at = next;
  return at;
}

/** One draft per name and node: a more telling kind (function) wins over `variable`. */
function distinct(definitions: readonly DraftDefinition[]): DraftDefinition[] {
  const byPlace = new Map<string, DraftDefinition>();
  for (const draft of definitions) {
    const key = `${draft.name.startIndex}:${draft.name.text}`;
    const known = byPlace.get(key);
    const tellsMore = known === undefined || known.kind === 'variable' || (known.kind === draft.kind && known.body === null);
    if (tellsMore) byPlace.set(key, draft);
  }
  return [...byPlace.values()].sort((a, b) => a.node.startIndex - b.node.startIndex || a.name.startIndex - b.name.startIndex);
}

/** True for a region that a definition is lifted out of. */
function isLeft(region: Region, lift: DraftDefinition['lift']): boolean {
  const kind = region.definition?.kind;
  return lift === 'file' || (lift === 'module' && kind !== 'module') || (lift === 'types' && kind === 'type');
}

/** Definitions with their qualified names, and by region the name that its members are called by. An owner stands within the module around it. */
function place(
  definitions: readonly DraftDefinition[],
  drafts: Drafts,
  regions: Regions,
  dialect: Dialect,
): { readonly placed: readonly Placed[]; readonly prefixes: ReadonlyMap<Region, string> } {
  const placed: Placed[] = [];
  const prefixes = new Map<Region, string>();
  for (const draft of definitions) {
    const region = regions.byDefinition.get(draft);
    if (region === undefined) continue;
    const owner = draft.owner === null ? null : dialect.owner(oneLine(draft.owner.text));
    const nested = insideScope(region.parent);
    if (owner === 'skip' || (draft.owner !== null && nested)) continue;
    let around = region.parent;
    while (around !== null && (isLeft(around, draft.lift) || !prefixes.has(around))) around = around.parent;
    const inside = around !== null && (owner === null || around.definition?.kind === 'module') ? (prefixes.get(around) ?? null) : null;
    const { own, holds } = dialect.names(draft);
    const below = (name: string): string => [inside, owner, oneLine(name)].filter((part) => part !== null).join('.');
    const qualified = below(own);
    prefixes.set(region, below(holds));
    placed.push({ draft, name: oneLine(own), outer: outermost(drafts, draft.node), enclosing: region.parent, qualified, nested });
  }
  return { placed, prefixes };
}

function signatureOf({ draft, outer }: Placed, source: string): string {
  const whole = source.slice(outer.startIndex, draft.node.endIndex);
  if (draft.body !== null && draft.body.startIndex >= outer.startIndex)
    return headerOf(source.slice(outer.startIndex, draft.body.startIndex));
  if (draft.value === null || (whole.length <= 100 && !whole.includes('\n'))) return headerOf(whole);
  return headerOf(source.slice(outer.startIndex, draft.value.startIndex));
}

function definitionsOf(
  placed: readonly Placed[],
  context: FoldContext,
  dialect: Dialect,
  exportedNames: ReadonlySet<string>,
): Definition[] {
  const qualified = new Set<string>();
  const exports = { source: context.source, names: exportedNames, qualified };
  return placed.map((one) => {
    const { draft, outer, enclosing } = one;
    const exported = dialect.exported(one, exports);
    if (exported) qualified.add(one.qualified);
    const inType = (enclosing?.definition?.kind === 'class' || enclosing?.definition?.kind === 'type') && draft.lift === null;
    return {
      name: one.name,
      qualified: one.qualified,
      kind: draft.kind === 'function' && (inType || (one.qualified.includes('.') && draft.owner !== null)) ? 'method' : draft.kind,
      startLine: outer.startRow + 1,
      endLine: Math.max(outer.endRow, draft.node.endRow) + 1,
      signature: signatureOf(one, context.source),
      doc: dialect.doc(one, context),
      exported,
      ...(dialect.partial(draft, context.source) ? { partial: true as const } : {}),
      ...(draft.declares ? { declaration: true as const } : {}),
      ...(draft.yields === null ? {} : { type: draft.yields }),
    };
  });
}

function bindLocals(drafts: Drafts, regions: Regions): void {
  const binds = [...drafts.binds].sort((a, b) => a.startIndex - b.startIndex);
  const inImport = within(drafts.imports);
  regions.enclosing(binds.map((bind) => bind.startIndex)).forEach((region, index) => {
    const bind = binds[index];
    if (bind !== undefined && !inImport(bind.startIndex)) region?.locals.add(bind.text);
  });
}

function importsOf(drafts: Drafts, regions: Regions, source: string, dialect: Dialect): Import[] {
  const statements = [...drafts.imports].sort((a, b) => a.startIndex - b.startIndex || b.endIndex - a.endIndex);
  const enclosing = regions.enclosing(statements.map((statement) => statement.startIndex));
  let end = -1;
  return statements.flatMap((statement, index) => {
    if (statement.startIndex < end) return [];
    end = statement.endIndex;
    const region = enclosing[index] ?? null;
    return dialect.imports(statement, { source, nested: insideScope(region), modules: modulesAround(region) });
  });
}

/**
 * A name that a file exports is its own definition, or something it imported and hands on: then it is a re-export of that
 * module. What is exported under its own name needs no entry.
 */
function handedOn(selfExports: readonly Import[], imports: readonly Import[]): Import[] {
  const seen = new Set<string>();
  const entries = selfExports.flatMap((one) =>
    one.names.flatMap(({ local, imported }): Import[] => {
      const sources = imports.flatMap((from) =>
        from.names
          .filter((name) => name.local === imported)
          .map((name) => ({ module: from.module, names: [{ local, imported: name.imported }], line: one.line, reExport: true })),
      );
      if (sources.length > 0) return sources;
      return local === imported ? [] : [{ module: '', names: [{ local, imported }], line: one.line, reExport: true }];
    }),
  );
  return entries.filter((entry) => {
    const key = JSON.stringify([entry.module, entry.names]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Captures of a query that speaks `draft.ts`'s names → symbols. Linear but for sorting. */
export function foldSymbols(captures: readonly Capture[], source: string, errorShare: number, dialect: Dialect): FileSymbols {
  const drafts = draftsOf(captures);
  const context = { drafts, source, commentAt: commentsByEndRow(drafts.comments) };
  const inImport = new Set(drafts.imports.map(rangeKey));
  const definitions = distinct(drafts.definitions).filter((draft) => !inImport.has(rangeKey(draft.node)));
  const regions = nest(definitions, drafts.scopes);
  bindLocals(drafts, regions);
  const { placed, prefixes } = place(definitions, drafts, regions, dialect);
  const selfExports = dialect.selfExports(context);
  const imported = importsOf(drafts, regions, source, dialect);
  const locals = imported.filter((one) => !one.reExport || dialect.importsBind).flatMap((one) => one.names.map((name) => name.local));
  const bound = {
    imported: new Set(locals.filter((local) => local !== '*')),
    topLevel: new Set(placed.filter((one) => one.enclosing === null).map((one) => one.name)),
    star: locals.includes('*'),
  };
  const paths = pathsOf(drafts, regions, bound, source, dialect);
  const names = {
    ...bound,
    imported: new Set([...bound.imported, ...paths.flatMap((one) => one.names.map((name) => name.local))]),
    qualified: new Set(placed.map((one) => one.qualified)),
    prefixes,
    types: declaredTypes(drafts, regions, prefixes, dialect),
    hides: (draft: DraftReference) => dialect.hides(draft, source),
  };
  const exportedNames = new Set(selfExports.flatMap((one) => one.names.map((name) => name.imported)));
  return {
    definitions: definitionsOf(placed, context, dialect, exportedNames),
    references: referencesOf(drafts, regions, names, source, dialect),
    imports: [...imported, ...paths, ...handedOn(selfExports, imported)],
    inlineTests: dialect.inlineTests(placed, context),
    errorShare,
  };
}
