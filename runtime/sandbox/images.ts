import type { Recipe } from '#schema/recipe.ts';
import type { Tree } from './sandbox.ts';

export interface BuiltImage {
  /** `sha256:…` */
  readonly id: string;
  readonly bytes: number;
  readonly buildMs: number;
  /** Id of the base image, and how it came to be here (`registry`, `mmdebstrap`). */
  readonly baseImage: string;
  readonly log: string;
}
/** A build that the repository or recipe made fail; trouble of the daemon or network is InfraError. */
export interface FailedBuild {
  readonly failed: string;
  /** Last 100 lines. */
  readonly log: string;
}
export interface Images {
  /** Builds (or finds, by content) the image of a recipe over a workspace; settings of the host reach builder stages only. */
  build(recipe: Recipe, workspace: Tree, labels: Readonly<Record<string, string>>): Promise<BuiltImage | FailedBuild>;
}
