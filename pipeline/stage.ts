import type { z } from 'zod';
import type { Outcome } from '#schema/outcome.ts';

/** A thing on the line: its key names it in messages, funnels and `--only`. */
export interface Item<T> {
  readonly key: string;
  readonly value: T;
}

/** Steps of long work, drawn by a listener. A stage reports; it never logs. */
export interface Progress {
  step(text: string, done?: number, total?: number): void;
}

/**
 * What a stage is. `needs` names the io it may use; `run` gets exactly that and nothing else. `[]` means pure.
 * A stage never logs, catches, reads the clock or the environment. `version` is raised whenever its answer can change.
 */
export interface Stage<Name extends string, In, Out, Options, World, Need extends keyof World> {
  readonly name: Name;
  readonly about: string;
  readonly version: number;
  readonly input: z.ZodType<In>;
  readonly output: z.ZodType<Out>;
  readonly options: z.ZodType<Options>;
  readonly needs: readonly Need[];
  /**
   * Beside input and options, what else can change the answer (grammar versions, image digests, whether a model is there),
   * as readable data. An item that is not pinned returns `unpinned: true` and is never served from the cache. A function that takes
   * no parameter is asked once a run, and no input is read for it.
   */
  readonly fingerprint?: (input: In, options: Options, io: Pick<World, Need>) => Promise<Readonly<Record<string, string>>>;
  /** One outcome for a step; a list for a fan (a source that yields several candidates). */
  readonly run: (input: In, options: Options, io: Pick<World, Need>, progress: Progress) => Promise<readonly Keyed<Out>[]>;
  /**
   * Whether what a kept output points to outside the store (a clone, an image, a published folder) is still there: null, or what is
   * gone. Asked before a later stage works on a stored output; the stage is run again for that item when something is gone.
   */
  readonly gone?: (output: Out, io: Pick<World, Need>) => Promise<string | null>;
}
export interface Keyed<T> {
  readonly key: string;
  readonly outcome: Outcome<T>;
}

/**
 * Binds stages to the world they may ask for: `const defineStage = stagesOf<World>()`. All other types are inferred from the
 * schemas, and `run` is given only the members that `needs` names.
 */
export function stagesOf<World>() {
  return function defineStage<const Name extends string, In, Out, Options, const Need extends keyof World>(
    stage: Stage<Name, In, Out, Options, World, Need>,
  ): Stage<Name, In, Out, Options, World, Need> {
    return stage;
  };
}
