import { expect, it } from 'vitest';
import { languageById, languageOfPath, languages } from '#languages/index.ts';
import { isGeneratedText, roleOf } from '#languages/roles.ts';

const NONE = { test: [], source: [], auxiliary: [], generated: [], vendored: [] };

it.each([
  ['src/kettle/heat.py', 'source'],
  ['kettle/testing.py', 'source'],
  ['tests/unit/helper.py', 'test'],
  ['kettle/test_heat.py', 'test'],
  ['conftest.py', 'test'],
  ['tests/data/odd.bin.txt', 'test'],
  ['src/kettle/py.typed', 'source'],
  ['pyproject.toml', 'manifest'],
  ['requirements/tests.txt', 'manifest'],
  ['tox.ini', 'manifest'],
  ['uv.lock', 'lockfile'],
  ['docs/conf.py', 'auxiliary'],
  ['CHANGES.rst', 'auxiliary'],
  ['CHANGELOG.md', 'auxiliary'],
  ['LICENSE', 'auxiliary'],
  ['.github/workflows/ci.yml', 'auxiliary'],
  ['examples/shop/app.py', 'auxiliary'],
  ['examples/shop/test_app.py', 'test'],
  ['src/index.ts', 'source'],
  ['src/view.tsx', 'source'],
  ['src/index.test.ts', 'test'],
  ['src/__tests__/odd.js', 'test'],
  ['src/__snapshots__/x.test.ts.snap', 'test'],
  ['test/fixtures/app/package.json', 'test'],
  ['packages/a/package.json', 'manifest'],
  ['tsconfig.build.json', 'manifest'],
  ['vitest.config.ts', 'manifest'],
  ['.mocharc.yml', 'manifest'],
  ['pnpm-lock.yaml', 'lockfile'],
  ['bun.lock', 'lockfile'],
  ['public/app.min.js', 'generated'],
  ['node_modules/x/index.js', 'vendored'],
  ['pkg/leaf/leaf.go', 'source'],
  ['pkg/leaf/leaf_test.go', 'test'],
  ['pkg/leaf/testdata/in.txt', 'test'],
  ['vendor/example.org/x/x.go', 'vendored'],
  ['api/tea.pb.go', 'generated'],
  ['go.mod', 'manifest'],
  ['go.sum', 'lockfile'],
  ['crates/kettle/src/spout.rs', 'source'],
  ['crates/kettle/build.rs', 'source'],
  ['src/spout/tests.rs', 'test'],
  ['src/spout_test.rs', 'test'],
  ['tests/brews.rs', 'test'],
  ['tests/ui/cup.stderr', 'test'],
  ['src/latest.rs', 'source'],
  ['benches/heat.rs', 'auxiliary'],
  ['target/debug/build/x/out/bindings.rs', 'generated'],
  ['vendor/serde/src/lib.rs', 'vendored'],
  ['crates/kettle/Cargo.toml', 'manifest'],
  ['rust-toolchain.toml', 'manifest'],
  ['.cargo/config.toml', 'manifest'],
  ['Cargo.lock', 'lockfile'],
  ['crates/kettle/rustfmt.toml', 'auxiliary'],
  ['core/src/main/java/org/brew/Pot.java', 'source'],
  ['core/src/main/java/org/brew/PotTest.java', 'test'],
  ['core/src/test/java/org/brew/Cups.java', 'test'],
  ['core/src/test/resources/cups.xml', 'test'],
  ['core/src/testFixtures/java/org/brew/Cups.java', 'test'],
  ['core/src/integrationTest/java/org/brew/Ends.java', 'test'],
  ['core/src/it/java/org/brew/Ends.java', 'test'],
  ['flat/PotTests.java', 'test'],
  ['flat/PotIT.java', 'test'],
  ['flat/Contest.java', 'source'],
  ['core/src/main/resources/messages.properties', 'source'],
  ['core/pom.xml', 'manifest'],
  ['build.gradle.kts', 'manifest'],
  ['settings.gradle', 'manifest'],
  ['gradle/libs.versions.toml', 'manifest'],
  ['gradle/wrapper/gradle-wrapper.properties', 'manifest'],
  ['gradlew', 'manifest'],
  ['gradle/wrapper/gradle-wrapper.jar', 'binary'],
  ['core/gradle.lockfile', 'lockfile'],
  ['core/build/generated/sources/x/Y.java', 'generated'],
  ['core/target/generated-sources/x/Y.java', 'generated'],
  ['lib/brew/pot.rb', 'source'],
  ['lib/tasks/brew.rake', 'source'],
  ['app/views/pots/show.html.erb', 'source'],
  ['exe/brew', 'source'],
  ['spec/brew/pot_spec.rb', 'test'],
  ['test/helper.rb', 'test'],
  ['lib/brew/pot_test.rb', 'test'],
  ['lib/brew/contest.rb', 'source'],
  ['features/step_definitions/pour.rb', 'test'],
  ['Gemfile', 'manifest'],
  ['gems/stove/stove.gemspec', 'manifest'],
  ['Gemfile.lock', 'lockfile'],
  ['.rubocop.yml', 'auxiliary'],
  ['Rakefile', 'auxiliary'],
  ['src/Brew/Pot.cs', 'source'],
  ['src/Brew/Views/Pot.xaml', 'source'],
  ['src/Brew/Contest.cs', 'source'],
  ['src/Brew/PotTests.cs', 'test'],
  ['test/Brew.Core/Cups.cs', 'test'],
  ['src/Brew.Tests/Cups.cs', 'test'],
  ['src/Brew.UnitTests/Cups.cs', 'test'],
  ['src/Brew/Brew.csproj', 'manifest'],
  ['Brew.sln', 'manifest'],
  ['Directory.Build.props', 'manifest'],
  ['src/Brew/packages.lock.json', 'lockfile'],
  ['src/Brew/obj/Debug/net8.0/Brew.GlobalUsings.g.cs', 'generated'],
  ['src/Brew/Form.Designer.cs', 'generated'],
  ['src/Pots/Pot.php', 'source'],
  ['templates/pot.html.twig', 'source'],
  ['src/Contest.php', 'source'],
  ['src/Pots/PotTest.php', 'test'],
  ['tests/Cups.php', 'test'],
  ['tests/basic/cup.phpt', 'test'],
  ['composer.json', 'manifest'],
  ['composer.lock', 'lockfile'],
  ['vendor/psr/log/src/Logger.php', 'vendored'],
  ['phpunit.xml.dist', 'auxiliary'],
  ['tools/phpstan.neon', 'auxiliary'],
  ['core/src/main/kotlin/org/brew/Pot.kt', 'source'],
  ['core/src/commonMain/kotlin/Contest.kt', 'source'],
  ['core/src/commonTest/kotlin/Cups.kt', 'test'],
  ['core/src/jvmTest/kotlin/Cups.kt', 'test'],
  ['core/src/main/kotlin/PotTest.kt', 'test'],
  ['core/build.gradle.kts', 'manifest'],
  ['buildSrc/src/main/kotlin/Versions.kt', 'manifest'],
  ['kotlin-js-store/yarn.lock', 'lockfile'],
  ['core/build/generated/ksp/Pot.kt', 'generated'],
  ['logo.png', 'binary'],
  ['src/native/fast.c', 'source'],
  ['src/kettle/table.json', 'source'],
  ['.editorconfig', 'auxiliary'],
  ['Makefile', 'source'],
  ['docs/Makefile', 'auxiliary'],
  ['src/kettle.c', 'source'],
  ['include/kettle/kettle.h', 'source'],
  ['lib/parse.y', 'source'],
  ['CMakeLists.txt', 'source'],
  ['cmake/Leaf.cmake', 'source'],
  ['src/Makefile.am', 'source'],
  ['configure.ac', 'source'],
  ['meson.build', 'source'],
  ['test/CMakeLists.txt', 'test'],
  ['src/kettle_test.cc', 'test'],
  ['src/kettle_unittest.cpp', 'test'],
  ['src/test_kettle.c', 'test'],
  ['src/KettleTest.cpp', 'test'],
  ['src/latest.c', 'source'],
  ['src/contest.cc', 'source'],
  ['t/0001-pour.c', 'test'],
  ['unittests/pour/heat.cxx', 'test'],
  ['tests/data/odd.bin.dat', 'test'],
  ['src/tea.pb.cc', 'generated'],
  ['src/grammar.tab.c', 'generated'],
  ['lex.yy.c', 'generated'],
  ['configure', 'generated'],
  ['deps/lua/lapi.c', 'vendored'],
  ['third_party/zlib/zlib.h', 'vendored'],
  ['test/gtest/gmock-gtest-all.cc', 'vendored'],
  ['conanfile.txt', 'manifest'],
  ['vcpkg.json', 'manifest'],
  ['conan.lock', 'lockfile'],
])('%s is %s', (path, role) => {
  expect(roleOf(path, languages, NONE)).toMatchObject({ role });
});

