import { GO_DIALECT } from './go/dialect.ts';
import { GO_QUERY } from './go/query.ts';
import { goRecipe } from './go/recipe.ts';
import { goResolver } from './go/resolve.ts';
import { goTest } from './go/test.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { foldSymbols } from './symbols/fold.ts';
import { casesByDefinition } from './test-cases.ts';

export const go: Language = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  shebangs: [],
  roles: {
    generated: ['**/zz_generated*.go', '**/*_string.go', '**/*.gen.go', '**/*_gen.go', '**/bindata.go'],
    vendored: ['**/Godeps/**'],
    lockfile: ['**/go.sum', '**/go.work.sum', '**/Gopkg.lock'],
    manifest: ['**/go.mod', '**/go.work', '**/Gopkg.toml'],
    test: ['**/*_test.go', '**/testdata/**'],
    source: ['**/*.go', '**/*.{s,S}'],
  },
  grammar: {
    wasm: GRAMMARS.go.wasm,
    query: GO_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, GO_DIALECT),
  },
  resolver: goResolver,
  testCases: (_text, symbols) => casesByDefinition(symbols, /^(?:Test|Example|Fuzz|Benchmark)(?:$|[^a-z])/),
  frameworks: [goTest],
  recipe: goRecipe,
};
