import { UserError } from '#schema/errors.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { RUBY_DIALECT } from './ruby/dialect.ts';
import { RUBY_QUERY } from './ruby/query.ts';
import { rubyResolver } from './ruby/resolve.ts';
import { rubyTestCases } from './ruby/tests.ts';
import { foldSymbols } from './symbols/fold.ts';

export const ruby: Language = {
  id: 'ruby',
  title: 'Ruby',
  extensions: ['.rb', '.rake', '.ru'],
  shebangs: ['ruby', 'jruby', 'rake'],
  roles: {
    lockfile: ['**/{Gemfile,gems,*.gemfile}.lock', '**/gems.locked'],
    manifest: ['**/{Gemfile,gems.rb,*.gemfile,*.gemspec,Appraisals}', '**/{.ruby-version,.ruby-gemset}', '**/gemfiles/**'],
    test: ['**/{test,tests,spec,specs}/**/*.rb', '**/*_{test,spec}.rb', '**/test_*.rb', '**/features/{step_definitions,support}/**/*.rb'],
    source: ['**/*.{rb,rake,ru}', '**/*.{erb,haml,slim}', '**/{bin,exe}/*'],
    auxiliary: ['**/{Rakefile,Guardfile,Dangerfile,Capfile,Brewfile}', '**/.{rubocop,rubocop_todo,reek,yardopts,rspec,simplecov,irbrc}*'],
  },
  grammar: {
    wasm: GRAMMARS.ruby.wasm,
    query: RUBY_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, RUBY_DIALECT),
  },
  resolver: rubyResolver,
  testCases: rubyTestCases,
  frameworks: [],
  recipe: () => {
    throw new UserError('languages', 'no test framework of Ruby can be run yet', 'Name another language first in the source.');
  },
};
