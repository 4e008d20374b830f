import type { Instant } from '#schema/primitives.ts';

/** `2024-12-22T10:00:00Z` of seconds since 1970; pure, but the only place that builds a Date of given time. */
export function instantOf(seconds: number): Instant {
  return new Date(seconds * 1000).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Seconds since 1970 of an instant. */
export function secondsOf(instant: Instant): number {
  return Date.parse(instant) / 1000;
}
