import { z } from 'zod';
import { Digest, Instant } from './primitives.ts';
import { UnitVerdict } from './trial.ts';

/** Why an attempt ended as it did, beside what the tests say (`runtime.md`, outer loop). */
export const FailureMode = z.enum([
  'none',
  'agent_timeout',
  'agent_rate_limited',
  'agent_auth_error',
  'agent_network_error',
  'agent_server_error',
  'agent_startup_error',
  'context_length_exceeded',
  'output_length_exceeded',
  'fatal_llm_parse_error',
  'test_timeout',
  'parse_error',
  'infra_error',
  'unknown_agent_error',
]);
export type FailureMode = z.infer<typeof FailureMode>;

const Usage = z.object({ inputTokens: z.number().int(), outputTokens: z.number().int(), cachedTokens: z.number().int() });

/** One thing an agent did, as its adapter tells it. */
export const AgentStep = z.object({ kind: z.enum(['message', 'command', 'edit']), text: z.string(), usage: Usage.nullable() });
export type AgentStep = z.infer<typeof AgentStep>;

/** What the metrics need of a task, stored with the trial so that a run can be scored again without the task. */
export const ScoredUnit = z.object({
  id: z.string(),
  layer: z.number().int().min(0),
  parents: z.array(z.string()),
  /** Admitted ids still valid at the end of the gold history. A unit with none is retired: it is no obligation at the end. */
  expected: z.array(z.string()),
});
export type ScoredUnit = z.infer<typeof ScoredUnit>;

export const TrialEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('trial-started'),
    trial: z.string(),
    task: z.string(),
    attempt: z.number().int().positive(),
    agent: z.string(),
    model: z.string().nullable(),
    isolation: z.string(),
    /** Image id, or null where the host's tools serve. */
    image: z.string().nullable(),
    /** Digest of the task's base tree and of the words the agent was given. */
    base: Digest,
    brief: Digest,
    units: z.array(ScoredUnit),
  }),
  z.object({ type: z.literal('agent-started') }),
  z.object({ type: z.literal('step'), step: AgentStep }),
  z.object({ type: z.literal('agent-ended'), failure: FailureMode, detail: z.string(), durationMs: z.number() }),
  z.object({
    type: z.literal('snapshot'),
    tree: Digest,
    put: z.number().int(),
    removed: z.number().int(),
    /** Changed paths that the judge takes from the task, not from the workspace. */
    ignored: z.array(z.string()),
  }),
  z.object({ type: z.literal('judging-started') }),
  z.object({
    type: z.literal('judged'),
    /** `unit`: admitted ids of the unit. `guards`: pass-to-pass ids of a unit, or of the base (`_base`). */
    of: z.enum(['unit', 'guards']),
    verdict: UnitVerdict,
    timedOut: z.boolean(),
    tail: z.string(),
    durationMs: z.number(),
  }),
  z.object({ type: z.literal('infra'), detail: z.string() }),
  z.object({ type: z.literal('trial-ended') }),
]);
export type TrialEvent = z.infer<typeof TrialEvent>;

/** One line of events.jsonl. Order is `seq`, from 0 without a gap; `at` is for people. */
export const LoggedEvent = z.object({ seq: z.number().int().min(0), at: Instant, event: TrialEvent });
export type LoggedEvent = z.infer<typeof LoggedEvent>;

/** A metric, or why there is none: never NaN, never a default. */
export const Metric = z.union([z.object({ value: z.number() }), z.object({ unscored: z.string() })]);
export type Metric = z.infer<typeof Metric>;

export const UnitResult = UnitVerdict.omit({ tests: true }).extend({
  layer: z.number().int(),
  released: z.boolean(),
  retired: z.boolean(),
});
export type UnitResult = z.infer<typeof UnitResult>;

/** One attempt of one agent at one task: a row of results.json. The first block has the names that upstream's tools read. */
export const TrialResult = z.object({
  id: z.string(),
  trial_name: z.string(),
  task_id: z.string(),
  /** Null: not judged, which is not failed. */
  is_resolved: z.boolean().nullable(),
  failure_mode: FailureMode,
  /** `test_unit_runner.py::test_unit[<unit>]` → passed or failed; a unit not judged is left out. */
  parser_results: z.record(z.string(), z.enum(['passed', 'failed'])),
  total_input_tokens: z.number().int(),
  total_output_tokens: z.number().int(),
  trial_started_at: Instant.nullable(),
  trial_ended_at: Instant.nullable(),
  agent_started_at: Instant.nullable(),
  agent_ended_at: Instant.nullable(),
  test_started_at: Instant.nullable(),
  test_ended_at: Instant.nullable(),

  attempt: z.number().int(),
  isolation: z.string(),
  units: z.array(UnitResult),
  /** Released units (paper, section 2.6): sources, then units all of whose predecessors are complete. */
  released: z.array(z.string()),
  guards: z.object({ passed: z.number().int(), broken: z.array(z.string()), notJudged: z.array(z.string()) }),
  /** Over released tests (paper, eq. 3). */
  test_pass_rate: Metric,
  /** Deepest layer up to which everything passes, over the deepest layer (paper, eq. 4). */
  depth: Metric,
  /** Layers passed over layers: tells "layer 0" from "nothing". */
  depth_layers: Metric,
  total_cached_tokens: z.number().int(),
  steps: z.number().int(),
  ignored_paths: z.array(z.string()),
  detail: z.string(),
});
export type TrialResult = z.infer<typeof TrialResult>;

/** results.json of a run. */
export const RunResults = z.object({
  id: z.string(),
  results: z.array(TrialResult),
  n_resolved: z.number().int(),
  n_unresolved: z.number().int(),
  n_not_judged: z.number().int(),
  resolved_ids: z.array(z.string()),
  unresolved_ids: z.array(z.string()),
  /** Resolved over judged trials; null when none was judged. */
  accuracy: z.number().nullable(),
  /** Unbiased, for each k that every judged task has attempts for. */
  pass_at_k: z.record(z.string(), z.number()),
  mean: z.object({ test_pass_rate: Metric, depth: Metric, depth_layers: Metric }),
});
export type RunResults = z.infer<typeof RunResults>;

export const RunMetadata = z.object({
  run_id: z.string(),
  created_at: Instant,
  agent: z.string(),
  model: z.string().nullable(),
  /** Trials that the run consists of, in the order they are started. */
  trials: z.array(z.object({ trial: z.string(), task: z.string(), attempt: z.number().int() })),
  /** Of each task's directory: a run is resumed on the same tasks only. */
  tasks: z.record(z.string(), Digest),
  contract: z.object({ version: z.number().int(), digest: Digest }),
  isolation: z.string(),
  /** Everything that was set, defaults included. */
  config: z.record(z.string(), z.unknown()),
});
export type RunMetadata = z.infer<typeof RunMetadata>;
