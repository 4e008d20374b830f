import { z } from 'zod';

/** One thing that is refused: what (a path glob, a commit, a repository, an SPDX id, a phrase), why, and since when. */
export const DenyEntry = z.strictObject({
  what: z.string().min(1),
  why: z.string().min(1),
  since: z.string().regex(/^\d{4}-\d\d-\d\d$/, 'a date such as 2026-01-31, in quotes'),
});
export type DenyEntry = z.infer<typeof DenyEntry>;

/** One file of `denylists/`. */
export const DenyFile = z.strictObject({ entries: z.array(DenyEntry) });

/** The kinds of lists; each is a file `denylists/<kind>.yaml`. */
export const DENY_KINDS = ['paths', 'commits', 'repositories', 'licences', 'phrases'] as const;

export const Denylists = z
  .strictObject({
    /** Globs of paths that bear no evidence and count for no scale. */
    paths: z.array(DenyEntry).default([]),
    /** Commits that no window may hold, full or abbreviated to twelve digits or more. */
    commits: z.array(DenyEntry).default([]),
    /** `host/owner/name`, lower case. */
    repositories: z.array(DenyEntry).default([]),
    /** SPDX ids that are refused though a list of open licences may hold them. */
    licences: z.array(DenyEntry).default([]),
    /** Texts that must stand in nothing we publish. */
    phrases: z.array(DenyEntry).default([]),
  })
  .prefault({});
export type Denylists = z.infer<typeof Denylists>;

/** The entry that refuses a repository, commit or licence, or null. URLs are compared without scheme, `.git` and case. */
export function denialOf(entries: readonly DenyEntry[], name: string): DenyEntry | null {
  const plain = plainName(name);
  return (
    entries.find((entry) => plainName(entry.what) === plain || (/^[0-9a-f]{12,40}$/.test(entry.what) && plain.startsWith(entry.what))) ??
    null
  );
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
}
