import { z } from 'zod';
import { UnitId } from './primitives.ts';

/** States of fail-to-pass admission (`dag.md`): base; base + ancestors; that + the unit; the range's end. */
export const StateName = z.enum(['EMPTY', 'ANC', 'SELF', 'FULL']);
export type StateName = z.infer<typeof StateName>;

/** What one test case did. Only `pass` is a pass; `missing` is given by the judge when an expected id has no record. */
export const TestStatus = z.enum(['pass', 'fail', 'error', 'skip', 'xfail', 'xpass', 'todo', 'timeout', 'crash', 'missing']);
export type TestStatus = z.infer<typeof TestStatus>;

/** One record of a structured report. `id` is `<runner>|<file or package>|<suite › name[param]>`, NFC. */
export const TestRecord = z.object({
  id: z.string(),
  status: TestStatus,
  /** Failure text, at most 4 KiB, terminal escapes removed. */
  message: z.string(),
  durationMs: z.number().nullable(),
});
export type TestRecord = z.infer<typeof TestRecord>;

/** Why a test did not pass (`dag.md`): only the first three are reasons for which a unit's test may fail. */
export const FailureReason = z.enum([
  'assertion',
  'missing-symbol',
  'compile-error',
  'error',
  'collection',
  'timeout',
  'no-record',
  'environment',
]);
export type FailureReason = z.infer<typeof FailureReason>;

/** One run of one test command in one fresh sandbox. */
export const RunReport = z.object({
  records: z.array(TestRecord),
  exit: z.number().int().nullable(),
  timedOut: z.boolean(),
  oom: z.boolean(),
  /** Null when a structured report was read; else why there is none (tool missing, crash, truncated). */
  noReport: z.string().nullable(),
  /** Last 4 KiB of the command's output: for people, never for a verdict. */
  tail: z.string(),
  durationMs: z.number(),
});
export type RunReport = z.infer<typeof RunReport>;

/** Counts of one test id in one state over the repetitions. Deterministic: no time in it. */
export const TrialCount = z.object({
  unit: z.union([UnitId, z.literal('_base')]),
  id: z.string(),
  state: StateName,
  runs: z.number().int(),
  pass: z.number().int(),
  statuses: z.record(z.string(), z.number().int()),
  /** Of a non-pass. */
  reason: FailureReason.nullable(),
});
export type TrialCount = z.infer<typeof TrialCount>;

export const Admission = z.object({
  unit: z.union([UnitId, z.literal('_base')]),
  id: z.string(),
  verdict: z.enum([
    'admitted',
    'pass-to-pass',
    'flaky',
    'does-not-discriminate',
    'not-sufficient',
    'not-solvable',
    'retired',
    'environment',
    'not-run',
  ]),
  detail: z.string(),
  /** One-sided 95 % upper bound on the flake probability from the clean runs: 1 − 0.05^(1/n). */
  flakeBound: z.number().nullable(),
});
export type Admission = z.infer<typeof Admission>;

/** The judge's word on one unit in one workspace state. */
export const UnitVerdict = z.object({
  unit: z.string(),
  verdict: z.enum(['pass', 'fail', 'not-judged']),
  why: z.string(),
  passed: z.number().int(),
  expected: z.number().int(),
  tests: z.array(z.object({ id: z.string(), status: TestStatus })),
});
export type UnitVerdict = z.infer<typeof UnitVerdict>;
