import { UserError } from '#schema/errors.ts';
import { JAVA_DIALECT } from './java/dialect.ts';
import { JAVA_QUERY } from './java/query.ts';
import { javaResolver } from './java/resolve.ts';
import { javaTestCases } from './java/tests.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { foldSymbols } from './symbols/fold.ts';

export const java: Language = {
  id: 'java',
  title: 'Java',
  extensions: ['.java'],
  shebangs: ['java'],
  roles: {
    generated: [
      '**/build/generated/**',
      '**/target/{generated-sources,generated-test-sources,classes}/**',
      '**/src/gen/**',
      '**/src/generated*/**',
    ],
    lockfile: ['**/{gradle.lockfile,buildscript-gradle.lockfile}', '**/gradle/dependency-locks/**', '**/gradle/verification-metadata.xml'],
    manifest: [
      '**/{pom.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,gradle.properties,gradlew,gradlew.bat,mvnw,mvnw.cmd}',
      '**/gradle/wrapper/gradle-wrapper.properties',
      '**/gradle/*.versions.toml',
      '**/.mvn/**/*.{properties,xml,config}',
      '**/{buildSrc,build-logic}/**/*.{gradle,kts}',
      '**/*.gradle{,.kts}',
    ],
    test: ['**/src/{test,it,*Test,*-test,testFixtures,test-*}/**', '**/*{Test,Tests,IT,ITCase,TestCase}.java'],
    source: ['**/*.java'],
  },
  grammar: {
    wasm: GRAMMARS.java.wasm,
    query: JAVA_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, JAVA_DIALECT),
  },
  resolver: javaResolver,
  testCases: javaTestCases,
  frameworks: [],
  recipe: () => {
    throw new UserError('languages', 'no test framework of Java can be run yet', 'Name another language first in the source.');
  },
};