it('leaves a Makefile alone where no language is built by it', () => {
  expect(roleOf('Makefile', [languageById('go')], NONE).role).toBe('auxiliary');
  expect(roleOf('tools/Makefile', [languageById('go')], NONE).role).toBe('auxiliary');
});

it('tells the rule', () => {
  expect(roleOf('a/b_test.go', languages, NONE).by).toBe('go: **/*_test.go');
  expect(roleOf('docs/x.py', languages, NONE).by).toMatch(/^general: /);
  expect(roleOf('a/b.zig', languages, NONE)).toEqual({ role: 'source', by: 'no rule' });
});

it('lets the source file overrule everything', () => {
  const overrides = { ...NONE, source: ['examples/**'], generated: ['src/table.py'] };
  expect(roleOf('examples/shop/app.py', languages, overrides)).toEqual({ role: 'source', by: 'roles of the source: examples/**' });
  expect(roleOf('src/table.py', languages, overrides).role).toBe('generated');
});

it('knows a language by extension, by interpreter, or not at all', () => {
  const of = (path: string, line?: string): string | null => languageOfPath(path, line)?.id ?? null;
  expect([
    of('a.py'),
    of('a.pyi'),
    of('a.d.ts'),
    of('a.tsx'),
    of('a.mjs'),
    of('a.go'),
    of('a.rs'),
    of('A.java'),
    of('a.rb'),
    of('A.cs'),
    of('A.php'),
    of('A.kt'),
  ]).toEqual(['python', 'python', 'typescript', 'tsx', 'javascript', 'go', 'rust', 'java', 'ruby', 'csharp', 'php', 'kotlin']);
  expect([
    of('bin/x', '#!/usr/bin/env python3.11'),
    of('bin/x', '#!/usr/bin/env -S node --x'),
    of('bin/x', '#!/bin/sh'),
    of('bin/x'),
  ]).toEqual(['python', 'javascript', null, null]);
  expect([of('a.zig'), of('.py'), of('Makefile', '#!/usr/bin/python')]).toEqual([null, null, 'python']);
  expect([of('a.c'), of('a.h'), of('a.hpp'), of('a.C'), of('a.cc')]).toEqual(['c', 'cpp', 'cpp', null, 'cpp']);
  expect(() => languageById('klingon')).toThrow('no language is called "klingon"');
});

