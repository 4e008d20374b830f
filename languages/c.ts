import { BUILD_FILES } from './c-family/build-files.ts';
import { cCases } from './c-family/cases.ts';
import { C_GRAMMAR } from './c-family/fold.ts';
import { noRecipe } from './c-family/recipe.ts';
import { cResolver } from './c-family/resolve.ts';
import { C_FAMILY_ROLES } from './c-family/roles.ts';
import type { Language } from './language.ts';

export const c: Language = {
  id: 'c',
  title: 'C',
  extensions: ['.c', '.h'],
  shebangs: [],
  roles: C_FAMILY_ROLES,
  reads: BUILD_FILES,
  grammar: C_GRAMMAR,
  resolver: cResolver,
  testCases: cCases,
  frameworks: [],
  recipe: noRecipe('C'),
};
