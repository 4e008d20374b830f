import { z } from 'zod';
import { Instant, Oid } from './primitives.ts';
import { SetAside } from './outcome.ts';
import { NamedSource } from './source.ts';

/** What a file is for. `manifest` (dependency manifests) is kept apart from `auxiliary` because trees treat it differently. */
export const FileRole = z.enum(['source', 'test', 'auxiliary', 'manifest', 'lockfile', 'generated', 'vendored', 'binary']);
export type FileRole = z.infer<typeof FileRole>;

/** Roles that no unit's patch holds: `dag.md`, "auxiliary hunks". All other roles are composed. */
export const SET_ASIDE_ROLES: ReadonlySet<FileRole> = new Set(['auxiliary', 'manifest', 'lockfile']);
/** Roles that a unit's patch may hold beside tests. */
export const PATCH_ROLES: ReadonlySet<FileRole> = new Set(['source', 'generated', 'vendored', 'binary']);
/** Roles whose hunks and symbols may bear an edge. */
export const EVIDENCE_ROLES: ReadonlySet<FileRole> = new Set(['source', 'test']);

/** One file of a change, as `git diff-tree --raw` tells it, rename pairing included. */
export const FileChange = z.object({
  status: z.enum(['A', 'M', 'D', 'R', 'C', 'T']),
  path: z.string(),
  oldPath: z.string().nullable(),
  oldMode: z.string(),
  newMode: z.string(),
  oldOid: Oid,
  newOid: Oid,
  /** Lines; null for a binary file or one whose blob the copy lacks. */
  added: z.number().int().nullable(),
  deleted: z.number().int().nullable(),
});
export type FileChange = z.infer<typeof FileChange>;

export const PullRequest = z.object({
  number: z.number().int().positive(),
  /** How it was told: the first that applies. */
  toldBy: z.enum(['api', 'pull-ref', 'merge-commit', 'bors', 'squash-subject', 'trailer', 'rebase-run']),
  /** True when the API or a pull ref confirms the number is a merged PR of this repository. */
  verified: z.boolean(),
  title: z.string(),
  body: z.string().nullable(),
  labels: z.array(z.string()),
  linkedIssues: z.array(z.number().int()),
  /** Other numbers of the subject (issues, PRs of a combined squash). */
  otherNumbers: z.array(z.number().int()),
});
export type PullRequest = z.infer<typeof PullRequest>;

/**
 * One step of the first-parent line. Content is the pair of trees, so a change taken out of an unfolded merge is no special
 * case. Law: in a range, each change's `before` is the previous change's `after`.
 */
export const Change = z.object({
  /** The commit (the merge commit for a merge). Key of the change: a PR number is none. */
  id: Oid,
  before: Oid,
  after: Oid,
  subject: z.string(),
  message: z.string(),
  authorName: z.string(),
  authorEmail: z.string(),
  authoredAt: Instant,
  /** Committer date of `id`: when it landed. */
  landedAt: Instant,
  parents: z.number().int(),
  pr: PullRequest.nullable(),
  /** Set on changes that an unfolded merge brought in: that merge's commit. */
  unfoldedFrom: Oid.nullable(),
  /** Set on a merge kept whole though its side branch holds PRs of its own: why it was not unfolded. */
  keptWhole: z.string().nullable(),
  files: z.array(FileChange),
});
export type Change = z.infer<typeof Change>;

/** collect's output. */
export const Collected = z.object({
  sourceId: z.string(),
  /** The source as read: later stages take its role overrides and recipe from here. */
  source: NamedSource,
  /** Absolute path of our private bare clone; provenance, never part of a digest. */
  gitDir: z.string(),
  baseCommit: Oid,
  endCommit: Oid,
  baseTree: Oid,
  endTree: Oid,
  /** Blobs that this copy lacks, reachable from the range. */
  missingBlobs: z.array(Oid),
  changes: z.array(Change),
  setAside: z.array(SetAside),
});
export type Collected = z.infer<typeof Collected>;

export const Mark = z.enum([
  'bot',
  'dependency-bump',
  'format-only',
  'revert',
  'reverted',
  'release-merge',
  'back-port',
  'version-bump',
  'empty',
  'tests-only',
  'no-source',
]);
export type Mark = z.infer<typeof Mark>;

export const NormalFile = FileChange.extend({
  role: FileRole,
  /** Which rule gave the role, e.g. `language python: test glob tests/**`. */
  roleBy: z.string(),
  language: z.string().nullable(),
  /** Of a source file: 1-based inclusive line ranges of the new side that are tests at syntax level. */
  inlineTests: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type NormalFile = z.infer<typeof NormalFile>;

export const NormalChange = Change.omit({ files: true }).extend({
  files: z.array(NormalFile),
  marks: z.array(Mark),
  /** The other half of a revert pair, when it lies in the range. */
  revertPair: Oid.nullable(),
  sourceLines: z.number().int(),
  testLines: z.number().int(),
  /** Set on a step that is one of several which a change falls apart into; they share its id. */
  segment: z.object({ index: z.number().int().positive(), of: z.number().int().min(2) }).optional(),
});
export type NormalChange = z.infer<typeof NormalChange>;

/** normalize's output. */
export const Normalized = Collected.omit({ changes: true }).extend({ changes: z.array(NormalChange) });
export type Normalized = z.infer<typeof Normalized>;
