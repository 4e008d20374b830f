import type { GitHub } from '#io/github.ts';
import type { Repositories } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import type { Blobs } from '#pipeline/blobs.ts';
import type { Images } from '#runtime/sandbox/images.ts';
import type { Composer } from '#runtime/task/composer.ts';
import type { SandboxProvider } from '#runtime/sandbox/sandbox.ts';

/** Everything of the outside that a stage may ask for in its `needs`. */
export interface World {
  readonly repositories: Repositories;
  /** Replays recordings; goes to the network only with a token. */
  readonly github: GitHub;
  readonly parser: Parser;
  readonly blobs: Blobs;
  readonly sandboxes: SandboxProvider;
  /** Null when the sandbox is local: there is no image to build. */
  readonly images: Images | null;
  /** Applies a task's patches to its base, for publish's checks: `gitComposer()`. */
  readonly composer: Composer;
}
