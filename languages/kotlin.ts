import { UserError } from '#schema/errors.ts';
import { KOTLIN_DIALECT } from './kotlin/dialect.ts';
import { KOTLIN_QUERY } from './kotlin/query.ts';
import { kotlinResolver } from './kotlin/resolve.ts';
import { kotlinTestCases } from './kotlin/tests.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { foldSymbols } from './symbols/fold.ts';

export const kotlin: Language = {
  id: 'kotlin',
  title: 'Kotlin',
  extensions: ['.kt', '.kts'],
  shebangs: ['kotlin'],
  roles: {
    generated: ['**/build/generated/**', '**/src/gen/**', '**/src/generated*/**'],
    lockfile: ['**/{gradle,buildscript-gradle}.lockfile', '**/kotlin-js-store/**'],
    manifest: [
      '**/*.gradle{,.kts}',
      '**/{gradle.properties,gradlew,gradlew.bat,pom.xml}',
      '**/gradle/{*.versions.toml,wrapper/gradle-wrapper.properties}',
      '**/{buildSrc,build-logic,build-support}/**/*.{kt,kts,gradle}',
    ],
    test: ['**/src/{test,*Test,*-test,testFixtures}/**', '**/*{Test,Tests,Spec}.kt'],
    source: ['**/*.{kt,kts}'],
    auxiliary: ['**/{api,detekt}/*.{api,yml}', '**/{detekt,.detekt}*.yml'],
  },
  grammar: {
    wasm: GRAMMARS.kotlin.wasm,
    query: KOTLIN_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, KOTLIN_DIALECT),
  },
  resolver: kotlinResolver,
  testCases: kotlinTestCases,
  frameworks: [],
  recipe: () => {
    throw new UserError('languages', 'no test framework of Kotlin can be run yet', 'Name another language first in the source.');
  },
};
