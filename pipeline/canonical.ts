import { createHash } from 'node:crypto';
import { byCodeUnit, type Digest } from '#schema/primitives.ts';

/**
 * JSON with keys by code unit and no spaces: equal data has equal bytes. `undefined` members are left out, as in JSON.
 * Anything that JSON would change or lose (a Map, a Buffer, a class, NaN) throws: an answer must survive being stored.
 */
export function canonicalJson(value: unknown, path = '$'): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}, which JSON cannot hold`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((inner, i) => canonicalJson(inner, `${path}[${i}]`)).join(',')}]`;
  if (typeof value === 'object' && isPlain(value)) {
    const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
    members.sort(([a], [b]) => byCodeUnit(a, b));
    return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner, `${path}.${key}`)}`).join(',')}}`;
  }
  throw new TypeError(`${path} is no plain data (${typeof value === 'object' ? value.constructor?.name : typeof value})`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function digestOf(content: string | Uint8Array): Digest {
  return createHash('sha256').update(content).digest('hex');
}

/** Keys, at any depth of a stage's output or options, that hold what only this machine saw or how it works. */
export interface MachineKeys {
  /** Never part of a digest: times, sizes, ids of this machine's images, how much is done at once. */
  readonly observed: readonly string[];
  /** Absolute paths below the cache folder: stored relative to it, so that a pool can be moved, and never part of a digest. */
  readonly paths: readonly string[];
}
export const NO_MACHINE_KEYS: MachineKeys = { observed: [], paths: [] };

/** The value without what only this machine saw: what fingerprints are made of. */
export function portable(value: unknown, keys: MachineKeys): unknown {
  const dropped = new Set([...keys.observed, ...keys.paths]);
  return dropped.size === 0 ? value : mapKeys(value, (key, inner) => (dropped.has(key) ? undefined : inner));
}

const BELOW = '{cache}/';
/** Rewrites paths below `cacheDir` to `{cache}/…` (for the store), or back (`forth` false). */
export function relocated(value: unknown, keys: MachineKeys, cacheDir: string, forth: boolean): unknown {
  if (keys.paths.length === 0) return value;
  const [from, to] = forth ? [`${cacheDir}/`, BELOW] : [BELOW, `${cacheDir}/`];
  return mapKeys(value, (key, inner) =>
    keys.paths.includes(key) && typeof inner === 'string' && inner.startsWith(from) ? to + inner.slice(from.length) : inner,
  );
}

function mapKeys(value: unknown, change: (key: string, inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => mapKeys(inner, change));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapKeys(change(key, inner), change)]));
}
