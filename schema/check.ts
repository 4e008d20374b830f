import { z } from 'zod';

/** One finding of a check: data, printed by the command. `code` is upstream's where upstream has one. */
export const Problem = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  /** File, with `:line:column` or a field path where known. */
  place: z.string(),
  what: z.string(),
  fix: z.string(),
});
export type Problem = z.infer<typeof Problem>;
