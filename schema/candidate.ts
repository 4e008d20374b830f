import { z } from 'zod';
import { NormalChange } from './change.ts';
import { SetAside } from './outcome.ts';
import { Instant, Oid, RepoPath } from './primitives.ts';
import { NamedSource } from './source.ts';

export const Licence = z.object({
  /** SPDX expression read from the tree at the range's end. */
  spdx: z.string(),
  files: z.array(RepoPath),
  /** How it was told: `LICENSE text matches BSD-3-Clause`, `pyproject.toml license field`. */
  toldBy: z.string(),
});
export type Licence = z.infer<typeof Licence>;

/** One contiguous window of a source's range, good enough to become a task. select's output. */
export const Candidate = z.object({
  sourceId: z.string(),
  source: NamedSource,
  gitDir: z.string(),
  /** Content key: digest of source id, base and end tree. */
  key: z.string(),
  /** `task_pr_<short digest>`: nothing that names the source. */
  taskId: z.string(),
  domain: z.string(),
  languages: z.array(z.string()),
  baseCommit: Oid,
  endCommit: Oid,
  baseTree: Oid,
  endTree: Oid,
  firstLanded: Instant,
  lastLanded: Instant,
  spanDays: z.number(),
  /** Changed source and test lines, denied files left out (paper, section 2.3). */
  scale: z.number().int(),
  testedShare: z.number(),
  licence: Licence,
  changes: z.array(NormalChange),
  setAside: z.array(SetAside),
});
export type Candidate = z.infer<typeof Candidate>;
