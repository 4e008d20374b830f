import type { Capture } from '../language.ts';
import type { DraftDefinition } from './draft.ts';

/** A nested part of the file: a definition, or an anonymous function. `locals` are names bound directly in it. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly parent: Region | null;
  readonly definition: DraftDefinition | null;
  /** True for functions: what is assigned inside is local. */
  readonly isScope: boolean;
  readonly locals: Set<string>;
}
export interface Regions {
  /** Region of each definition that is one; a variable inside a function is a local instead and has none. */
  readonly byDefinition: ReadonlyMap<DraftDefinition, Region>;
  /** Innermost region that holds each of `offsets` (sorted ascending), in the same order. */
  enclosing(offsets: readonly number[]): readonly (Region | null)[];
}

interface Opening {
  readonly start: number;
  readonly end: number;
  readonly definition: DraftDefinition | null;
}
const SCOPES: ReadonlySet<string> = new Set(['function', 'method']);
const VALUES: ReadonlySet<string> = new Set(['variable', 'constant']);

function openings(definitions: readonly DraftDefinition[], scopes: readonly Capture[]): Opening[] {
  return [
    ...definitions.map((definition) => ({ start: definition.node.startIndex, end: definition.node.endIndex, definition })),
    ...scopes.map((scope) => ({ start: scope.startIndex, end: scope.endIndex, definition: null })),
  ].sort((a, b) => a.start - b.start || b.end - a.end || Number(a.definition === null) - Number(b.definition === null));
}

function open(opening: Opening, parent: Region | null): Region {
  const kind = opening.definition?.kind;
  return {
    start: opening.start,
    end: opening.end,
    parent,
    definition: opening.definition,
    isScope: kind === undefined || SCOPES.has(kind),
    locals: new Set(),
  };
}

/** Several names of one node (`var a, b int`) stand beside each other. */
function isSibling(region: Region, opening: Opening): boolean {
  return region.definition !== null && opening.definition !== null && region.start === opening.start && region.end === opening.end;
}

/** Nests definitions and anonymous functions. Names bound by variables inside functions go to `locals` of the function. */
export function nest(definitions: readonly DraftDefinition[], scopes: readonly Capture[]): Regions {
  const regions: Region[] = [];
  const byDefinition = new Map<DraftDefinition, Region>();
  let top: Region | null = null;
  for (const opening of openings(definitions, scopes)) {
    while (top !== null && (top.end <= opening.start || isSibling(top, opening))) top = top.parent;
    if (opening.definition !== null && VALUES.has(opening.definition.kind) && top?.isScope === true) {
      top.locals.add(opening.definition.name.text);
      continue;
    }
    const region = open(opening, top);
    if (opening.definition !== null) byDefinition.set(opening.definition, region);
    regions.push(region);
    top = region;
  }
  return { byDefinition, enclosing: (offsets) => locate(regions, offsets) };
}

function locate(regions: readonly Region[], offsets: readonly number[]): (Region | null)[] {
  let next = 0;
  let top: Region | null = null;
  return offsets.map((offset) => {
    for (let region = regions[next]; region !== undefined && region.start <= offset; region = regions[next]) {
      top = region;
      next += 1;
    }
    while (top !== null && top.end <= offset) top = top.parent;
    return top;
  });
}

/** True when a function around `region` (or itself) binds `name`. */
export function isLocal(region: Region | null, name: string): boolean {
  for (let at = region; at !== null; at = at.parent) if (at.locals.has(name)) return true;
  return false;
}

export function insideScope(region: Region | null): boolean {
  for (let at = region; at !== null; at = at.parent) if (at.isScope) return true;
  return false;
}

/** Names of the modules inside the file around a region, outermost first. */
export function modulesAround(region: Region | null): string[] {
  const names: string[] = [];
  for (let at = region; at !== null; at = at.parent) if (at.definition?.kind === 'module') names.unshift(at.definition.name.text);
  return names;
}
