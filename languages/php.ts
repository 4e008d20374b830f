import { UserError } from '#schema/errors.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { PHP_DIALECT } from './php/dialect.ts';
import { withPromoted } from './php/promoted.ts';
import { PHP_QUERY } from './php/query.ts';
import { phpResolver } from './php/resolve.ts';
import { phpTestCases } from './php/tests.ts';
import { foldSymbols } from './symbols/fold.ts';

export const php: Language = {
  id: 'php',
  title: 'PHP',
  extensions: ['.php', '.phtml', '.inc'],
  shebangs: ['php'],
  roles: {
    lockfile: ['**/composer.lock'],
    manifest: ['**/{composer,symfony}.json', '**/.php-version'],
    test: ['**/{test,tests,Test,Tests}/**/*.{php,phpt}', '**/*{Test,TestCase,Spec}.php', '**/*.phpt'],
    source: ['**/*.{php,phtml,inc,twig}'],
    auxiliary: ['**/{.,}{phpunit,psalm,phpcs,phpmd,infection,humbug,box,grumphp}*.{xml,json,json5,yml,dist}*', '**/*.neon{,.dist}'],
  },
  grammar: {
    wasm: GRAMMARS.php.wasm,
    query: PHP_QUERY,
    fold: (captures, source, errorShare) => withPromoted(foldSymbols(captures, source, errorShare, PHP_DIALECT), captures),
  },
  resolver: phpResolver,
  testCases: phpTestCases,
  frameworks: [],
  recipe: () => {
    throw new UserError('languages', 'no test framework of PHP can be run yet', 'Name another language first in the source.');
  },
};
