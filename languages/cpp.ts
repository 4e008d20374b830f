import { BUILD_FILES } from './c-family/build-files.ts';
import { cCases } from './c-family/cases.ts';
import { CPP_GRAMMAR } from './c-family/fold.ts';
import { noRecipe } from './c-family/recipe.ts';
import { cResolver } from './c-family/resolve.ts';
import { C_FAMILY_ROLES } from './c-family/roles.ts';
import type { Language } from './language.ts';

export const cpp: Language = {
  id: 'cpp',
  title: 'C++',
  extensions: ['.cc', '.cpp', '.cxx', '.c++', '.hh', '.hpp', '.hxx', '.h++', '.inl', '.ipp', '.tpp', '.tcc', '.txx', '.ixx', '.cppm', '.h'],
  shebangs: [],
  roles: C_FAMILY_ROLES,
  reads: BUILD_FILES,
  grammar: CPP_GRAMMAR,
  resolver: cResolver,
  testCases: cCases,
  frameworks: [],
  recipe: noRecipe('C++'),
};
