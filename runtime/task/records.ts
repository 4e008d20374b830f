import { z } from 'zod';
import { Digest, Instant, Oid, RepoPath } from '#schema/primitives.ts';
import { SetAside } from '#schema/outcome.ts';
import { Recipe } from '#schema/recipe.ts';

/** evidence/environment.json: what a runtime needs to make the task's image and to run its tests. */
export const TaskEnvironment = z.object({
  language: z.string(),
  framework: z.string(),
  recipe: Recipe,
  /** Extra arguments of the framework's run. */
  extraArgs: z.array(z.string()),
  testTimeoutSec: z.number().int().positive(),
  /** Isolation that the trials had. */
  sandbox: z.string(),
  /** Packages of the image where they were listed, `name version`. */
  packages: z.array(z.string()),
});
export type TaskEnvironment = z.infer<typeof TaskEnvironment>;

/** evidence/lifetimes.json: where in the gold history a test id is valid (`dag.md`, lifetime of a test). */
export const Lifetime = z.object({
  unit: z.string(),
  id: z.string(),
  validFrom: z.string(),
  /** The unit whose gold breaks or removes it; null while it holds to the end. */
  retiredBy: z.string().nullable(),
});
export type Lifetime = z.infer<typeof Lifetime>;

/** evidence/funnel.json: what left the line on the way to this task. */
export const TaskFunnel = z.object({
  steps: z.array(z.object({ step: z.string(), in: z.number().int(), out: z.number().int() })),
  setAside: z.array(SetAside),
});
export type TaskFunnel = z.infer<typeof TaskFunnel>;

/** provenance.json, evaluator side. */
export const Provenance = z.object({
  source: z.string(),
  repository: z.string(),
  base: z.object({ commit: Oid, tree: Oid }),
  end: z.object({ commit: Oid, tree: Oid }),
  firstLanded: Instant,
  lastLanded: Instant,
  licence: z.object({ spdx: z.string(), files: z.array(RepoPath), toldBy: z.string() }),
  /** SPDX per file where a file says its own; the repository's expression holds for all others. */
  fileLicences: z.record(z.string(), z.string()),
  attribution: z.array(z.string()),
  units: z.array(
    z.object({
      unit: z.string(),
      changes: z.array(z.object({ commit: Oid, landedAt: Instant, pr: z.number().int().nullable(), toldBy: z.string() })),
    }),
  ),
  tools: z.record(z.string(), z.string()),
  digests: z.record(z.string(), Digest),
});
export type Provenance = z.infer<typeof Provenance>;
