import { z } from 'zod';

/** Mean length of a month of the Gregorian calendar. */
const DAYS_PER_MONTH = 30.4375;

/** What a window must be to become a task. The defaults of span and scale are the paper's (section 2.3). */
export const Thresholds = z
  .strictObject({
    /** First to last landing of the window, in days. 2.5 mean months = 76.09 days: 75 would admit windows that are too short. */
    spanDaysMin: z
      .number()
      .nonnegative()
      .default(2.5 * DAYS_PER_MONTH),
    /** Changed source and test lines of the window. */
    scaleMin: z.number().int().nonnegative().default(1200),
    /** Units that a task has at least. */
    unitsMin: z.number().int().min(1).default(3),
    /** Changes of one window. */
    maxChanges: z.number().int().min(1).default(60),
    /** Least share of a window's source changes that bring tests. */
    testedShareMin: z.number().min(0).max(1).default(0.5),
    /** A file touched by more than this share of the changes, and by at least `hotMin`, is hot. */
    hotShare: z.number().min(0).max(1).default(0.5),
    hotMin: z.number().int().min(1).default(5),
  })
  .prefault({});
export type Thresholds = z.infer<typeof Thresholds>;

export const SandboxChoice = z.enum(['auto', 'docker', 'local']);
export type SandboxChoice = z.infer<typeof SandboxChoice>;

/** `pool.yaml`. Paths are relative to the file. Keys that start with `x-` are free for notes. */
export const Pool = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes'),
  /** Globs of source files, or folders whose `*.yaml` are taken. */
  sources: z.array(z.string().min(1)).min(1),
  /** Where built tasks go; default `tasks-out/<name>`. */
  out: z.string().min(1).optional(),
  /** Store, journal and clones; default `.pool`. */
  cacheDir: z.string().min(1).default('.pool'),
  denylists: z.string().min(1).default('denylists'),
  thresholds: Thresholds,
  /** Fresh runs of each test in each state (paper, section 2.5). */
  repetitions: z.number().int().min(1).max(100).default(3),
  sandbox: SandboxChoice.default('auto'),
  /** Items at work at once; default: the machine's processors. */
  concurrency: z.number().int().min(1).max(256).optional(),
  /** Path templates with `{owner}` and `{name}`, looked at before the network. No part of any fingerprint. */
  mirrors: z.array(z.string().min(1)).default([]),
  /** Memory of one sandbox. */
  memoryMb: z.number().int().min(64).default(2048),
  /** Named in every task's metadata. */
  author: z
    .strictObject({ name: z.string().min(1).default('Loopsmith'), email: z.string().min(3).default('loopsmith@localhost') })
    .prefault({}),
  /** The line that every text of the pool carries, so that training data can be searched for it. Default: made from the name. */
  canary: z.string().min(20).optional(),
});
export type Pool = z.infer<typeof Pool>;
