import { describe, expect, test } from 'vitest';
import { RUNNER_FILES, scopeFilter } from '#runtime/judge/scope.ts';
import { file } from '#test/contracts/sandbox.ts';

const scope = { tests: ['tests/unit/test_a.py', 'src/b.test.ts'], pristine: RUNNER_FILES };
function kept(path: string): boolean {
  return scopeFilter({ put: [file(path, 'x')], remove: [] }, scope).state.put.length === 1;
}

describe('the workspace cannot write', () => {
  test.each([
    ['a test', 'tests/unit/test_a.py'],
    ['a file or link in place of the tests', 'tests'],
    ['a link in place of a directory of tests', 'tests/unit'],
    ['a directory in place of a test', 'src/b.test.ts/x'],
    ['a hook', 'conftest.py'],
    ['a hook further down', 'src/deep/conftest.py'],
    ['runner settings', 'pytest.ini'],
    ['runner settings in a manifest', 'pyproject.toml'],
    ['runner settings of another ecosystem', 'vitest.config.ts'],
    ['runner settings that are hidden', 'packages/x/.mocharc.cjs'],
    ['a manifest', 'package.json'],
    ['a manifest of another ecosystem', 'sub/go.mod'],
    ['a start-up hook of the interpreter', 'sitecustomize.py'],
    ['a module in front of the runner', 'pytest.py'],
    ['a package in front of the runner', 'src/_pytest/runner.py'],
    ['compiled code', 'src/__pycache__/a.cpython-311.pyc'],
    ['installed packages', 'node_modules/vitest/index.js'],
    ['build settings', '.cargo/config.toml'],
  ])('%s', (_what, path) => {
    expect(kept(path)).toBe(false);
  });
});

test.each(['src/a.py', 'tests_of_mine/x.py', 'tests/helper.txt', 'src/config.py', 'package.json.md', 'cmd/main.go', 'vitest.md'])(
  'the workspace can write %s',
  (path) => {
    expect(kept(path)).toBe(true);
  },
);

test('removals are filtered alike, and what was ignored is told', () => {
  const { state, ignored } = scopeFilter(
    { put: [file('src/a.py', '1'), file('conftest.py', '2')], remove: ['tests/unit/test_a.py', 'old.py', 'go.mod'] },
    scope,
  );
  expect(state).toEqual({ put: [file('src/a.py', '1')], remove: ['old.py'] });
  expect(ignored).toEqual(['conftest.py', 'tests/unit/test_a.py', 'go.mod']);
});
