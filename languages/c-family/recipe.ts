import type { Recipe } from '#schema/recipe.ts';
import { UserError } from '#schema/errors.ts';

/** No test framework of C or C++ can be run yet, so that no container has a use. Throws UserError. */
export function noRecipe(title: string): () => Recipe {
  return () => {
    throw new UserError(
      'languages',
      `no test framework of ${title} can be run yet`,
      'Take the DAG alone from this source, or name another language first.',
    );
  };
}
