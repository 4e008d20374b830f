import { z } from 'zod';
import { byCodeUnit, Digest } from '#schema/primitives.ts';
import { canonicalJson, digestOf } from './canonical.ts';

/**
 * Everything that can change a stage's answer for one item, as data a person can read and two of which can be compared.
 * `tools` are the entries of the stage's own `fingerprint()`: grammar versions, image digests, model ids.
 */
export const Fingerprint = z.object({
  stage: z.string(),
  version: z.number(),
  /** Digest of the input with what only this machine saw left out. */
  input: Digest,
  options: z.json(),
  tools: z.record(z.string(), z.string()),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

export function fingerprintDigest(fingerprint: Fingerprint): Digest {
  return digestOf(canonicalJson(fingerprint));
}

/** True when the stage said that something it reads is not pinned: the item is never served from the cache. */
export function isUnpinned(fingerprint: Fingerprint): boolean {
  return (fingerprint.tools['unpinned'] ?? 'false') !== 'false';
}

/** Each difference in words, most telling first: `stage version 3 → 4`, `input changed`, `option span.minDays 75 → 90`. */
export function whyStale(old: Fingerprint, now: Fingerprint): string[] {
  const why: string[] = [];
  if (old.stage !== now.stage) why.push(`stage ${old.stage} → ${now.stage}`);
  if (old.version !== now.version) why.push(`stage version ${old.version} → ${now.version}`);
  if (old.input !== now.input) why.push('input changed');
  why.push(...differences(leaves(old.options), leaves(now.options), 'option '));
  why.push(...differences(new Map(Object.entries(old.tools)), new Map(Object.entries(now.tools)), ''));
  return why;
}

function differences(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>, prefix: string): string[] {
  const names = [...new Set([...old.keys(), ...now.keys()])].sort(byCodeUnit);
  return names.flatMap((name) => {
    const before = old.get(name);
    const after = now.get(name);
    if (before === after) return [];
    const label = `${prefix}${name}`.trimEnd();
    if (before === undefined) return [`${label} is new (${after})`];
    return [after === undefined ? `${label} is gone (was ${before})` : `${label} ${before} → ${after}`];
  });
}

/** Dotted path → value in JSON; an empty list or map is a leaf. */
function leaves(value: unknown, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    return new Map([[path, JSON.stringify(value) ?? 'absent']]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leaves(inner, path === '' ? key : `${path}.${key}`)]));
}
