import type { FailureReason, TestRecord } from '#schema/trial.ts';

/** A pattern of one runner's messages and what it says. Tried in order. */
export type ReasonRule = readonly [pattern: RegExp, reason: FailureReason];

/** What the machine lacks, whatever the runner. Before everything else: it is never the unit's fault. */
const ENVIRONMENT: readonly ReasonRule[] = [
  [
    /cannot open shared object file|GLIBC(?:XX)?_[\d.]+' not found|ENOSPC|No space left on device|Cannot allocate memory|MemoryError\b/i,
    'environment',
  ],
  [
    /ENETUNREACH|EAI_AGAIN|getaddrinfo|Network is unreachable|Temporary failure in name resolution|Name or service not known|dial tcp .*: (?:lookup|connect: network)/i,
    'environment',
  ],
  [/\bspawn \S+ ENOENT\b|command not found|executable file not found in \$PATH|Read-only file system|EROFS/i, 'environment'],
];

/**
 * Why a record is no pass. The message decides first; then a body that ran and failed is an `assertion` (whatever it raised: the
 * code under test answered otherwise than the test demands), and a case that never got to run is an `error`, or `collection` when
 * it is the whole file.
 */
export function reasonOf(record: TestRecord, rules: readonly ReasonRule[]): FailureReason {
  if (record.status === 'missing' || record.status === 'skip' || record.status === 'todo') return 'no-record';
  if (record.status === 'timeout') return 'timeout';
  const found = [...ENVIRONMENT, ...rules].find(([pattern]) => pattern.test(record.message));
  if (found !== undefined) return found[1];
  if (record.status === 'fail' || record.status === 'xfail' || record.status === 'xpass') return 'assertion';
  return record.id.endsWith('|') && record.status === 'error' ? 'collection' : 'error';
}
