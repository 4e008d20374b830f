import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeTest } from '#languages/ecmascript/node-test.ts';
import { tap } from '#languages/ecmascript/tap.ts';
import { vitest } from '#languages/ecmascript/vitest.ts';
import { goTest } from '#languages/go/test.ts';
import { pytest } from '#languages/python/pytest.ts';
import type { TestFramework } from '#languages/language.ts';
import type { FailureReason } from '#schema/trial.ts';
import { type Ran, ranBy } from './running.ts';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

function reasons(framework: TestFramework, ran: Ran): Record<string, FailureReason> {
  return Object.fromEntries(ran.records.filter(({ status }) => status !== 'pass').map((record) => [record.id, framework.reason(record)]));
}
/** Cuts the report at every tenth, in the middle of a line: none of the cuts may be read. */
function refusesCuts(framework: TestFramework, { report, request }: Ran): void {
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const end = Math.floor((report.length * tenth) / 10);
    const cut = report.slice(0, report[end - 1] === '\n' ? end - 1 : end);
    expect(() => framework.parse(cut, request), `cut at ${tenth}0 %`).toThrow();
  }
}

describe('node:test', () => {
  const files = {
    'test/a.test.mjs': `import { describe, it, test, before } from 'node:test'; import assert from 'node:assert';
test('pass', () => {}); test('fail', () => assert.equal(1, 2)); test('skip', { skip: true }, () => {}); test('todo', { todo: true }, () => { throw new Error('x'); });
describe('odd › suite', () => { it('a | b', () => {}); it('a | b', () => {}); describe('deep', () => { it('x', () => { nothing(); }); }); });
test('parent', async (t) => { await t.test('kid', () => {}); });
describe('hooked', () => { before(() => { throw new Error('hook'); }); it('never', () => {}); });
test('slow', { timeout: 50 }, () => new Promise((resolve) => setTimeout(resolve, 500)));
`,
    'test/b.test.mjs': `import './nope.mjs';`,
    'test/c.test.mjs': `import test from 'node:test'; test('pass', () => {});`,
    'test/d.test.mjs': 'syntax error here',
  };
  it('tells every case with its file, and why it did not pass', () => {
    const ran = ranBy(nodeTest, files);
    expect(ran.statuses).toEqual({
      'node|test/a.test.mjs|pass': 'pass',
      'node|test/a.test.mjs|fail': 'fail',
      'node|test/a.test.mjs|skip': 'skip',
      'node|test/a.test.mjs|todo': 'todo',
      'node|test/a.test.mjs|odd \\› suite › a | b': 'pass',
      'node|test/a.test.mjs|odd \\› suite › a | b #2': 'pass',
      'node|test/a.test.mjs|odd \\› suite › deep › x': 'fail',
      'node|test/a.test.mjs|parent › kid': 'pass',
      'node|test/a.test.mjs|parent': 'pass',
      'node|test/a.test.mjs|hooked › never': 'error',
      'node|test/a.test.mjs|hooked': 'error',
      'node|test/a.test.mjs|slow': 'timeout',
      'node|test/b.test.mjs|': 'error',
      'node|test/c.test.mjs|pass': 'pass',
      'node|test/d.test.mjs|': 'error',
    });
    expect(reasons(nodeTest, ran)).toMatchObject({
      'node|test/a.test.mjs|fail': 'assertion',
      'node|test/a.test.mjs|odd \\› suite › deep › x': 'missing-symbol',
      'node|test/a.test.mjs|slow': 'timeout',
      'node|test/b.test.mjs|': 'missing-symbol',
      'node|test/d.test.mjs|': 'compile-error',
    });
    refusesCuts(nodeTest, ran);
  }, 60_000);
});

