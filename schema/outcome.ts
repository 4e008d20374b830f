import { z } from 'zod';

/**
 * Why an item left the line. Closed: a stage may not invent a reason, and the funnel counts by these.
 * `detail` beside it says what was seen in this very case.
 */
export const DropReason = z.enum([
  // collect
  'repository-unavailable',
  'repository-corrupt',
  'repository-shallow',
  'repository-empty',
  'range-not-found',
  'no-changes-in-range',
  'blob-missing',
  'path-not-utf8',
  // normalize / select
  'span-too-short',
  'scale-too-small',
  'too-many-changes',
  'too-few-tested-changes',
  'change-too-large',
  'licence-not-open',
  'licence-unknown',
  'language-unknown',
  'window-overlaps-better',
  'not-asked-for',
  // recover-dag
  'too-few-units',
  'does-not-compose',
  // instruct
  'gold-leak',
  'identity-leak',
  // materialize
  'no-test-framework',
  'image-build-failed',
  'recomposition-failed',
  // validate
  'no-admitted-tests',
  'environment-broken',
  'oracle-not-resolved',
  'noop-scores',
  // publish
  'check-failed',
]);
export type DropReason = z.infer<typeof DropReason>;

/** Left the line, as data: why, and what was seen. */
export interface Dropped {
  readonly dropped: DropReason;
  readonly detail: string;
}
export interface Kept<T> {
  readonly kept: T;
}
export type Outcome<T> = Kept<T> | Dropped;

export function kept<T>(value: T): Kept<T> {
  return { kept: value };
}
export function dropped(reason: DropReason, detail: string): Dropped {
  return { dropped: reason, detail };
}
export function isKept<T>(outcome: Outcome<T>): outcome is Kept<T> {
  return 'kept' in outcome;
}

/** A change, unit, edge or test id set aside inside a kept item, with the reason a person can check. */
export const SetAside = z.object({ what: z.string(), reason: z.string(), detail: z.string() });
export type SetAside = z.infer<typeof SetAside>;
