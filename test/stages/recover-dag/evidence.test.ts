import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import type { Recovered } from '#schema/dag.ts';
import type { RecoverOptions } from '../../../stages/recover-dag/recover.ts';
import { edgeLines, evidenceLines, recoveredFrom } from './candidate.ts';
import { line, type Told } from './history.ts';

describe('static evidence', { timeout: 60_000 }, () => {
  let parser: Parser;
  beforeAll(() => {
    parser = createParser();
  });
  afterAll(async () => parser[Symbol.asyncDispose]());

  const recovered = (language: string, told: readonly Told[], changed: Partial<RecoverOptions> = {}): Promise<Recovered> =>
    recoveredFrom(parser, language, told, changed);

  test('Python: imports through a re-exporting package, calls, subclasses, methods of a known class; outside names say nothing', async () => {
    const told = line([
      [
        'base',
        {
          'pkg/__init__.py': '',
          'pkg/base.py': 'import os\n\n\ndef old():\n    return os.getcwd()\n',
          'tests/test_base.py': 'from pkg.base import old\n\n\ndef test_old():\n    assert old()\n',
        },
      ],
      [
        'adds Shape',
        {
          'pkg/shape.py': 'class Shape:\n    def measured_area(self):\n        return 0\n\n    def close(self):\n        pass\n',
          'pkg/__init__.py': 'from .shape import Shape\n',
          'tests/test_shape.py': 'def test_one():\n    assert 1\n',
        },
      ],
      [
        'adds parse',
        { 'pkg/parse.py': 'def parse_shape(text):\n    return text\n', 'tests/test_parse.py': 'def test_two():\n    assert 2\n' },
      ],
      [
        'subclasses through the package',
        {
          'pkg/square.py': 'from pkg import Shape\n\n\nclass Square(Shape):\n    pass\n',
          'tests/test_square.py': 'def test_three():\n    assert 3\n',
        },
      ],
      [
        'calls through a module',
        {
          'pkg/use.py': 'from . import parse\n\n\ndef use(x, Shape):\n    x.close()\n    Shape()\n    return parse.parse_shape(x)\n',
          'tests/test_use.py': 'def test_four():\n    assert 4\n',
        },
      ],
      [
        'tests exercise',
        {
          'pkg/more.py': 'def more():\n    return 5\n',
          'tests/test_more.py':
            'from pkg.square import Square\n\n\ndef test_five(thing):\n    assert thing.measured_area()\n    assert Square()\n',
        },
      ],
    ]);
    const result = await recovered('python', told);
    expect(evidenceLines(result)).toEqual([
      'calls 2→4 parse_shape',
      'extends 1→3 Shape',
      'imports 1→3 Shape',
      'imports 2→4',
      'test-exercises 1→5 Shape.measured_area',
      'test-exercises 3→5 Square',
    ]);
    expect(edgeLines(result)).toEqual(['1→3', '1→5', '2→4', '3→5']);
    expect(result.edges.map((edge) => [edge.from, edge.to, edge.implied])).toContainEqual(['unit_001', 'unit_005', true]);
    expect(result.units.map((unit) => unit.layer)).toEqual([0, 0, 1, 1, 2]);
    expect([result.layers, result.width]).toEqual([3, 2]);
    // `x.close()` is never taken for Shape.close, and a parameter shadows the class.
    expect(result.ambiguous.map((each) => [each.name, each.candidates])).toEqual([
      ['close', ['pkg/shape.py: Shape.close', 'outside the repository']],
    ]);
  });

  test("two candidates are ambiguous and no edge; a shadowed name is its own file's", async () => {
    const told = line([
      [
        'base',
        { 'pkg/a.py': 'class A:\n    def render_thing(self):\n        return 1\n', 'tests/test_a.py': 'def test_a():\n    assert 1\n' },
      ],
      [
        'a second render_thing',
        {
          'pkg/b.py': 'class B:\n    def render_thing(self):\n        return 2\n\n\ndef helper_one():\n    return 1\n',
          'tests/test_b.py': 'def test_b():\n    assert 1\n',
        },
      ],
      [
        'uses one of the two, and its own helper_one',
        {
          'pkg/c.py': 'def helper_one():\n    return 3\n\n\ndef draw(it):\n    return it.render_thing() + helper_one()\n',
          'tests/test_c.py': 'def test_c():\n    assert 1\n',
        },
      ],
    ]);
    const result = await recovered('python', told);
    expect(evidenceLines(result)).toEqual([]);
    expect(result.edges).toEqual([]);
    expect(result.ambiguous).toEqual([
      {
        change: result.candidate.changes[1]?.id,
        path: 'pkg/c.py',
        line: 6,
        name: 'render_thing',
        candidates: ['pkg/a.py: A.render_thing', 'pkg/b.py: B.render_thing'],
      },
    ]);
  });

  test('TypeScript: types, calls and inheritance through two barrels; a rename keeps the introducer', async () => {
    const told = line([
      [
        'base',
        { 'package.json': '{"name":"x","type":"module"}\n', 'src/index.ts': 'export {};\n', 'test/base.test.ts': "test('a', () => {});\n" },
      ],
      [
        'adds Store',
        {
          'src/core/store.ts':
            'export interface Entry {\n  key: string;\n}\nexport class Store {\n  lookupEntry(key: string) {\n    return key;\n  }\n}\n',
          'src/core/index.ts': "export * from './store';\n",
          'test/store.test.ts': "test('b', () => {});\n",
        },
      ],
      [
        'second barrel, moves the file',
        {
          'src/core/store.ts': null,
          'src/core/storage.ts':
            'export interface Entry {\n  key: string;\n}\nexport class Store {\n  lookupEntry(key: string) {\n    return key;\n  }\n}\n',
          'src/core/index.ts': "export * from './storage';\n",
          'src/index.ts': "export { Store as Shop, type Entry } from './core';\n",
          'test/barrel.test.ts': "test('c', () => {});\n",
        },
      ],
      [
        'uses all',
        {
          'src/app.ts':
            "import { Shop, type Entry } from './index';\n\nexport class App extends Shop {\n  run(entry: Entry) {\n    return new Shop().lookupEntry(entry.key);\n  }\n}\n",
          'test/app.test.ts': "import { App } from '../src/app';\n\ntest('d', () => new App());\n",
        },
      ],
    ]);
    const result = await recovered('typescript', told);
    expect(evidenceLines(result, ['extends', 'calls', 'imports'])).toEqual([
      'calls 1→3 Entry',
      'calls 1→3 Store',
      'calls 1→3 Store.lookupEntry',
      'extends 1→3 Store',
      'imports 1→2',
      'imports 1→2 Entry',
      'imports 1→2 Store',
      'imports 1→3 Entry',
      'imports 1→3 Store',
    ]);
    // The barrel's file itself: its one statement stands in no definition. The moved file's lines are nobody's edit.
    expect(evidenceLines(result, ['edits-inside'])).toEqual(['edits-inside 1→2']);
    expect(result.edges.find((edge) => edge.from === 'unit_001' && edge.to === 'unit_003')?.patterns).toEqual([
      'functional-producer-consumer',
      'compositional-layering',
    ]);
  });

  test('Go: same package without import, methods on the receiver, embedding', async () => {
    const told = line([
      ['base', { 'go.mod': 'module example.com/x\n\ngo 1.21\n', 'x.go': 'package x\n', 'x_test.go': 'package x\n' }],
      [
        'adds Node',
        {
          'node.go': 'package x\n\ntype Node struct {\n\tName string\n}\n\nfunc (n *Node) Describe() string {\n\treturn n.Name\n}\n',
          'node_test.go': 'package x\n\nimport "testing"\n\nfunc TestNode(t *testing.T) {}\n',
        },
      ],
      [
        'embeds it',
        {
          'tree.go': 'package x\n\ntype Tree struct {\n\tNode\n}\n',
          'tree_test.go': 'package x\n\nimport "testing"\n\nfunc TestTree(t *testing.T) {}\n',
        },
      ],
      [
        'calls on the receiver',
        {
          'extra.go': 'package x\n\nfunc (n *Node) Twice() string {\n\treturn n.Describe() + n.Describe()\n}\n',
          'extra_test.go': 'package x\n\nimport "testing"\n\nfunc TestTwice(t *testing.T) {\n\t_ = Tree{}\n}\n',
        },
      ],
    ]);
    const result = await recovered('go', told);
    expect(evidenceLines(result, ['extends', 'calls', 'test-exercises']).filter((each) => !each.endsWith('Node'))).toEqual([
      'calls 1→3 Node.Describe',
      'test-exercises 2→3 Tree',
    ]);
    expect(evidenceLines(result)).toContain('extends 1→2 Node');
  });

  test('JavaScript: edits of lines and inside definitions, through a re-indentation by a third change', async () => {
    const body = (indent: string, extra: string): string =>
      `export function render(a) {\n${indent}const b = a + 1;\n${extra}${indent}return b;\n}\n`;
    const told = line([
      [
        'base',
        {
          'package.json': '{"name":"x","type":"module"}\n',
          'src/base.js': 'export const base = 1;\n',
          'test/base.test.js': "test('a', () => {});\n",
        },
      ],
      ['adds render', { 'src/render.js': body('  ', ''), 'test/render.test.js': "test('b', () => {});\n" }],
      ['re-indents', { 'src/render.js': body('    ', ''), 'test/indent.test.js': "test('c', () => {});\n" }],
      ['inserts', { 'src/render.js': body('    ', '    log(b);\n'), 'test/insert.test.js': "test('d', () => {});\n" }],
      [
        'rewrites',
        { 'src/render.js': body('    ', '    log(b);\n').replace('a + 1', 'a + 2'), 'test/rewrite.test.js': "test('e', () => {});\n" },
      ],
    ]);
    const result = await recovered('javascript', told, { hotMin: 99 });
    expect(evidenceLines(result)).toEqual(
      expect.arrayContaining(['edits-inside 1→3 render', 'edits-inside 1→4 render', 'edits-lines-of 1→4']),
    );
    // The re-indentation owns nothing, yet what follows does not apply without it: only composing tells.
    expect(evidenceLines(result).filter((each) => each.includes('2→'))).toEqual(['does-not-apply-without 2→3']);
  });

  test('hot files keep overlap as hot, which admits no edge, but their definitions may be used', async () => {
    const core = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
    const spaced = (at: number, text: string): string[] =>
      Array.from({ length: 60 }, (_, index) => (index === at ? text : `x${index} = ${index}`));
    const cores = [spaced(-1, ''), spaced(5, 'def first(): return 1')];
    for (const at of [20, 35, 50]) cores.push((cores.at(-1) ?? []).map((text, index) => (index === at ? `y${at} = 0` : text)));
    cores.push((cores.at(-1) ?? []).map((text, index) => (index === 20 ? 'y20 = 1' : text)));
    const steps = cores.map((lines, index): [string, Record<string, string>] => [
      `change ${index}`,
      { 'pkg/core.py': core(lines), [`tests/test_${index}.py`]: `def test_${index}():\n    assert 1\n` },
    ]);
    steps.push([
      'uses',
      { 'pkg/other.py': 'from pkg.core import first\n\nfirst()\n', 'tests/test_other.py': 'def test_o():\n    assert 1\n' },
    ]);
    const result = await recovered('python', line(steps));
    expect(result.hotFiles).toEqual(['pkg/core.py']);
    expect(evidenceLines(result)).toEqual([
      'calls 1→6 first',
      'does-not-apply-without 2→5',
      'edits-inside 2→5 y20 hot',
      'edits-lines-of 2→5 hot',
      'imports 1→6 first',
    ]);
    expect(result.denied.map((each) => `${each.rule} ${each.path}`)).toContain('hot: 5 of 6 changes touch it pkg/core.py');
    const cold = await recovered('python', line(steps), { hotMin: 6 });
    const proofs = (each: Recovered): string[] => each.edges.map((edge) => `${edge.from} ${edge.to} ${edge.proof}`);
    // Warm, the overlap admits the edge; hot, only composition does.
    expect(proofs(result)).toEqual(['unit_001 unit_006 unproven', 'unit_002 unit_005 proven']);
    expect(proofs(cold)).toEqual(['unit_001 unit_006 unproven', 'unit_002 unit_005 unproven']);
  });

  test('a definition that moves to a new file is taken from its owner, and nothing is put inside it', async () => {
    const moved = 'def moved_one(a):\n    b = a + 1\n    return b\n';
    const told = line([
      ['base', { 'pkg/a.py': 'a = 1\n', 'tests/test_a.py': 'def test_a():\n    assert 1\n' }],
      ['adds it', { 'pkg/a.py': `a = 1\n\n\n${moved}`, 'tests/test_b.py': 'def test_b():\n    assert 1\n' }],
      ['moves it', { 'pkg/a.py': 'a = 1\n', 'pkg/b.py': `x = 1\ny = 2\n\n\n${moved}`, 'tests/test_c.py': 'def test_c():\n    assert 1\n' }],
    ]);
    const result = await recovered('python', told);
    expect(evidenceLines(result)).toEqual(['edits-lines-of 1→2']);
    expect(result.evidence[0]).toMatchObject({ path: 'pkg/a.py', lines: [4, 5, 6] });
  });

  test('denied files bear no evidence, and each denial is recorded', async () => {
    const told = line([
      [
        'base',
        { 'pkg/a.py': 'a = 1\n', 'poetry.lock': 'one\n', 'CHANGES.md': 'log\n', 'tests/test_a.py': 'def test_a():\n    assert 1\n' },
      ],
      [
        'first',
        {
          'pkg/b.py': 'b = 1\n',
          'poetry.lock': 'one\ntwo\n',
          'CHANGES.md': 'log\nfirst\n',
          'pkg/vendor/v.py': 'def vendored_one():\n    return 1\n',
          'tests/test_b.py': 'def test_b():\n    assert 1\n',
        },
      ],
      [
        'second',
        {
          'pkg/c.py': 'from pkg.vendor.v import vendored_one\n\nvendored_one()\n',
          'poetry.lock': 'one\nthree\n',
          'CHANGES.md': 'log\nsecond\n',
          'tests/test_c.py': 'def test_c():\n    assert 1\n',
        },
      ],
    ]);
    const result = await recovered('python', told);
    expect(result.evidence).toEqual([]);
    expect(result.denied.map((each) => [each.path, each.changes])).toEqual([
      ['CHANGES.md', 2],
      ['pkg/vendor/v.py', 1],
      ['poetry.lock', 2],
    ]);
    expect(result.units.flatMap((unit) => unit.files.map((file) => file.path))).not.toContain('CHANGES.md');
  });
});
