import { z } from 'zod';
import { Oid, RepoPath } from './primitives.ts';

/** What a language's recipe cannot know about one repository. Data only: a repository that needs code is no good source. */
export const RecipeOverrides = z
  .strictObject({
    /** Debian packages beside those the recipe names. */
    system: z.array(z.string()).default([]),
    /** Packages of the language's own ecosystem, in its requirement syntax, e.g. `pytest==8.3.4`. */
    packages: z.array(z.string()).default([]),
    /** Extra environment of every test run. */
    env: z.record(z.string(), z.string()).default({}),
    /** Commands run in the workspace after dependencies are in place, each an argv. */
    setup: z.array(z.array(z.string()).min(1)).default([]),
    /** Commands run in a state's tree before its tests, each an argv (a compile step). */
    build: z.array(z.array(z.string()).min(1)).default([]),
    /** Name of the test framework where the language knows several. */
    framework: z.string().optional(),
    /** Extra arguments of the framework's run. */
    frameworkArgs: z.array(z.string()).default([]),
    /** Tool version as the language's recipe spells it, quoted. */
    toolVersion: z.string().optional(),
    /** Globs of test files that are never run, with the reason in a YAML comment. */
    excludeTests: z.array(z.string()).default([]),
    /** Manifests and lockfiles stand at this end of the range (`dag.md`: the state that serves every unit). */
    manifestsAt: z.enum(['base', 'end']).default('end'),
    /** Seconds that one test command may take. */
    testTimeoutSec: z.number().int().positive().max(3600).default(300),
  })
  .prefault({});
export type RecipeOverrides = z.infer<typeof RecipeOverrides>;

/** `sources/prs/<owner>--<name>.yaml`. */
export const PrSource = z.strictObject({
  kind: z.literal('pr'),
  /** https URL, file URL, absolute path, or `examples:<name>` for a scripted repository. */
  repository: z.string().min(1),
  /** SPDX expression that the range's end is expected to carry; a difference is an error of the file. */
  licence: z.string().min(1),
  domain: z.string().min(1),
  /** Language ids, most important first. */
  languages: z.array(z.string()).min(1),
  /** First-parent range: changes after `from`, up to and including `to`. */
  range: z.strictObject({ from: Oid, to: Oid }),
  /** How many disjoint windows of the range may become tasks. */
  maxTasks: z.number().int().min(1).max(50).default(1),
  roles: z
    .strictObject({
      test: z.array(z.string()).default([]),
      source: z.array(z.string()).default([]),
      auxiliary: z.array(z.string()).default([]),
      generated: z.array(z.string()).default([]),
      vendored: z.array(z.string()).default([]),
    })
    .prefault({}),
  recipe: RecipeOverrides,
  /** Paths that no unit may touch and no tree contains. */
  ignore: z.array(RepoPath).default([]),
});
export type PrSource = z.infer<typeof PrSource>;

/** A source file that was read: its id is `owner--name`, its place is for messages. */
export const NamedSource = z.object({
  id: z.string(),
  place: z.string(),
  source: PrSource,
  /** `file:line:column` of keys that messages point at. Under a machine key: a moved line changes no answer. */
  observed: z.object({ repository: z.string(), licence: z.string() }).partial().optional(),
});
export type NamedSource = z.infer<typeof NamedSource>;
