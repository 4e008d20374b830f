import { z } from 'zod';
import { Problem } from './check.ts';
import { Digest, RepoPath } from './primitives.ts';
import { Validated } from './task.ts';

const ManifestFile = z.object({ path: RepoPath, mode: z.enum(['100644', '100755', '120000']), sha256: Digest, size: z.number().int() });

export const ManifestTask = z.object({
  id: z.string(),
  /** Of one line `mode sha256 size path` a file, sorted by path. */
  tree: Digest,
  /** Of the deterministic tar. */
  bundle: Digest,
  files: z.array(ManifestFile),
  /** SPDX expression of the source. */
  licence: z.string(),
  /** SHA-256 of the task's provenance.json. */
  provenance: Digest,
  stats: Validated.shape.stats,
});
export type ManifestTask = z.infer<typeof ManifestTask>;

/** One row of the paper's tables 6 and 7: means over a pool. */
export const PoolStats = z.object({
  tasks: z.number().int(),
  files: z.number(),
  linesOfCode: z.number(),
  units: z.number(),
  modules: z.number(),
  edges: z.number(),
  depth: z.number(),
  goldLines: z.number(),
  goldFiles: z.number(),
  tests: z.number(),
  spanDays: z.number(),
  totalUnits: z.number().int(),
  totalTests: z.number().int(),
  medianDepth: z.number(),
});
export type PoolStats = z.infer<typeof PoolStats>;

/** publish's output and a pool's `manifest.json`. */
export const Manifest = z.object({
  pool: z.string(),
  tasks: z.array(ManifestTask),
  /** Tasks that the checks refused: not in the pool. */
  refused: z.array(z.object({ id: z.string(), problems: z.array(Problem) })),
  /** Null for a pool without a task: there is no mean of nothing. */
  stats: PoolStats.nullable(),
  /** Of one line `id tree` a task: equal digests mean equal pools, whatever machine built them. */
  digest: Digest,
  /** What this machine saw (image ids, times, sizes), by task. Outside every digest. */
  observed: z.record(z.string(), Validated.shape.observed),
});
export type Manifest = z.infer<typeof Manifest>;
