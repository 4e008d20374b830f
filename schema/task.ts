import { z } from 'zod';
import { Edge, Evidence, Recovered, Unit } from './dag.ts';
import { SetAside } from './outcome.ts';
import { Digest, Oid, UnitId } from './primitives.ts';
import { Recipe } from './recipe.ts';
import { Admission, TrialCount } from './trial.ts';

/** Agent-visible requirement of a unit (`requirements/unit_001.yaml`). */
export const Requirement = z.strictObject({
  id: UnitId,
  title: z.string().min(1),
  /** Markdown: context, behaviour, interface, acceptance signals. */
  requirement: z.string().min(1),
  category: z.string().min(1),
});
export type Requirement = z.infer<typeof Requirement>;

export const InstructedUnit = z.object({
  requirement: Requirement,
  acceptance: z.array(z.string()),
  fileScope: z.array(z.string()),
  symbolScope: z.array(z.string()),
});
export type InstructedUnit = z.infer<typeof InstructedUnit>;

/** instruct's output. */
export const Instructed = z.object({
  recovered: Recovered,
  /** The task's instruction, markdown. */
  instruction: z.string(),
  units: z.record(UnitId, InstructedUnit),
});
export type Instructed = z.infer<typeof Instructed>;

/** A file of a stored tree: content lies in the store under `digest`. */
export const StoredFile = z.object({
  path: z.string(),
  mode: z.enum(['100644', '100755', '120000']),
  digest: Digest,
  size: z.number().int(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** Git trees that materialize composed for one unit; each is a whole workspace with tests. */
export const UnitStates = z.object({
  unit: UnitId,
  empty: Oid,
  anc: Oid,
  self: Oid,
  full: Oid,
  /** Test files of SELF that differ from base: what `tests/<unit>/` holds. */
  testFiles: z.array(z.string()),
  /** Of these, those the unit's own change touches: what is run. */
  runFiles: z.array(z.string()),
});
export type UnitStates = z.infer<typeof UnitStates>;

/** materialize's output: the task before any test was run. */
export const Materialized = z.object({
  instructed: Instructed,
  recipe: Recipe,
  language: z.string(),
  framework: z.string(),
  /** Base workspace as a git tree in the task's object store: manifests in place, tests and denied names out. */
  workspaceTree: Oid,
  /** The whole end tree as upstream has it. */
  endTree: Oid,
  states: z.array(UnitStates),
  /** Base test files, for pass-to-pass guards: `tests/_base/`. */
  baseTestFiles: z.array(z.string()),
  /** Image id for docker, null for a local build; with its observations, no part of any digest that leaves the machine. */
  image: z.object({
    id: z.string().nullable(),
    buildMs: z.number(),
    bytes: z.number(),
    baseImage: z.string().nullable(),
    log: Digest.nullable(),
  }),
  dockerfile: z.string(),
  /** Edges that composition found missing, already in `instructed.recovered.edges`. */
  completed: z.array(SetAside),
});
export type Materialized = z.infer<typeof Materialized>;

/** validate's output: a task whose every unit is proven by runs, and its directory as a stored tree. */
export const Validated = z.object({
  taskId: z.string(),
  sourceId: z.string(),
  units: z.array(Unit),
  edges: z.array(Edge),
  evidence: z.array(Evidence),
  trials: z.array(TrialCount),
  admissions: z.array(Admission),
  setAside: z.array(SetAside),
  /** `docker` or `local`. */
  sandbox: z.string(),
  files: z.array(StoredFile),
  /** Columns of the paper's tables 1, 6, 7 and of the docs table. */
  stats: z.object({
    changes: z.number().int(),
    units: z.number().int(),
    edges: z.number().int(),
    layers: z.number().int(),
    width: z.number().int(),
    modules: z.number().int(),
    baseFiles: z.number().int(),
    baseLines: z.number().int(),
    goldLines: z.number().int(),
    goldFiles: z.number().int(),
    tests: z.number().int(),
    spanDays: z.number(),
  }),
  /** What this machine saw: times, sizes, ids. Never part of the manifest digest. */
  observed: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Validated = z.infer<typeof Validated>;

// ── On disk ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const TaskUnitEntry = z.object({
  unit_id: UnitId,
  title: z.string(),
  requirement: z.string(),
  file_scope: z.array(z.string()),
  symbol_scope: z.array(z.string()),
  acceptance: z.array(z.string()),
  parents: z.array(UnitId),
  tests: z.array(z.string()),
  layer: z.number().int(),
});

/** task.yaml. Loose: unknown keys are kept on rewrite. */
export const TaskYaml = z.looseObject({
  instruction: z.string().min(1),
  author_name: z.string().min(1),
  author_email: z.string().min(1),
  difficulty: z.enum(['easy', 'medium', 'hard', 'very_hard']),
  category: z.string().min(1),
  tags: z.array(z.string()),
  parser_name: z.string().min(1),
  result_sources: z.array(z.object({ format: z.string(), path: z.string().optional(), required: z.boolean(), fallback: z.boolean() })),
  docker: z.object({ compose_file: z.string() }).optional(),
  max_agent_timeout_sec: z.number().positive().default(1800),
  max_test_timeout_sec: z.number().positive().default(3600),
  estimated_duration_sec: z.number().positive().optional(),
  expert_time_estimate_min: z.number().positive().optional(),
  junior_time_estimate_min: z.number().positive().optional(),
  units: z.array(TaskUnitEntry).optional(),
});
export type TaskYaml = z.infer<typeof TaskYaml>;

export const UnitDag = z.object({
  repo_id: z.string(),
  total_units: z.number().int(),
  num_layers: z.number().int(),
  nodes: z.array(z.looseObject({ id: z.string(), layer: z.number().int(), has_tests: z.boolean() })),
  edges: z.array(
    z.looseObject({
      from: z.string(),
      to: z.string(),
      type: z.string(),
      label: z.string(),
      patterns: z.array(z.string()).optional(),
      evidence: z.array(z.string()).optional(),
      proof: z.enum(['proven', 'soft', 'unproven']).optional(),
      implied: z.boolean().optional(),
    }),
  ),
});
export type UnitDag = z.infer<typeof UnitDag>;

export const ModuleDag = z.object({
  project: z.string(),
  description: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      path: z.string(),
      description: z.string(),
      files_count: z.number().int(),
      loc: z.number().int(),
      impl_order: z.number().int(),
    }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string(), label: z.string() })),
});
export type ModuleDag = z.infer<typeof ModuleDag>;

/** `tests/unit_001/selected_tests.json`. */
export const SelectedTests = z.object({
  framework: z.string(),
  /** Files to hand to the framework, repository-relative. */
  files: z.array(z.string()),
  fail_to_pass: z.array(z.string()),
  pass_to_pass: z.array(z.string()),
});
export type SelectedTests = z.infer<typeof SelectedTests>;
