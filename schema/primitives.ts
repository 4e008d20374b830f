import { z } from 'zod';

/** A git object id, SHA-1, lower-case hex. */
export const Oid = z.string().regex(/^[0-9a-f]{40}$/, 'a full 40-digit object id');
export type Oid = z.infer<typeof Oid>;

/** The id git prints for "no object": the absent side of an added or deleted file. */
export const NULL_OID = '0000000000000000000000000000000000000000';
/** The empty tree, which every repository has without storing it. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** SHA-256 of content, lower-case hex. */
export const Digest = z.string().regex(/^[0-9a-f]{64}$/);
export type Digest = z.infer<typeof Digest>;

/** An instant, ISO 8601 in UTC with seconds, e.g. 2024-12-22T10:00:00Z. */
export const Instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
export type Instant = z.infer<typeof Instant>;

/** A path inside a repository: relative, forward slashes, no `.` or `..` part. */
export const RepoPath = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').some((part) => part === '' || part === '.' || part === '..'), {
    message: 'a relative path without empty, "." or ".." parts',
  });
export type RepoPath = z.infer<typeof RepoPath>;

/** `unit_001`, `unit_002`, …: the requirement's file stem, the shard's stem and the node id are all this. */
export const UnitId = z.string().regex(/^unit_\d{3,}$/);
export type UnitId = z.infer<typeof UnitId>;

/** Compares by code unit: the same on every machine, zone and locale. Use it for every sort of strings. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
