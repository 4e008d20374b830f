import { stagesOf } from '#pipeline/stage.ts';
import type { World } from './world.ts';

/**
 * Defines a stage of this project: types are inferred from its schemas, and `run` gets the members of `World` that `needs` names. `run`
 * imports the stage's work when it is called: a pool in which everything is fresh loads none of it.
 */
export const defineStage = stagesOf<World>();
