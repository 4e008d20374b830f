import { describe, expect, it } from 'vitest';
import { loadTask } from '#runtime/task/load.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import { toyTask, TOY_TASK_ID, withFiles } from '#test/kit/task.ts';

const GOOD = toyTask();
const text = (path: string): string => GOOD.find((file) => file.path === path)?.content.toString() ?? '';
const rename = (tree: Tree, from: string, to: string): Tree => tree.map((file) => ({ ...file, path: file.path.replace(from, to) }));

/** The toy as an older tool would have written it: slugs of their own, `pr_` nodes, its names for noop, no evidence. */
function older(): Tree {
  const kept = GOOD.filter(({ path }) => !path.startsWith('evidence/') && !path.startsWith('gold_patches/.'));
  let tree = rename(rename(kept, 'requirements/unit_001', 'requirements/add-numbers'), 'requirements/unit_002', 'requirements/12');
  tree = rename(rename(tree, 'gold_patches/unit_001', 'gold_patches/pr_11'), 'gold_patches/unit_002', 'gold_patches/pr_12');
  tree = rename(rename(tree, 'tests/unit_001', 'tests/pr_11'), 'tests/unit_002', 'tests/12');
  return withFiles(tree, {
    'unit_dag.json': text('unit_dag.json').replaceAll('unit_001', 'pr_11').replaceAll('unit_002', 'pr_12'),
    'slug_diff_map.json': '{"add-numbers.yaml": "gold_patches/pr_11.diff", "12.yaml": "gold_patches/pr_12.diff"}',
    'gold_patches/pr_12.diff': null,
    'gold_patches/.lhb_split_noop.json': '{"noop_empty_units": ["pr_12"]}',
    'tests/pr_11/selected_tests.json': '# selected by a tool\n// of another day\n["a", "b"]\n',
    'solution.sh': null,
    'solution.yaml': 'steps: []\n',
    'task.yaml': 'instruction: Do it.\nsource_of_old: kept\n',
  });
}

describe('a task of an older tool', () => {
  it('is joined through its map, prefixes and both noop spellings', () => {
    const task = loadTask(TOY_TASK_ID, older());
    expect(task.units.map(({ id, slug, parents, layer }) => [id, slug, parents, layer])).toEqual([
      ['pr_11', 'add-numbers', [], 0],
      ['pr_12', '12', ['pr_11'], 1],
    ]);
    expect(task.units[0]?.shard?.toString()).toContain('src/add.js');
    expect(task.units[1]?.shard).toEqual(Buffer.alloc(0));
    expect(task.units.map(({ tests }) => tests.map(({ path }) => path))).toEqual([['test/add.test.js'], ['test/sum.test.js']]);
  });

  it('may have comment lines before JSON, plain ids, defaults, and keys that we do not know', () => {
    const task = loadTask(TOY_TASK_ID, older());
    expect(task.units[0]?.selected?.fail_to_pass).toEqual(['a', 'b']);
    expect(task.metadata).toMatchObject({ max_agent_timeout_sec: 1800, max_test_timeout_sec: 3600, source_of_old: 'kept' });
    expect(task.environment).toBeNull();
  });

  it('may have one monolithic patch only', () => {
    const task = loadTask(
      TOY_TASK_ID,
      GOOD.filter(({ path }) => !path.startsWith('gold_patches/')),
    );
    expect(task.units.map(({ shard }) => shard)).toEqual([null, null]);
    expect(task.goldPatch.toString()).toContain('src/sum.js');
  });
});

describe('a task that cannot be read', () => {
  it.each([
    ['task.yaml', '- a\n', 'task_pr_0123abcd/task.yaml:1:1'],
    ['unit_dag.json', '{\n  "nodes": 3\n}', 'task_pr_0123abcd/unit_dag.json'],
    ['slug_diff_map.json', '{"unit_001.yaml": [1]}', 'task_pr_0123abcd/slug_diff_map.json:1:19 unit_001.yaml'],
    ['requirements/unit_002.yaml', 'id: unit_002\ntitle: x\n', 'task_pr_0123abcd/requirements/unit_002.yaml'],
  ])('names the place: %s', (path, content, place) => {
    expect(() => loadTask(TOY_TASK_ID, withFiles(GOOD, { [path]: content }))).toThrow(place);
  });

  it('is refused when its graph has a cycle', () => {
    const cyclic = text('unit_dag.json').replace(
      '"edges": [',
      '"edges": [{ "from": "unit_002", "to": "unit_001", "type": "t", "label": "l" },',
    );
    expect(() => loadTask(TOY_TASK_ID, withFiles(GOOD, { 'unit_dag.json': cyclic }))).toThrow('the unit graph has a cycle');
  });

  it('is refused when a unit has no requirement: no other is taken for it', () => {
    expect(() => loadTask(TOY_TASK_ID, withFiles(GOOD, { 'requirements/unit_002.yaml': null }))).toThrow(
      'no requirement file belongs to unit "unit_002"',
    );
  });
});
