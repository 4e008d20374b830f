import { z } from 'zod';

/**
 * How an image for one task is made, as data. `materialize` renders it to a Dockerfile; the `local` sandbox needs only `tools`.
 * Every list is in final order: rendering sorts nothing.
 */
export const Recipe = z.object({
  /** Debian packages of the runtime image, bookworm. */
  system: z.array(z.string()),
  /**
   * A builder stage: argv run as root in a container with network and the host's authorities and mirrors; its outputs are
   * copied to the final image, nothing else is, so that no build-time setting survives in a layer.
   */
  builders: z.array(
    z.object({
      name: z.string(),
      system: z.array(z.string()),
      /** Environment of the steps. */
      env: z.record(z.string(), z.string()),
      /** Files of the workspace that the steps see under /workspace, e.g. manifests and lockfiles; globs. */
      inputs: z.array(z.string()),
      steps: z.array(z.array(z.string()).min(1)),
      /** Absolute paths copied from this stage to the same path of the final image. */
      outputs: z.array(z.string()),
    }),
  ),
  /** Environment of every command in the container. */
  env: z.record(z.string(), z.string()),
  /** argv run in /workspace of the final image, without network, after base/ is in place (warms caches, links dependencies). */
  setup: z.array(z.array(z.string()).min(1)),
  /** argv run in a state's tree before its tests. */
  build: z.array(z.array(z.string()).min(1)),
  /** Host tools that the `local` sandbox needs, e.g. node. */
  tools: z.array(z.string()),
  /** Decisions of the recipe and the fact each rests on, for evidence/environment.json. */
  facts: z.array(z.object({ decision: z.string(), because: z.string() })),
});
export type Recipe = z.infer<typeof Recipe>;
