import { stagesOf } from '#pipeline/stage.ts';
import type { World } from './world.ts';

/** Defines a stage of this project: types are inferred from its schemas, and `run` gets the members of `World` that `needs` names. */
export const defineStage = stagesOf<World>();
