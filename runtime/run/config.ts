import { z } from 'zod';

/**
 * A run's settings: the file given by `--config`, flags over it (paper, appendix Q, table 13). Keys that begin with `x-` are free for
 * notes. Upstream's settings without a meaning here (`no_rebuild`, `cleanup`: images are found by content; `log_level`) are taken,
 * so that its files can be read, and are told on stderr when they ask for something.
 */
export const RunConfig = z.strictObject({
  dataset_path: z.string().min(1).default('tasks-out'),
  /** Globs of task ids. */
  task_ids: z.array(z.string().min(1)).default(['*']),
  exclude_task_ids: z.array(z.string().min(1)).default([]),
  n_tasks: z.number().int().positive().optional(),
  agent: z.string().min(1).default('oracle'),
  model: z.string().min(1).optional(),
  agent_kwargs: z.record(z.string(), z.unknown()).default({}),
  output_path: z.string().min(1).default('runs'),
  run_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, dots, dashes and underscores')
    .optional(),
  n_concurrent: z.number().int().min(1).max(256).default(4),
  n_attempts: z.number().int().min(1).max(1000).default(1),
  global_timeout_multiplier: z.number().positive().default(1),
  global_agent_timeout_sec: z.number().positive().optional(),
  global_test_timeout_sec: z.number().positive().optional(),
  sandbox: z.enum(['auto', 'docker', 'local']).default('auto'),
  /** Keeps the attached tests out of the agent's workspace. */
  hide_tests: z.boolean().default(false),
  memory_mb: z.number().int().min(128).default(4096),
  cpus: z.number().positive().default(2),
  livestream: z.boolean().default(false),
  no_rebuild: z.boolean().default(false),
  cleanup: z.boolean().default(false),
  log_level: z.string().default('info'),
});
export type RunConfig = z.infer<typeof RunConfig>;

/** Settings that were asked for and change nothing here, each with why. */
export function withoutEffect(config: RunConfig): readonly string[] {
  const told: string[] = [];
  if (config.no_rebuild) told.push('no_rebuild: an image is found by its content and built only when it is not there');
  if (config.cleanup) told.push('cleanup: images are kept, since they are found by content');
  if (config.log_level !== 'info') told.push('log_level: progress goes to stderr; redirect it');
  return told;
}

/** The agent's and the tests' time for one task, in seconds: the global override, else the task's own, times the multiplier. */
export function budgets(config: RunConfig, agentSec: number, testSec: number): { readonly agentSec: number; readonly testSec: number } {
  return {
    agentSec: (config.global_agent_timeout_sec ?? agentSec) * config.global_timeout_multiplier,
    testSec: (config.global_test_timeout_sec ?? testSec) * config.global_timeout_multiplier,
  };
}
