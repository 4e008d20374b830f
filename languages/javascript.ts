import { ECMASCRIPT_DIALECT } from './ecmascript/dialect.ts';
import { ECMASCRIPT_FRAMEWORKS } from './ecmascript/frameworks.ts';
import { JAVASCRIPT_QUERY } from './ecmascript/query.ts';
import { ecmascriptRecipe } from './ecmascript/recipe.ts';
import { ecmascriptResolver } from './ecmascript/resolve.ts';
import { ECMASCRIPT_ROLES } from './ecmascript/roles.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { CASE_CALL } from './ecmascript/test-files.ts';
import { foldSymbols } from './symbols/fold.ts';
import { casesByCall } from './test-cases.ts';

export const javascript: Language = {
  id: 'javascript',
  title: 'JavaScript',
  extensions: ['.js', '.mjs', '.cjs', '.jsx'],
  shebangs: ['node'],
  roles: { ...ECMASCRIPT_ROLES, source: ['**/*.{js,mjs,cjs,jsx}'] },
  grammar: {
    wasm: GRAMMARS.javascript.wasm,
    query: JAVASCRIPT_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, ECMASCRIPT_DIALECT),
  },
  resolver: ecmascriptResolver,
  testCases: (text) => casesByCall(text, CASE_CALL),
  frameworks: ECMASCRIPT_FRAMEWORKS,
  recipe: ecmascriptRecipe,
};
