import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParser } from '#io/parser.ts';
import type { Parser } from '#io/symbols.ts';
import type { Recovered } from '#schema/dag.ts';
import { edgeLines, recoveredFrom } from './candidate.ts';
import type { Told } from './history.ts';

const start = { 'pkg/__init__.py': '', 'pkg/a.py': 'def old():\n    return 0\n', 'tests/test_a.py': 'def test_a():\n    assert 1\n' };
const bee = {
  'pkg/b.py': 'def bee():\n    return 1\n',
  'tests/test_b.py': 'from pkg.b import bee\n\n\ndef test_bee():\n    assert bee() == 1\n',
};
const sea = {
  'pkg/c.py': 'def sea():\n    return 2\n',
  'tests/test_c.py': 'from pkg.c import sea\n\n\ndef test_sea():\n    assert sea() == 2\n',
};

describe('a change that falls apart', { timeout: 60_000 }, () => {
  let parser: Parser;
  beforeAll(() => {
    parser = createParser();
  });
  afterAll(async () => parser[Symbol.asyncDispose]());

  async function units(...landed: (readonly [Readonly<Record<string, string | null>>, Partial<Told>?])[]): Promise<Recovered> {
    let files: Record<string, string> = { ...start };
    const told: Told[] = [{ subject: 'base', files }];
    for (const [changed, more] of landed) {
      const kept = Object.entries({ ...files, ...changed }).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]));
      files = Object.fromEntries(kept);
      told.push({ subject: 'change', files, ...more });
    }
    return recoveredFrom(parser, 'python', told);
  }
  const paths = (recovered: Recovered) => recovered.units.map((unit) => unit.files.map((file) => file.path));

  test('gives a unit for each part, with the steps of one commit in a row', async () => {
    const recovered = await units([{ ...bee, ...sea, 'README.md': 'two things\n' }, { pr: 7 }]);
    expect(paths(recovered)).toEqual([
      ['pkg/b.py', 'tests/test_b.py'],
      ['pkg/c.py', 'tests/test_c.py'],
    ]);
    const [first, second] = recovered.units;
    expect(first?.subject).toBe('change [part 1 of 2]');
    expect(second?.steps[0]?.change).toBe(first?.steps[0]?.change);
    expect([first?.steps[0]?.position, second?.steps[0]?.position]).toEqual([0, 1]);
    expect(second?.steps[0]?.before).toBe(first?.steps[0]?.after);
    expect(second?.steps[0]?.after).toBe(recovered.candidate.endTree);
    expect(recovered.candidate.changes.map(({ segment, sourceLines, testLines }) => [segment, sourceLines, testLines])).toEqual([
      [{ index: 1, of: 2 }, 2, 5],
      [{ index: 2, of: 2 }, 2, 5],
    ]);
    expect(recovered.edges).toEqual([]);
  });

  test('ties what comes later to the part that it needs', async () => {
    const later = {
      'pkg/c.py': 'def sea():\n    return 3\n',
      'tests/test_d.py': 'from pkg.c import sea\n\n\ndef test_d():\n    assert sea() == 3\n',
    };
    const recovered = await units([{ ...bee, ...sea }], [later]);
    expect(paths(recovered)[2]).toEqual(['pkg/c.py', 'tests/test_d.py']);
    expect(edgeLines(recovered)).toEqual(['2→3']);
  });

  test.each([
    ['a name of the one that the other says', { ...bee, ...sea, 'pkg/c.py': 'from .b import bee\n\n\ndef sea():\n    return bee() + 1\n' }],
    ['a test that imports both', { ...bee, ...sea, 'tests/test_c.py': `import pkg.b\n${sea['tests/test_c.py']}` }],
    [
      'one definition that both change',
      {
        'pkg/b.py': 'def same():\n    return 1\n',
        'pkg/c.py': 'def same():\n    return 2\n',
        'tests/test_b.py': 'def test_b():\n    assert 1\n',
        'tests/test_c.py': 'def test_c():\n    assert 1\n',
      },
    ],
    ['a part without tests', { ...bee, ...sea, 'pkg/d.py': 'def dee():\n    return 4\n' }],
    ['a test without source', { ...bee, ...sea, 'tests/test_e.py': 'def test_e():\n    assert 1\n' }],
  ])('stays whole with %s', async (_, changed) => {
    const recovered = await units([changed]);
    expect(recovered.units).toHaveLength(1);
    expect(recovered.candidate.changes.map((change) => change.segment)).toEqual([undefined]);
  });

  test('stays whole when it is half of a revert pair', async () => {
    const recovered = await units(
      [{ ...bee, ...sea }],
      [{ 'pkg/b.py': null, 'tests/test_b.py': null, 'pkg/c.py': null, 'tests/test_c.py': null }, { revertOf: 1 }],
      [{ ...bee }],
    );
    expect(recovered.candidate.changes.map((change) => change.segment)).not.toContainEqual({ index: 1, of: 2 });
  });
});
