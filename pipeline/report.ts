import { EXIT } from '#schema/errors.ts';
import type { Digest } from '#schema/primitives.ts';
import type { FailureKind, Freshness } from './events.ts';
import type { StoredOutcome } from './results.ts';

/** What became of one item in one stage. */
export interface Row {
  readonly stage: string;
  readonly key: string;
  /** Key of the item at the head of the line that it came from; `*` for the gathered whole. */
  readonly root: string;
  readonly freshness: Freshness;
  /** Stage before it that is itself not up to date: the row tells of an old answer. */
  readonly behind: string | null;
  /** Null when nothing is known: it failed, or was not computed. */
  readonly outcomes: readonly StoredOutcome[] | null;
  readonly failure: { readonly kind: FailureKind; readonly message: string } | null;
  readonly fingerprint: Digest | null;
  /** Of the computation, also when it was done earlier. */
  readonly ms: number;
}

export interface RunReport {
  readonly stages: readonly string[];
  /** In order of the line, then by key. */
  readonly rows: readonly Row[];
  /** Items not asked for and not up to date: not part of what was gathered. */
  readonly leftOut: readonly string[];
  readonly interrupted: boolean;
  readonly frozen: boolean;
}

/** Bugs before faults of the user before trouble of the machine: the first is what must be looked at first. */
export function exitOf(report: RunReport): number {
  if (report.interrupted) return EXIT.interrupted;
  const kinds = new Set(report.rows.map((row) => row.failure?.kind));
  if (kinds.has('bug')) return EXIT.bug;
  if (kinds.has('user')) return EXIT.user;
  if (kinds.has('infra')) return EXIT.infra;
  return report.frozen && report.rows.some((row) => row.freshness.status !== 'fresh') ? EXIT.found : EXIT.ok;
}

/** Kept objects of the last stage that was reached, by key. */
export function finished(report: RunReport): readonly { readonly key: string; readonly object: Digest }[] {
  const last = report.stages.at(-1);
  return report.rows
    .filter((row) => row.stage === last && row.behind === null)
    .flatMap((row) => row.outcomes ?? [])
    .flatMap((outcome) => ('object' in outcome ? [{ key: outcome.key, object: outcome.object }] : []));
}
