import type { Dialect } from './dialect.ts';
import type { Drafts } from './draft.ts';
import { isLocal, type Region, type Regions } from './regions.ts';

/** What a file says about the types of its variables. */
export interface DeclaredTypes {
  /** Of a local variable or parameter in view of a region; null when none is declared, or a nearer name hides it. */
  local(region: Region | null, name: string): string | null;
  /** Of a field, by the qualified name of its type and its own. */
  member(owner: string, name: string): string | null;
}

const VALUES: ReadonlySet<string> = new Set(['variable', 'constant']);

/** `prefixes` are the names that the members of a region's definition are called by. */
export function declaredTypes(
  drafts: Drafts,
  regions: Regions,
  prefixes: ReadonlyMap<Region, string>,
  dialect: Pick<Dialect, 'typeName'>,
): DeclaredTypes {
  const locals = new Map<Region | null, Map<string, string>>();
  const members = new Map<string, string>();
  const typed = [...drafts.typed].sort((a, b) => a.name.startIndex - b.name.startIndex);
  regions.enclosing(typed.map(({ name }) => name.startIndex)).forEach((region, index) => {
    const one = typed[index];
    const type = one === undefined ? null : dialect.typeName(one.type.text);
    if (one === undefined || type === null) return;
    const isField = region?.definition !== null && region !== null && VALUES.has(region.definition.kind);
    const owner = isField && region.parent !== null ? prefixes.get(region.parent) : undefined;
    if (owner !== undefined) members.set(`${owner}.${one.name.text}`, type);
    else {
      const known = locals.get(region) ?? new Map<string, string>();
      if (!known.has(one.name.text)) known.set(one.name.text, type);
      locals.set(region, known);
    }
  });
  return {
    local(region, name) {
      for (let at = region; at !== null; at = at.parent) {
        const type = locals.get(at)?.get(name);
        if (type !== undefined) return type;
        if (at.locals.has(name)) return null;
      }
      return null;
    },
    member: (owner, name) => members.get(`${owner}.${name}`) ?? null,
  };
}

/**
 * A qualifier with what it starts with replaced by the type that is declared for it: `cup.leaf` → `Leaf` where `cup: Cup` and
 * `Cup` has a field `leaf: Leaf`. Null when nothing in it is declared.
 */
export function typedQualifier(
  qualifier: string,
  region: Region | null,
  owners: readonly string[],
  types: DeclaredTypes,
  dialect: Pick<Dialect, 'receivers' | 'open'>,
): string | null {
  const [first = '', second, ...rest] = qualifier.split('.');
  if (!/^[\w$.]+$/u.test(qualifier)) return null;
  const [own] = owners;
  const field = (owner: string | undefined, name: string): string | null => (owner === undefined ? null : types.member(owner, name));
  let parts: string[] | null = null;
  if (dialect.receivers.has(first)) {
    const type = second === undefined ? null : field(own, second);
    if (type !== null) parts = [type, ...rest];
  } else {
    const bare = dialect.open.has('class') ? owners.map((owner) => field(owner, first)).find((type) => type !== null) : undefined;
    const declared = types.local(region, first);
    // A type parameter has the members of what bounds it.
    const type = (declared === null ? null : (types.local(region, declared) ?? declared)) ?? (isLocal(region, first) ? null : bare);
    if (type !== null && type !== undefined) parts = second === undefined ? [type] : [type, second, ...rest];
  }
  if (parts === null) return null;
  for (let next = parts[1]; next !== undefined; next = parts[1]) {
    const type = types.member(parts[0] ?? '', next);
    if (type === null) break;
    parts = [type, ...parts.slice(2)];
  }
  return parts.join('.');
}