it('gives an ending that several languages claim to the one that the source names first', () => {
  const of = (...preferred: string[]): string | undefined => languageOfPath('a.h', '', preferred)?.id;
  expect([of(), of('go'), of('c'), of('cpp', 'c'), of('go', 'c', 'cpp')]).toEqual(['cpp', 'cpp', 'c', 'cpp', 'c']);
  expect(languageOfPath('a.c', '', ['cpp'])?.id).toBe('c');
});

it.each([
  ['// Code generated by protoc. DO NOT EDIT.\npackage x', true],
  ['# @generated by hand\n', true],
  ['/* auto-generated, do not edit */', true],
  ['// This code generates things.\n', false],
])('generated header of %s: %s', (text, generated) => {
  expect(isGeneratedText(text)).toBe(generated);
});

it('cuts framework files from support files', () => {
  const runs = (name: string, path: string): boolean | undefined =>
    languages
      .flatMap((one) => one.frameworks)
      .find((one) => one.name === name)
      ?.runs(path);
  expect([runs('pytest', 'tests/test_a.py'), runs('pytest', 'tests/conftest.py'), runs('pytest', 'tests/helper.py')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([runs('go', 'a_test.go'), runs('go', 'testdata/a_test.go'), runs('go', 'a.go')]).toEqual([true, false, false]);
  expect([runs('vitest', 'src/a.test.ts'), runs('vitest', 'test/a.ts'), runs('vitest', 'a.test.d.ts')]).toEqual([true, false, false]);
  expect([runs('jest', '__tests__/a.js'), runs('jest', 'src/a.js')]).toEqual([true, false]);
  expect([
    runs('ava', 'test/a.js'),
    runs('ava', 'test/helpers/x.js'),
    runs('ava', 'test/_util.js'),
    runs('ava', 'test/fixtures/a.test.txt'),
  ]).toEqual([true, false, false, false]);
});
