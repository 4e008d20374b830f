import { z } from 'zod';

const Person = z.string().regex(/^[^<>]+ <[^<>\s]+>$/, 'a person as "Name <mail>"');
const Moment = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/, 'a time with its zone, e.g. 2024-01-08T11:25:10+01:00');
const Patch = z.string().regex(/^[0-9a-z-]+$/, 'the stem of a .patch file beside history.yaml');

const shared = {
  name: z.string(),
  title: z.string(),
  /** May name an earlier landing in braces, `{start}`, for its commit id. */
  body: z.string().optional(),
  by: Person,
  at: Moment,
};

/** One step of the default branch. */
export const Landing = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('direct'), ...shared, patch: Patch }),
  z.strictObject({ how: z.literal('squash'), ...shared, pr: z.number().int().positive(), patch: Patch }),
  z.strictObject({
    how: z.literal('merge'),
    ...shared,
    pr: z.number().int().positive(),
    /** Name of the landing that the branch was forked from. */
    after: z.string(),
    branch: z.string(),
    commits: z.array(z.strictObject({ patch: Patch, subject: z.string(), at: Moment })).min(1),
  }),
]);
export type Landing = z.infer<typeof Landing>;

/** `examples/<name>/history.yaml`. */
export const History = z.strictObject({ title: z.string(), landings: z.array(Landing).min(1) });
export type History = z.infer<typeof History>;

/** The commit messages that the forge would have written. */
export function landingMessage(landing: Landing, repository: string, body: string | undefined): string {
  const text = body === undefined ? '' : `\n\n${body.trim()}`;
  if (landing.how === 'direct') return `${landing.title}${text}\n`;
  if (landing.how === 'squash') return `${landing.title} (#${landing.pr})${text}\n`;
  const owner = repository.split('/')[0];
  return `Merge pull request #${landing.pr} from ${owner}/${landing.branch}\n\n${landing.title}${text}\n`;
}
