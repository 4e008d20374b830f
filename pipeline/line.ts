import { z } from 'zod';
import type { MachineKeys } from './canonical.ts';
import { NO_MACHINE_KEYS } from './canonical.ts';
import type { Keyed, Progress, Stage } from './stage.ts';

/** Gives the members of the world that are asked for, opening each when it is first needed. */
export type OpenIo<World> = <const Need extends keyof World>(needs: readonly Need[]) => Promise<Pick<World, Need>>;

/** How a stage stands in the line: one outcome an item, several, or one for all kept items together. */
export type LinkMode = 'step' | 'fan' | 'gather';

/**
 * A stage as the runner sees it: its types are inside. Every value that goes in is parsed by the stage's input schema, every value
 * that comes out by its output schema; in between lies only stored JSON.
 */
export interface Link<World> {
  readonly name: string;
  readonly about: string;
  readonly version: number;
  readonly mode: LinkMode;
  /** `constant`: its entries rest on no input, option or io, so that it is asked once a run. */
  readonly fingerprints: 'none' | 'constant' | 'by item';
  readonly canBeGone: boolean;
  /** The options that this stage takes of the settings: what its schema names, defaults filled in. */
  options(settings: Readonly<Record<string, unknown>>): unknown;
  fingerprint(input: unknown, options: unknown, open: OpenIo<World>): Promise<Readonly<Record<string, string>>>;
  run(input: unknown, options: unknown, open: OpenIo<World>, progress: Progress): Promise<readonly Keyed<unknown>[]>;
  gone(output: unknown, open: OpenIo<World>): Promise<string | null>;
}

/** What the compiler shows when a stage stands where its input is not made. */
export interface DoesNotFollow<Made, Taken> {
  readonly 'the stage before yields': Made;
  readonly 'this stage takes': Taken;
}
type Follows<Made, Taken> = Made extends Taken ? unknown : DoesNotFollow<Made, Taken>;

/** A finished line; `Out` is what its last link yields. */
export interface Line<World, Out> {
  readonly links: readonly Link<World>[];
  readonly machineKeys: MachineKeys;
  /** Only for inference: a line holds no value. */
  readonly yields?: Out;
}

export interface OpenLine<World, Out> extends Line<World, Out> {
  /** One outcome for each item, under the same key. */
  step<Name extends string, In, Next, Options, Need extends keyof World>(
    stage: Stage<Name, In, Next, Options, World, Need> & Follows<Out, In>,
  ): OpenLine<World, Next>;
  /** One or more outcomes for each item, under keys of their own. */
  fan<Name extends string, In, Next, Options, Need extends keyof World>(
    stage: Stage<Name, In, Next, Options, World, Need> & Follows<Out, In>,
  ): OpenLine<World, Next>;
  /** One outcome for all kept items, given as a list of values sorted by key. Nothing follows it. */
  gather<Name extends string, In, Next, Options, Need extends keyof World>(
    stage: Stage<Name, In, Next, Options, World, Need> & Follows<Out[], In>,
  ): Line<World, Next>;
}

/** Starts a line: `line(collect).step(normalize).fan(select)….gather(publish)`. A wrong order does not compile. */
export function line<Name extends string, In, Out, Options, World, Need extends keyof World>(
  first: Stage<Name, In, Out, Options, World, Need>,
  machineKeys: MachineKeys = NO_MACHINE_KEYS,
): OpenLine<World, Out> {
  return extended<World, Out>([linkOf(first, 'step')], machineKeys);
}

function extended<World, Out>(links: readonly Link<World>[], machineKeys: MachineKeys): OpenLine<World, Out> {
  return {
    links,
    machineKeys,
    step: (stage) => extended([...links, linkOf(stage, 'step')], machineKeys),
    fan: (stage) => extended([...links, linkOf(stage, 'fan')], machineKeys),
    gather: (stage) => ({ links: [...links, linkOf(stage, 'gather')], machineKeys }),
  };
}

/** The line up to and including a stage, or null when no stage has that name. */
export function upTo<World>(whole: Line<World, unknown>, name: string): Line<World, unknown> | null {
  const at = whole.links.findIndex((link) => link.name === name);
  return at < 0 ? null : { links: whole.links.slice(0, at + 1), machineKeys: whole.machineKeys };
}

function linkOf<World, Name extends string, In, Out, Options, Need extends keyof World>(
  stage: Stage<Name, In, Out, Options, World, Need>,
  mode: LinkMode,
): Link<World> {
  return {
    name: stage.name,
    about: stage.about,
    version: stage.version,
    mode,
    fingerprints: stage.fingerprint === undefined ? 'none' : stage.fingerprint.length === 0 ? 'constant' : 'by item',
    canBeGone: stage.gone !== undefined,
    options: (settings) => stage.options.parse(picked(stage.options, settings)),
    async fingerprint(input, options, open) {
      if (stage.fingerprint === undefined) return {};
      if (stage.fingerprint.length === 0) return await (stage.fingerprint as () => Promise<Readonly<Record<string, string>>>)();
      return await stage.fingerprint(stage.input.parse(input), stage.options.parse(options), await open(stage.needs));
    },
    async run(input, options, open, progress) {
      const io = await open(stage.needs);
      const keyed = await stage.run(stage.input.parse(input), stage.options.parse(options), io, progress);
      return keyed.map(({ key, outcome }) => ({ key, outcome: 'kept' in outcome ? { kept: stage.output.parse(outcome.kept) } : outcome }));
    },
    async gone(output, open) {
      return stage.gone === undefined ? null : stage.gone(stage.output.parse(output), await open(stage.needs));
    },
  };
}

/** A stage that names no option is untouched by a change of any. */
function picked(schema: z.ZodType, settings: Readonly<Record<string, unknown>>): unknown {
  if (!(schema instanceof z.ZodObject)) return settings;
  const names = Object.keys(schema.shape);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}
