import { ECMASCRIPT_DIALECT } from './ecmascript/dialect.ts';
import { ECMASCRIPT_FRAMEWORKS } from './ecmascript/frameworks.ts';
import { TSX_QUERY, TYPESCRIPT_QUERY } from './ecmascript/query.ts';
import { ecmascriptRecipe } from './ecmascript/recipe.ts';
import { ecmascriptResolver } from './ecmascript/resolve.ts';
import { ECMASCRIPT_ROLES } from './ecmascript/roles.ts';
import { GRAMMARS } from './grammars.ts';
import type { Grammar, Language } from './language.ts';
import { CASE_CALL } from './ecmascript/test-files.ts';
import { foldSymbols } from './symbols/fold.ts';
import { casesByCall } from './test-cases.ts';

function grammarOf(name: 'typescript' | 'tsx', query: string): Grammar {
  return {
    wasm: GRAMMARS[name].wasm,
    query,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, ECMASCRIPT_DIALECT),
  };
}

export const typescript: Language = {
  id: 'typescript',
  title: 'TypeScript',
  extensions: ['.ts', '.mts', '.cts'],
  shebangs: ['tsx', 'ts-node'],
  roles: { ...ECMASCRIPT_ROLES, source: ['**/*.{ts,mts,cts}'] },
  grammar: grammarOf('typescript', TYPESCRIPT_QUERY),
  resolver: ecmascriptResolver,
  testCases: (text) => casesByCall(text, CASE_CALL),
  frameworks: ECMASCRIPT_FRAMEWORKS,
  recipe: ecmascriptRecipe,
};

/** A grammar of its own: `<T>x` is a cast in TypeScript and an element in TSX, so one grammar cannot read both. */
export const tsx: Language = {
  ...typescript,
  id: 'tsx',
  title: 'TypeScript with JSX',
  extensions: ['.tsx'],
  shebangs: [],
  roles: { ...ECMASCRIPT_ROLES, source: ['**/*.tsx'] },
  grammar: grammarOf('tsx', TSX_QUERY),
};
