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
