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
    unitsMin: z.number().int().min(1).default(6),
    unitsMax: z.number().int().min(1).default(60),
    /** Changes of one window. */
    maxChanges: z.number().int().min(1).default(60),
    /** Least share of a window's source changes that bring tests. */
    testedShareMin: z.number().min(0).max(1).default(0.5),
    /** A file touched by more than this share of the changes, and by at least `hotMin`, is hot. */
    hotShare: z.number().min(0).max(1).default(0.5),
    hotMin: z.number().int().min(1).default(5),
  })
  .refine((t) => t.unitsMin <= t.unitsMax, { path: ['unitsMin'], message: 'unitsMin is larger than unitsMax' })
  .prefault({});
export type Thresholds = z.infer<typeof Thresholds>;

/** How hard validation tries: fresh containers for everything only at `audit`. */
export const Level = z.enum(['quick', 'standard', 'audit']);
export type Level = z.infer<typeof Level>;
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
  level: Level.default('standard'),
  /** Fresh runs of each test in each state (paper, section 2.5). */
  repetitions: z.number().int().min(1).max(100).default(3),
  sandbox: SandboxChoice.default('auto'),
  /** Items at work at once; default: the machine's processors. */
  concurrency: z.number().int().min(1).max(256).optional(),
  /** URL templates tried before a source's own, with `{host}`, `{owner}` and `{name}`. No part of any fingerprint. */
  mirrors: z.array(z.string().min(1)).default([]),
});
export type Pool = z.infer<typeof Pool>;

/** What stages may take as options: each stage's own schema picks from these by name, and only what it picks is fingerprinted. */
export interface Settings extends Thresholds {
  readonly poolName: string;
  readonly level: Level;
  readonly repetitions: number;
  readonly sandbox: SandboxChoice;
}
export function settingsOf(pool: Pool): Settings {
  return { ...pool.thresholds, poolName: pool.name, level: pool.level, repetitions: pool.repetitions, sandbox: pool.sandbox };
}
