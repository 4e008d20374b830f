import { describe, expect, it } from 'vitest';
import { languageById } from '#languages/index.ts';
import { treeOf } from './fixtures.ts';

type Row = readonly [from: string, module: string, found: readonly string[]];

describe('python', () => {
  const tree = treeOf({
    'pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["lib"]\n',
    'lib/kettle/__init__.py': '',
    'lib/kettle/heat/__init__.py': '',
    'lib/kettle/heat/coil.py': '',
    'lib/kettle/lid.py': '',
    'lib/spaced/part/deep.py': '',
    'src/other.py': '',
    'tools/gen/setup.py': 'setup(package_dir={"": "code"})',
    'tools/gen/code/genlib.py': '',
    'tests/__init__.py': '',
    'tests/unit/__init__.py': '',
    'tests/unit/test_x.py': '',
    'tests/bare/helper.py': '',
    'tests/bare/test_y.py': '',
    'tests/near.py': '',
  });
  const resolver = languageById('python').resolver(tree);
  it.each<Row>([
    ['tests/unit/test_x.py', 'kettle', ['lib/kettle/__init__.py']],
    ['tests/unit/test_x.py', 'kettle.heat.coil', ['lib/kettle/heat/coil.py']],
    ['lib/kettle/heat/coil.py', '.', ['lib/kettle/heat/__init__.py']],
    ['lib/kettle/heat/coil.py', '..lid', ['lib/kettle/lid.py']],
    ['lib/kettle/heat/__init__.py', '.coil', ['lib/kettle/heat/coil.py']],
    ['lib/kettle/lid.py', '...lid', []],
    ['lib/kettle/lid.py', '....x', []],
    ['tests/unit/test_x.py', 'spaced', []],
    ['tests/unit/test_x.py', 'spaced.part.deep', ['lib/spaced/part/deep.py']],
    ['tests/unit/test_x.py', 'other', ['src/other.py']],
    ['tests/unit/test_x.py', 'genlib', ['tools/gen/code/genlib.py']],
    ['tests/bare/test_y.py', 'helper', ['tests/bare/helper.py']],
    ['tests/unit/test_x.py', 'helper', []],
    ['tests/unit/test_x.py', 'tests.near', ['tests/near.py']],
    ['tests/unit/test_x.py', '..near', ['tests/near.py']],
    ['tests/unit/test_x.py', 'os.path', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
});

describe.each(['javascript', 'typescript', 'tsx'])('%s', (language) => {
  const tree = treeOf({
    'package.json':
      '{"name":"pot","exports":{".":{"types":"./dist/main.d.ts","import":"./dist/main.js"},"./x/*":"./dist/x/*.js","./hidden/*":null},"imports":{"#in/*":"./src/inner/*.js","#kit":"@scope/kit"},"workspaces":["packages/*"]}',
    'tsconfig.json': '{ // comment\n "extends": "./tsconfig.base", "compilerOptions": { "baseUrl": ".", }, }',
    'tsconfig.base.json': '{"compilerOptions":{"paths":{"@app/*":["./src/*"],"@app/special":["./src/inner/deep.ts"]}}}',
    'src/main.ts': '',
    'src/x/leaf.ts': '',
    'src/view.tsx': '',
    'src/inner/deep.ts': '',
    'src/inner/index.ts': '',
    'src/lib.mts': '',
    'src/old.cjs': '',
    'src/data.json': '{}',
    'packages/kit/package.json': '{"name":"@scope/kit","main":"lib/index.js"}',
    'packages/kit/src/index.ts': '',
    'packages/kit/extra.js': '',
    'packages/flat/package.json': '{"name":"flat"}',
    'packages/flat/index.js': '',
  });
  const resolver = languageById(language).resolver(tree);
  it.each<Row>([
    ['src/main.ts', './x/leaf.js', ['src/x/leaf.ts']],
    ['src/main.ts', './view.jsx', ['src/view.tsx']],
    ['src/main.ts', './view', ['src/view.tsx']],
    ['src/main.ts', './lib.mjs', ['src/lib.mts']],
    ['src/main.ts', './old.cjs', ['src/old.cjs']],
    ['src/main.ts', './inner', ['src/inner/index.ts']],
    ['src/inner/deep.ts', '.', ['src/inner/index.ts']],
    ['src/inner/deep.ts', '..', []],
    ['src/main.ts', './data.json', ['src/data.json']],
    ['src/main.ts', './data.json?raw', ['src/data.json']],
    ['src/main.ts', '../../outside', []],
    ['src/main.ts', '', ['src/main.ts']],
    ['src/main.ts', 'node:fs', []],
    ['src/main.ts', 'lodash', []],
    ['src/main.ts', '@app/x/leaf', ['src/x/leaf.ts']],
    ['src/main.ts', '@app/special', ['src/inner/deep.ts']],
    ['src/main.ts', 'src/view', ['src/view.tsx']],
    ['src/main.ts', '#in/deep', ['src/inner/deep.ts']],
    ['src/main.ts', '#kit', ['packages/kit/src/index.ts']],
    ['packages/flat/index.js', 'pot', ['src/main.ts']],
    ['packages/flat/index.js', 'pot/x/leaf', ['src/x/leaf.ts']],
    ['packages/flat/index.js', 'pot/hidden/leaf', []],
    ['src/main.ts', '@scope/kit', ['packages/kit/src/index.ts']],
    ['src/main.ts', '@scope/kit/extra', ['packages/kit/extra.js']],
    ['src/main.ts', 'flat', ['packages/flat/index.js']],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
});

describe('go', () => {
  const tree = treeOf({
    'go.mod': 'module example.org/tea // why\n\ngo 1.19\n\nreplace example.org/else => ./third/else\n',
    'tea.go': '// Copyright\n\n/* package no */\npackage tea\n',
    'pot.go': 'package tea\n',
    'pot_test.go': 'package tea\n',
    'ext_test.go': 'package tea_test\n',
    'ext2_test.go': 'package tea_test\n',
    'gen.go': '//go:build ignore\n\npackage main\n',
    'leaf/leaf.go': 'package leaf\n',
    'leaf/leaf_test.go': 'package leaf\n',
    'nested/go.mod': 'module example.org/tea/nested\n',
    'nested/n.go': 'package nested\n',
    'nested/in/n.go': 'package in\n',
    'third/else/e.go': 'package els\n',
  });
  const resolver = languageById('go').resolver(tree);
  it.each<Row>([
    ['tea.go', 'example.org/tea/leaf', ['leaf/leaf.go']],
    ['leaf/leaf.go', 'example.org/tea', ['gen.go', 'pot.go', 'tea.go']],
    ['tea.go', 'example.org/tea/nested', ['nested/n.go']],
    ['tea.go', 'example.org/tea/nested/in', ['nested/in/n.go']],
    ['tea.go', 'example.org/else', ['third/else/e.go']],
    ['tea.go', 'example.org/teapot', []],
    ['tea.go', 'fmt', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
  it.each([
    ['tea.go', ['pot.go']],
    ['pot_test.go', ['pot.go', 'tea.go']],
    ['ext_test.go', ['ext2_test.go']],
    ['gen.go', []],
  ])('%s sees its package', (from, found) => {
    expect(resolver.samePackage(from)).toEqual(found);
  });
});

describe('rust', () => {
  const tree = treeOf({
    'Cargo.toml':
      '[workspace]\nmembers = ["crates/*"]\n[workspace.package]\nedition = "2021"\n[workspace.dependencies]\nkettle = { package = "brew-kettle", path = "crates/kettle" }\n[package]\nname = "tea-pot"\nedition.workspace = true\n[dependencies]\nkettle.workspace = true\nserde = "1"\n',
    'src/lib.rs':
      'mod leaf;\npub mod heat;\n#[cfg(unix)]\n#[path = "sys/unix.rs"]\nmod sys;\n#[cfg(windows)]\n#[path = "sys/windows.rs"]\nmod sys;\nmod inner {\n    pub mod deep;\n    mod empty {}\n    #[path = "given.rs"]\n    mod set;\n}\non_unix! {\n    mod gated;\n}\n// mod ghost;\n',
    'src/main.rs': 'mod only;\n',
    'src/only.rs': '',
    'src/leaf.rs': 'mod vein;\n#[cfg(test)]\nmod tests;\n#[path = "odd.rs"]\nmod stem;\nmacro_rules! leaves { () => {} }\n',
    'src/leaf/vein.rs': '',
    'src/leaf/tests.rs': '',
    'src/odd.rs': '',
    'src/heat/mod.rs': '#[macro_use] mod coil;\n',
    'src/heat/coil.rs': 'macro_rules! coil { () => {} }\n',
    'src/sys/unix.rs': 'mod pipe;\n',
    'src/sys/unix/pipe.rs': '',
    'src/sys/windows.rs': '',
    'src/inner/deep.rs': '',
    'src/inner/given.rs': '',
    'src/gated.rs': '',
    'src/ghost.rs': '',
    'tests/brews.rs': 'mod common;\n',
    'tests/common/mod.rs': '',
    'crates/kettle/Cargo.toml': '[package]\nname = "brew-kettle"\nversion = "1.0.0"\n[dependencies]\ntea-pot = "1"\n',
    'crates/kettle/src/lib.rs': 'mod spout;\nmod lid;\n',
    'crates/kettle/src/spout.rs': '',
    'crates/kettle/src/lid.rs': '',
    'crates/odd/Cargo.toml':
      '[package]\nname = "odd"\nedition = "2018"\n[lib]\nname = "stranger"\npath = "code/root.rs"\n[[bin]]\nname = "b"\npath = "code/bin.rs"\n',
    'crates/odd/code/root.rs': 'mod a;\n',
    'crates/odd/code/a.rs': '',
    'crates/odd/code/bin.rs': 'mod b;\n',
    'crates/odd/code/b.rs': '',
  });
  const resolver = languageById('rust').resolver(tree);
  it.each<Row>([
    ['src/leaf/vein.rs', 'crate', ['src/lib.rs']],
    ['src/leaf/vein.rs', 'crate.heat.coil', ['src/heat/coil.rs']],
    ['src/leaf/vein.rs', 'super', ['src/leaf.rs']],
    ['src/leaf/vein.rs', 'super.super', ['src/lib.rs']],
    ['src/leaf/vein.rs', 'super.super.super', []],
    ['src/leaf/vein.rs', 'super.tests', ['src/leaf/tests.rs']],
    ['src/leaf.rs', 'self.vein', ['src/leaf/vein.rs']],
    ['src/leaf.rs', 'self.stem', ['src/odd.rs']],
    ['src/leaf.rs', 'vein', ['src/leaf/vein.rs']],
    ['src/leaf.rs', 'self', ['src/leaf.rs']],
    // Either of the two, by the platform; the submodule of one of them.
    ['src/leaf.rs', 'crate.sys', ['src/sys/unix.rs', 'src/sys/windows.rs']],
    ['src/leaf.rs', 'crate.sys.pipe', ['src/sys/unix/pipe.rs']],
    ['src/leaf.rs', 'crate.inner.deep', ['src/inner/deep.rs']],
    ['src/leaf.rs', 'crate.inner.set', ['src/inner/given.rs']],
    ['src/leaf.rs', 'crate.inner', []],
    ['src/leaf.rs', 'crate.gated', ['src/gated.rs']],
    ['src/leaf.rs', 'crate.ghost', []],
    ['src/only.rs', 'crate', ['src/main.rs']],
    ['src/only.rs', 'tea_pot.leaf', ['src/leaf.rs']],
    ['tests/brews.rs', 'tea_pot.heat', ['src/heat/mod.rs']],
    ['tests/brews.rs', 'common', ['tests/common/mod.rs']],
    ['tests/common/mod.rs', 'crate', ['tests/brews.rs']],
    // The workspace renames the package; elsewhere it has its own name.
    ['src/lib.rs', 'kettle.spout', ['crates/kettle/src/spout.rs']],
    ['crates/odd/code/a.rs', 'brew_kettle', ['crates/kettle/src/lib.rs']],
    ['crates/odd/code/a.rs', 'kettle', []],
    ['crates/kettle/src/spout.rs', 'tea_pot', ['src/lib.rs']],
    ['src/lib.rs', 'stranger.a', ['crates/odd/code/a.rs']],
    ['src/lib.rs', 'odd', []],
    ['crates/odd/code/b.rs', 'crate', ['crates/odd/code/bin.rs']],
    // In 2015 a path starts at the crate, since 2018 it does not.
    ['crates/kettle/src/spout.rs', 'lid', ['crates/kettle/src/lid.rs']],
    ['src/leaf/vein.rs', 'heat', []],
    ['src/leaf.rs', 'serde', []],
    ['src/leaf.rs', 'std.mem', []],
    ['src/leaf/vein.rs', '$crate', ['src/heat/coil.rs', 'src/leaf.rs']],
    ['tests/brews.rs', '$crate', []],
    ['tests/brews.rs', '$tea_pot', ['src/heat/coil.rs', 'src/leaf.rs']],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
});

describe('java', () => {
  const tree = treeOf({
    'core/src/main/java/org/brew/Pot.java': '/* package no; */\n// package no;\n@Generated("x")\npackage org.brew;\n',
    'core/src/main/java/org/brew/Lid.java': 'package org . brew ;\n',
    'core/src/main/java/org/brew/leaf/Leaf.java': 'package org.brew.leaf;\n',
    'core/src/test/java/org/brew/PotTest.java': 'package org.brew;\n',
    'core/src/testFixtures/java/org/brew/Cups.java': 'package org.brew;\n',
    'core/src/main/java/module-info.java': '/** The core. */\nopen module org.brew { requires java.base; }\n',
    'extra/flat/Anywhere.java': 'package org.brew;\n',
    'extra/flat/Lone.java': 'class Lone {}\n',
    'extra/flat/Other.java': 'class Other {}\n',
    'extra/src/it/java/EndIT.java': 'package org.brew.end;\n',
  });
  const resolver = languageById('java').resolver(tree);
  const core = 'core/src/main/java/org/brew';
  it.each<Row>([
    [`${core}/leaf/Leaf.java`, 'org.brew', [`${core}/Lid.java`, `${core}/Pot.java`, 'extra/flat/Anywhere.java']],
    // The nearest source set first; tests see all, the rest does not see tests.
    ['extra/flat/Lone.java', 'org.brew', ['extra/flat/Anywhere.java', `${core}/Lid.java`, `${core}/Pot.java`]],
    [
      'core/src/test/java/org/brew/PotTest.java',
      'org.brew',
      [
        'core/src/test/java/org/brew/PotTest.java',
        `${core}/Lid.java`,
        `${core}/Pot.java`,
        'core/src/testFixtures/java/org/brew/Cups.java',
        'extra/flat/Anywhere.java',
      ],
    ],
    [`${core}/Pot.java`, 'org.brew.leaf', [`${core}/leaf/Leaf.java`]],
    [`${core}/Pot.java`, 'org.brew.end', []],
    ['extra/src/it/java/EndIT.java', 'org.brew.end', ['extra/src/it/java/EndIT.java']],
    [`${core}/Pot.java`, 'org', []],
    [`${core}/Pot.java`, 'java.util', []],
    [`${core}/Pot.java`, '', []],
    ['extra/flat/Lone.java', 'module org.brew', ['core/src/main/java/module-info.java']],
    ['extra/flat/Lone.java', 'module java.base', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
  it.each([
    [`${core}/Pot.java`, [`${core}/Lid.java`, 'extra/flat/Anywhere.java']],
    [
      'core/src/testFixtures/java/org/brew/Cups.java',
      [`${core}/Lid.java`, `${core}/Pot.java`, 'core/src/test/java/org/brew/PotTest.java', 'extra/flat/Anywhere.java'],
    ],
    ['extra/flat/Lone.java', ['extra/flat/Other.java']],
    [`${core}/leaf/Leaf.java`, []],
    ['core/src/main/java/module-info.java', []],
  ])('%s sees its package', (from, found) => {
    expect(resolver.samePackage(from)).toEqual(found);
  });
});

describe('ruby', () => {
  const tree = treeOf({
    Rakefile: '',
    'lib/brew.rb': '',
    'lib/brew/pot.rb': '',
    'lib/brew/pot/lid.rb': '',
    'gems/stove/stove.gemspec': '',
    'gems/stove/lib/stove/coil.rb': '',
    'gems/stove/test/coil_test.rb': '',
    'gems/stove/test/warm.rb': '',
    'app/models/cup.rb': '',
    'spec/spec_helper.rb': '',
    'spec/brew/pot_spec.rb': '',
    'config.ru': '',
  });
  const resolver = languageById('ruby').resolver(tree);
  it.each<Row>([
    ['spec/brew/pot_spec.rb', 'brew/pot', ['lib/brew/pot.rb']],
    ['spec/brew/pot_spec.rb', 'brew/pot.rb', ['lib/brew/pot.rb']],
    ['spec/brew/pot_spec.rb', 'spec_helper', ['spec/spec_helper.rb']],
    ['spec/brew/pot_spec.rb', '../spec_helper', ['spec/spec_helper.rb']],
    ['spec/brew/pot_spec.rb', 'stove/coil', ['gems/stove/lib/stove/coil.rb']],
    ['lib/brew/pot.rb', './pot/lid', ['lib/brew/pot/lid.rb']],
    ['lib/brew/pot.rb', './lid', []],
    ['lib/brew/pot.rb', '../../../lid', []],
    ['lib/brew.rb', 'app/models/cup', ['app/models/cup.rb']],
    ['gems/stove/test/coil_test.rb', 'warm', ['gems/stove/test/warm.rb']],
    ['lib/brew.rb', 'warm', []],
    ['lib/brew.rb', 'json', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
  it.each([
    ['lib/brew.rb', ['app/models/cup.rb', 'config.ru', 'gems/stove/lib/stove/coil.rb', 'lib/brew/pot.rb', 'lib/brew/pot/lid.rb']],
    [
      'spec/spec_helper.rb',
      [
        'app/models/cup.rb',
        'config.ru',
        'gems/stove/lib/stove/coil.rb',
        'gems/stove/test/coil_test.rb',
        'gems/stove/test/warm.rb',
        'lib/brew.rb',
        'lib/brew/pot.rb',
        'lib/brew/pot/lid.rb',
        'spec/brew/pot_spec.rb',
      ],
    ],
    ['Rakefile', []],
  ])('%s sees what is loaded', (from, found) => {
    expect(resolver.samePackage(from)).toEqual(found);
  });
});

describe('csharp', () => {
  const tree = treeOf({
    'Directory.Build.props': '<Project><ItemGroup><Using Include="Brew.Shared" /></ItemGroup></Project>',
    'src/Brew/Brew.csproj': '<Project />',
    'src/Brew/Globals.cs': 'global using Brew.Tools;\n',
    'src/Brew/Pot.cs': '\uFEFF// namespace No;\nusing Brew.Leaf;\n\nnamespace Brew.Pots;\n\nclass Pot {}\n',
    'src/Brew/Pot.Boil.cs': 'namespace Brew.Pots\n{\n  partial class Pot {}\n}\n',
    'src/Brew/Leaf.cs': 'namespace Brew\n{\n  namespace Leaf\n  {\n    class Tea {}\n  }\n  namespace Tin { }\n}\n',
    'src/Brew/Root.cs': 'namespace Brew;\n',
    'src/Brew/Tools.cs': 'namespace Brew.Tools;\n',
    'src/Brew/Clock.cs': 'namespace System;\n',
    'src/Other/Other.csproj': '<Project />',
    'src/Other/Lone.cs': 'namespace Other.Pots;\n',
    'src/Other/Shared.cs': 'namespace Brew.Shared;\n',
    'test/Brew.Tests/PotTests.cs': 'namespace Brew.Pots;\n',
  });
  const resolver = languageById('csharp').resolver(tree);
  const pots = ['src/Brew/Pot.Boil.cs', 'src/Brew/Pot.cs'];
  it.each<Row>([
    ['src/Other/Lone.cs', 'Brew.Pots', pots],
    ['test/Brew.Tests/PotTests.cs', 'Brew.Pots', [...pots, 'test/Brew.Tests/PotTests.cs']],
    // From the namespaces around the one that names it, and nested ones by their full names.
    ['src/Brew/Pot.cs', 'Leaf', ['src/Brew/Leaf.cs']],
    ['src/Brew/Pot.cs', 'Brew.Tin', ['src/Brew/Leaf.cs']],
    ['src/Brew/Root.cs', 'Pots', pots],
    ['src/Other/Shared.cs', 'Pots', pots],
    ['src/Other/Lone.cs', 'Pots', ['src/Other/Lone.cs']],
    ['src/Other/Lone.cs', 'Leaf', []],
    ['src/Other/Lone.cs', 'No', []],
    ['src/Other/Lone.cs', 'System', []],
    ['src/Other/Lone.cs', '', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
  it.each([
    // Its own namespace, those around it, the nameless one, what its project and all projects use globally, and additions to the platform.
    [
      'src/Brew/Pot.cs',
      [
        'src/Brew/Pot.Boil.cs',
        'src/Brew/Leaf.cs',
        'src/Brew/Root.cs',
        'src/Brew/Globals.cs',
        'src/Brew/Tools.cs',
        'src/Other/Shared.cs',
        'src/Brew/Clock.cs',
      ],
    ],
    ['src/Other/Lone.cs', ['src/Brew/Globals.cs', 'src/Other/Shared.cs', 'src/Brew/Clock.cs']],
    ['src/Other/Other.csproj', []],
  ])('%s sees its namespaces', (from, found) => {
    expect(resolver.samePackage(from)).toEqual(found);
  });
});

describe('php', () => {
  const tree = treeOf({
    'composer.json':
      '{ "autoload": { "psr-4": { "Brew\\\\": "src/", "Brew\\\\Extra\\\\": ["extra", "more"] } }, "autoload-dev": { "psr-4": { "Brew\\\\Tests\\\\": "tests" } } }',
    'src/Pots/Pot.php': '<?php\n\nnamespace Brew\\Pots;\n',
    'src/Leaf.php': '<?php namespace Brew;\n',
    'compat/Pot.php': '<?php\nnamespace Brew\\Pots {\n}\nnamespace Brew\\Old {\n}\n',
    'more/Deep/Box.php': '<?php\nnamespace Brew\\Extra\\Deep;\n',
    'src/functions.php': '<?php\nfunction light() {}\n',
    'tests/PotTest.php': '<?php\nnamespace Brew\\Pots;\n',
  });
  const resolver = languageById('php').resolver(tree);
  it.each<Row>([
    // Where the manifest puts its classes comes first.
    ['src/Leaf.php', 'Brew.Pots', ['src/Pots/Pot.php', 'compat/Pot.php']],
    ['tests/PotTest.php', 'Brew.Pots', ['src/Pots/Pot.php', 'compat/Pot.php', 'tests/PotTest.php']],
    ['src/Leaf.php', 'Brew.Old', ['compat/Pot.php']],
    ['src/Leaf.php', 'Brew.Extra.Deep', ['more/Deep/Box.php']],
    ['src/Leaf.php', 'Extra.Deep', ['more/Deep/Box.php']],
    ['src/Pots/Pot.php', 'Extra.Deep', []],
    ['src/Pots/Pot.php', 'Brew', ['src/Leaf.php']],
    ['src/Pots/Pot.php', '', []],
    ['src/Pots/Pot.php', 'Psr.Log', []],
    ['src/Pots/Pot.php', '\\', ['src/functions.php']],
    ['src/Pots/Pot.php', './../functions.php', ['src/functions.php']],
    ['src/Pots/Pot.php', 'src/functions.php', ['src/functions.php']],
    ['src/Leaf.php', 'functions.php', ['src/functions.php']],
    ['src/Leaf.php', '../../functions.php', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
  it.each([
    ['src/Pots/Pot.php', ['compat/Pot.php', 'src/functions.php']],
    ['tests/PotTest.php', ['src/Pots/Pot.php', 'compat/Pot.php', 'src/functions.php']],
    ['src/functions.php', []],
    ['composer.json', []],
  ])('%s sees its namespace', (from, found) => {
    expect(resolver.samePackage(from)).toEqual(found);
  });
});

describe('kotlin', () => {
  const tree = treeOf({
    'core/src/commonMain/kotlin/Pot.kt': '/* package no */\n@file:JvmName("Pots")\n\npackage org.brew\n\nimport org.brew.leaf.Leaf\n',
    'core/src/jvmMain/kotlin/org/brew/Lid.kt': 'package org.brew\n',
    'core/src/main/java/org/brew/Old.java': '// One.\npackage org.brew;\n',
    'core/src/main/kotlin/leaf/Leaf.kt': 'package org.brew.leaf\n',
    'core/src/commonTest/kotlin/PotTest.kt': 'package org.brew\n',
    'core/src/test/kotlin/CupTest.kt': 'package org.brew.cups\n',
    'lone/Lone.kt': 'fun lone() {}\n',
    'lone/Other.kt': 'fun other() {}\n',
    'build.gradle.kts': 'package org.brew\n',
  });
  const resolver = languageById('kotlin').resolver(tree);
  const main = ['core/src/commonMain/kotlin/Pot.kt', 'core/src/jvmMain/kotlin/org/brew/Lid.kt', 'core/src/main/java/org/brew/Old.java'];
  it.each<Row>([
    ['lone/Lone.kt', 'org.brew', main],
    [
      'core/src/test/kotlin/CupTest.kt',
      'org.brew',
      ['core/src/commonMain/kotlin/Pot.kt', 'core/src/commonTest/kotlin/PotTest.kt', ...main.slice(1)],
    ],
    ['lone/Lone.kt', 'org.brew.leaf', ['core/src/main/kotlin/leaf/Leaf.kt']],
    ['lone/Lone.kt', 'org.brew.cups', []],
    ['lone/Lone.kt', 'org', []],
    ['lone/Lone.kt', 'kotlin.math', []],
    ['lone/Lone.kt', '', []],
  ])('%s imports %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
  it.each([
    ['core/src/commonMain/kotlin/Pot.kt', main.slice(1)],
    ['core/src/commonTest/kotlin/PotTest.kt', main],
    ['lone/Lone.kt', ['lone/Other.kt']],
    ['build.gradle.kts', []],
  ])('%s sees its package', (from, found) => {
    expect(resolver.samePackage(from)).toEqual(found);
  });
});

describe.each(['c', 'cpp'])('%s', (language) => {
  const tree = treeOf({
    'CMakeLists.txt':
      'target_include_directories(tea PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/api>\n  "${PROJECT_SOURCE_DIR}/core/inc" ${OTHER})\n',
    'plugin/Makefile.am': 'AM_CPPFLAGS = -I$(top_srcdir)/shared -I $(srcdir)/own -DX=1\n',
    'bench/meson.build': "inc = include_directories('heads', '..')\n",
    'api/tea/tea.h': '',
    'api/tea/leaf.h': '',
    'core/inc/core.h': '',
    'core/core.c': '',
    'core/leaf.h': '',
    'shared/jug.h': '',
    'plugin/own/plug.h': '',
    'plugin/plug.c': '',
    'bench/heads/clock.h': '',
    'bench/run.c': '',
    'include/tea/cup.h': '',
    'src/deep/a.c': '',
    'src/deep/a.h': '',
    'src/b.h': '',
    'root.h': '',
    'far/away/only/lonely.h': '',
    'x/twin.h': '',
    'y/twin.h': '',
    'x/string.h': '',
  });
  const resolver = languageById(language).resolver(tree);
  it.each<Row>([
    ['src/deep/a.c', 'a.h', ['src/deep/a.h']],
    ['src/deep/a.c', '../b.h', ['src/b.h']],
    ['src/deep/a.c', 'b.h', ['src/b.h']],
    ['src/deep/a.c', 'deep/a.h', ['src/deep/a.h']],
    ['src/deep/a.c', 'root.h', ['root.h']],
    ['src/deep/a.c', '<root.h>', ['root.h']],
    ['src/deep/a.c', 'tea/tea.h', ['api/tea/tea.h']],
    ['src/deep/a.c', '<tea/cup.h>', ['include/tea/cup.h']],
    ['api/tea/tea.h', 'leaf.h', ['api/tea/leaf.h']],
    ['core/core.c', 'leaf.h', ['core/leaf.h']],
    ['core/core.c', '<core.h>', ['core/inc/core.h']],
    ['plugin/plug.c', 'jug.h', ['shared/jug.h']],
    ['plugin/plug.c', 'plug.h', ['plugin/own/plug.h']],
    ['bench/run.c', 'clock.h', ['bench/heads/clock.h']],
    // Beside the file is no place for an angled name, and no folder of includes holds it.
    ['x/twin.h', '<string.h>', []],
    ['src/deep/a.c', '<string.h>', []],
    ['src/deep/a.c', 'lonely.h', ['far/away/only/lonely.h']],
    ['src/deep/a.c', '<only/lonely.h>', ['far/away/only/lonely.h']],
    ['src/deep/a.c', '<lonely.h>', []],
    ['src/deep/a.c', 'twin.h', []],
    ['src/deep/a.c', '<vector>', []],
    ['src/deep/a.c', '', ['src/deep/a.c']],
    ['src/deep/a.h', 'a.h', []],
  ])('%s includes %s', (from, module, found) => {
    expect(resolver.resolveModule(module, from)).toEqual(found);
  });
});