describe('vitest', () => {
  const files = {
    'package.json': '{"type":"module"}',
    'src/impl.ts': 'export const one = 1;',
    'test/a.test.ts': `import { beforeAll, describe, expect, it, test } from 'vitest'; import { one } from '../src/impl.js';
test('pass', () => { expect(one).toBe(1); }); test('fail', () => { expect(one).toBe(2); }); test.skip('skip', () => {}); test.todo('todo');
describe('s', () => { it('dup', () => {});
it('dup', () => {}); it.each([1, 2])('each %i', () => {}); });
describe('hooked', () => { beforeAll(() => { throw new Error('hook'); }); it('never', () => {}); });`,
    'test/a.test.tsx': `import { test } from 'vitest'; test('not asked for', () => {});`,
    'test/b.test.ts': `import { nope } from './nope.js'; import { test } from 'vitest'; test('x', () => { nope(); });`,
    'test/c.test.ts': `import { missing } from '../src/impl.js'; import { test } from 'vitest'; test('x', () => { missing(); });`,
  };
  it.each(['declared', 'shuffled'] as const)(
    'tells every case of the files asked for, %s',
    (order) => {
      const ran = ranBy(vitest, files, { order, nodeModules: NODE_MODULES, files: ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'] });
      expect(ran.statuses).toEqual({
        'vitest|test/a.test.ts|pass': 'pass',
        'vitest|test/a.test.ts|fail': 'fail',
        'vitest|test/a.test.ts|skip': 'skip',
        'vitest|test/a.test.ts|todo': 'todo',
        'vitest|test/a.test.ts|s › dup': 'pass',
        'vitest|test/a.test.ts|s › dup #2': 'pass',
        'vitest|test/a.test.ts|s › each 1': 'pass',
        'vitest|test/a.test.ts|s › each 2': 'pass',
        'vitest|test/a.test.ts|hooked › never': 'error',
        'vitest|test/b.test.ts|': 'error',
        'vitest|test/c.test.ts|x': 'fail',
      });
      expect(reasons(vitest, ran)).toMatchObject({
        'vitest|test/a.test.ts|fail': 'assertion',
        'vitest|test/b.test.ts|': 'missing-symbol',
        'vitest|test/c.test.ts|x': 'missing-symbol',
      });
      refusesCuts(vitest, ran);
    },
    120_000,
  );
});

describe('TAP', () => {
  it('reads subtests as cases, one file after the other', () => {
    const child = `# Subtest: outer\n    # Subtest: inner\n        ok 1 - asserts\n        1..1\n    ok 1 - inner # time=3ms\n    not ok 2 - bad\n    1..2\nnot ok 1 - outer\nok 2 - skipped # SKIP why\n1..2\n`;
    const ran = ranBy(tap, {
      'test/a.js': `console.log(${JSON.stringify(child)}); process.exitCode = 1;`,
      'test/b.js': `require('./nope');`,
      'test/c.js': `console.log('TAP version 13\\nok 1 - inner\\n1..1');`,
    });
    expect(ran.statuses).toEqual({
      'tap|test/a.js|outer › inner': 'pass',
      'tap|test/a.js|outer': 'fail',
      'tap|test/a.js|skipped': 'skip',
      'tap|test/b.js|': 'error',
      'tap|test/c.js|inner': 'pass',
    });
    expect(reasons(tap, ran)).toMatchObject({ 'tap|test/b.js|': 'missing-symbol' });
  });
});

describe('go test', () => {
  const files = {
    'go.mod': 'module example.org/x\n\ngo 1.19\n',
    'x.go': 'package x\n\nfunc One() int { return 1 }\n',
    'x_test.go': `package x
import "testing"
func TestPass(t *testing.T) { if One() != 1 { t.Fatal() } }
func TestFail(t *testing.T) { t.Errorf("want %d", 2) }
func TestSkip(t *testing.T) { t.Skip("no") }
func TestSub(t *testing.T) { t.Run("a b", func(t *testing.T) {}); t.Run("a b", func(t *testing.T) { t.Run("deep", func(t *testing.T) { t.Fatal("bad") }) }) }
func ExampleOne() { // Output: 3
}
`,
    'bad/bad_test.go': 'package bad\nimport "testing"\nfunc TestX(t *testing.T) { Missing() }\n',
    'boom/b_test.go': 'package boom\nimport "testing"\nfunc TestOk(t *testing.T) {}\nfunc TestBoom(t *testing.T) { panic("x") }\n',
    'hang/h_test.go': 'package hang\nimport ("testing"; "time")\nfunc TestHang(t *testing.T) { time.Sleep(100*time.Second) }\n',
    'nested/go.mod': 'module example.org/x/nested\n\ngo 1.19\n',
    'nested/n_test.go': 'package nested\nimport "testing"\nfunc TestN(t *testing.T) {}\n',
    'first/i_test.go': 'package first\nimport "testing"\nfunc init() { panic("early") }\nfunc TestA(t *testing.T) {}\n',
  };
  it.skipIf(spawnSync('go', ['version']).status !== 0)(
    'tells subtests, panics, hangs, build failures and nested modules',
    () => {
      const ran = ranBy(goTest, files, { timeoutSec: 12, order: 'shuffled' });
      expect(ran.statuses).toEqual({
        'go|example.org/x|TestPass': 'pass',
        'go|example.org/x|TestFail': 'fail',
        'go|example.org/x|TestSkip': 'skip',
        'go|example.org/x|TestSub': 'fail',
        'go|example.org/x|TestSub › a_b': 'pass',
        'go|example.org/x|TestSub › a_b#01': 'fail',
        'go|example.org/x|TestSub › a_b#01 › deep': 'fail',
        'go|example.org/x|ExampleOne': 'fail',
        'go|example.org/x/bad|': 'error',
        'go|example.org/x/boom|TestBoom': 'crash',
        ...(ran.statuses['go|example.org/x/boom|TestOk'] === undefined ? {} : { 'go|example.org/x/boom|TestOk': 'pass' }),
        'go|example.org/x/hang|TestHang': 'timeout',
        'go|example.org/x/nested|TestN': 'pass',
        'go|example.org/x/first|': 'error',
      });
      expect(reasons(goTest, ran)).toMatchObject({
        'go|example.org/x|TestFail': 'assertion',
        'go|example.org/x/bad|': 'missing-symbol',
        'go|example.org/x/boom|TestBoom': 'assertion',
        'go|example.org/x/hang|TestHang': 'timeout',
        'go|example.org/x/first|': 'collection',
      });
      refusesCuts(goTest, ran);
    },
    300_000,
  );
});

describe('pytest', () => {
  const venv = mkdtempSync(path.join(tmpdir(), 'loopsmith-venv-'));
  let ready = false;
  beforeAll(() => {
    const made = spawnSync('python3', ['-m', 'venv', venv]).status === 0;
    ready = made && spawnSync(path.join(venv, 'bin/pip'), ['install', '-q', 'pytest']).status === 0;
  }, 300_000);
  afterAll(() => rmSync(venv, { recursive: true, force: true }));
  const files = {
    'src/kettle/__init__.py': 'def one(): return 1\n',
    'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-n 4 --cov src --cov-report term -m \'not slow\' -vv"\nmarkers = ["slow"]\n',
    'tests/test_a.py': `import pytest, unittest, kettle
def test_pass(): assert kettle.one() == 1
def test_fail(): assert kettle.one() == 2
def test_missing(): kettle.two()
@pytest.mark.slow
def test_deselected(): pass
@pytest.mark.skip
def test_skip(): pass
@pytest.mark.xfail
def test_xfail(): assert 0
@pytest.mark.xfail
def test_xpass(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
@pytest.mark.parametrize('a', ['x::y', 'b]|c'])
def test_param(a): pass
@pytest.fixture
def broken(): raise ValueError('no')
def test_setup(broken): pass
@pytest.fixture
def late():
    yield
    raise ValueError('late')
def test_teardown(late): pass
class TestK:
    class TestInner:
        def test_m(self): pass
class Odd(unittest.TestCase):
    def test_u(self): self.assertEqual(1, 0)
`,
    'tests/test_b.py': 'from kettle import nothing\n',
    'tests/test_d.py': 'def (:\n',
    'tests/test_e.py': 'import not_installed\n',
  };
  const run = (order: 'declared' | 'reversed' | 'shuffled', seed = 7): Ran =>
    ranBy(pytest, files, { order, seed, path: `${venv}/bin:${process.env['PATH'] ?? ''}` });

  it('tells phases, parameters, unittest cases and collection errors', (context) => {
    if (!ready) return context.skip('pytest cannot be installed here');
    const ran = run('declared');
    const a = (name: string): string => `pytest|tests/test_a.py|${name}`;
    expect(ran.statuses).toEqual({
      [a('test_pass')]: 'pass',
      [a('test_fail')]: 'fail',
      [a('test_missing')]: 'fail',
      [a('test_skip')]: 'skip',
      [a('test_xfail')]: 'xfail',
      [a('test_xpass')]: 'xpass',
      [a('test_strict')]: 'fail',
      [a('test_param[x::y]')]: 'pass',
      [a('test_param[b]|c]')]: 'pass',
      [a('test_setup')]: 'error',
      [a('test_teardown')]: 'error',
      [a('TestK › TestInner › test_m')]: 'pass',
      [a('Odd › test_u')]: 'fail',
      'pytest|tests/test_b.py|': 'error',
      'pytest|tests/test_d.py|': 'error',
      'pytest|tests/test_e.py|': 'error',
    });
    expect(reasons(pytest, ran)).toMatchObject({
      [a('test_fail')]: 'assertion',
      [a('test_missing')]: 'missing-symbol',
      'pytest|tests/test_b.py|': 'missing-symbol',
      'pytest|tests/test_d.py|': 'compile-error',
      'pytest|tests/test_e.py|': 'environment',
    });
    refusesCuts(pytest, ran);
  }, 60_000);

  it('runs in the order asked for, the same for the same seed', (context) => {
    if (!ready) return context.skip('pytest cannot be installed here');
    const ids = (ran: Ran): string[] => ran.records.map(({ id }) => id).filter((id) => !id.endsWith('|'));
    const declared = ids(run('declared'));
    expect(ids(run('reversed'))).toEqual([...declared].reverse());
    expect(ids(run('shuffled', 1))).toEqual(ids(run('shuffled', 1)));
    expect(ids(run('shuffled', 1))).not.toEqual(ids(run('shuffled', 2)));
    expect([...ids(run('shuffled', 1))].sort()).toEqual([...declared].sort());
  }, 120_000);

  it('names the test that took the process with it', (context) => {
    if (!ready) return context.skip('pytest cannot be installed here');
    const ran = ranBy(
      pytest,
      { 'test_x.py': 'import os\ndef test_a(): pass\ndef test_b(): os._exit(0)\ndef test_c(): pass\n' },
      { path: `${venv}/bin:${process.env['PATH'] ?? ''}` },
    );
    expect(ran.statuses).toEqual({ 'pytest|test_x.py|test_a': 'pass', 'pytest|test_x.py|test_b': 'crash' });
  }, 60_000);

  it('interrupts a case that hangs, and comes to those behind it', (context) => {
    if (!ready) return context.skip('pytest cannot be installed here');
    const file = `import pytest, subprocess, threading
@pytest.fixture
def stuck():
    yield 1
    threading.Event().wait()
def test_a(): threading.Event().wait()
def test_b(): subprocess.run(['sleep', '600'])
def test_c():
    while True:
        try:
            threading.Event().wait()
        except BaseException:
            break
def test_d(stuck): pass
def test_e(): pass
`;
    const ran = ranBy(pytest, { 'test_x.py': file }, { timeoutSec: 5, path: `${venv}/bin:${process.env['PATH'] ?? ''}` });
    const id = (name: string) => `pytest|test_x.py|${name}`;
    // A case that swallows the interruption and ends by itself has passed by its own account.
    expect(ran.statuses).toEqual({
      [id('test_a')]: 'timeout',
      [id('test_b')]: 'timeout',
      [id('test_c')]: 'pass',
      [id('test_d')]: 'timeout',
      [id('test_e')]: 'pass',
    });
    expect(reasons(pytest, ran)[id('test_b')]).toBe('timeout');
  }, 60_000);
});
