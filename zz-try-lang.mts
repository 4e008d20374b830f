import { ranBy } from '#test/languages/running.ts';
import { nodeTest } from '#languages/ecmascript/node-test.ts';
import { vitest } from '#languages/ecmascript/vitest.ts';
import { goTest } from '#languages/go/test.ts';
import { pytest } from '#languages/python/pytest.ts';
const which = process.argv[2];
if (which==='node') { const r = ranBy(nodeTest, {
 'test/a.test.mjs': `import { describe, it, test, before } from 'node:test'; import assert from 'node:assert';
test('pass', () => {}); test('fail', () => assert.equal(1,2)); test('skip', {skip:true}, ()=>{}); test('todo', {todo:true}, ()=>{ throw new Error('x') });
describe('suite › odd', () => { it('in | ner', () => {}); it('in | ner', () => {}); describe('deep', () => { it('x', () => { throw new TypeError('a.b is not a function') }) }) });
test('parent', async (t) => { await t.test('kid', () => {}); await t.test('kid2', () => assert.ok(0)); });
describe('hooked', () => { before(() => { throw new Error('hook') }); it('never', () => {}) });
test('slow', {timeout: 50}, () => new Promise(r => setTimeout(r, 500)));
`, 'test/b.test.mjs': `import './nope.mjs';`, 'test/c.test.mjs': `import test from 'node:test'; test('pass', () => {}); process.exit(3)`, 'test/d.test.mjs': `syntax error here` });
console.log(r.exit); console.table(r.statuses); for (const x of r.records) if(x.status!=='pass') console.log(x.id, nodeTest.reason(x), JSON.stringify(x.message.slice(0,200))); console.log(r.report.slice(0,3000)); }
if (which==='vitest') for (const order of ['declared','shuffled'] as const) { const r = ranBy(vitest, { 'package.json':'{"type":"module"}', 'src/impl.ts':'export const one = 1;',
 'test/a.test.ts': `import { describe, it, test, expect, beforeAll } from 'vitest'; import { one } from '../src/impl.js';
test('pass', () => {expect(one).toBe(1)}); test('fail', () => {expect(1).toBe(2)}); test.skip('skip', ()=>{}); test.todo('todo'); test.fails('expected', () => { throw 1 });
describe('suite › odd', () => { it('dup', () => {}); it('dup', () => {}); it.each([1,2])('each %i', () => {}); });
describe('hooked', () => { beforeAll(() => { throw new Error('hook') }); it('never', () => {}) });
`, 'test/b.test.ts': `import { nope } from './nope.js'; import {test} from 'vitest'; test('x', () => {nope()})`, 'test/c.test.ts': `import { missing } from '../src/impl.js'; import {test} from 'vitest'; test('x', () => {missing()})`, 'test/a.test.tsx': `import {test} from 'vitest'; test('x', () => {})`, 'test/e.test.ts':`syntax error here` }, { order, nodeModules: '/tmp/lang/v1/node_modules', files: ['test/a.test.ts','test/b.test.ts','test/c.test.ts','test/e.test.ts'] });
console.log(r.exit); console.table(r.statuses);for (const x of r.records) if(x.status!=='pass') console.log(x.id, vitest.reason(x), JSON.stringify(x.message.slice(0,200))); }
if (which==='go') { const r = ranBy(goTest, { 'go.mod':'module example.org/x\n\ngo 1.19\n', 'x.go':'package x\n\nfunc One() int { return 1 }\n', 'x_test.go':`package x
import "testing"
func TestPass(t *testing.T) { if One() != 1 { t.Fatal() } }
func TestFail(t *testing.T) { t.Errorf("want %d", 2) }
func TestSkip(t *testing.T) { t.Skip("no") }
func TestSub(t *testing.T) { t.Run("a b", func(t *testing.T) {}); t.Run("a b", func(t *testing.T) { t.Run("deep", func(t *testing.T) { t.Fatal("bad") }) }) }
func ExampleOne() { // Output: 3
}
`, 'bad/bad_test.go':'package bad\nimport "testing"\nfunc TestX(t *testing.T) { Missing() }\n', 'boom/b_test.go':'package boom\nimport "testing"\nfunc TestOk(t *testing.T) {}\nfunc TestBoom(t *testing.T) { panic("x") }\nfunc TestLate(t *testing.T) {}\n', 'hang/h_test.go':'package hang\nimport ("testing"; "time")\nfunc TestHang(t *testing.T) { time.Sleep(100*time.Second) }\n', 'nested/go.mod':'module example.org/x/nested\n\ngo 1.19\n', 'nested/n_test.go':'package nested\nimport "testing"\nfunc TestN(t *testing.T) {}\n', 'exit/e_test.go':'package exit\nimport ("testing";"os")\nfunc TestA(t *testing.T) { }\nfunc TestE(t *testing.T) { os.Exit(0) }\n','init/i_test.go':'package init1\nimport "testing"\nfunc init() { panic("early") }\nfunc TestA(t *testing.T) { }\n' }, { timeoutSec: 12, order:'shuffled' });
console.log(r.exit); console.table(r.statuses);for (const x of r.records) if(x.status!=='pass') console.log(x.id, goTest.reason(x), JSON.stringify(x.message.slice(0,300)));  }
if (which==='pytest') for (const order of ['declared','reversed','shuffled'] as const) { const r = ranBy(pytest, { 'src/kettle/__init__.py':'def one(): return 1\n', 'pyproject.toml':'[tool.pytest.ini_options]\naddopts = "-n 4 --cov"\n', 'tests/test_a.py':`import pytest, unittest, kettle
def test_pass(): assert kettle.one() == 1
def test_fail(): assert kettle.one() == 2
def test_missing(): kettle.two()
@pytest.mark.skip
def test_skip(): pass
@pytest.mark.xfail
def test_xfail(): assert 0
@pytest.mark.xfail
def test_xpass(): pass
@pytest.mark.xfail(strict=True)
def test_strict(): pass
@pytest.mark.parametrize('a', ['x::y', 'b]|c', 'é', '›'])
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
    def test_u(self):
        for i in range(2):
            with self.subTest(i=i): self.assertEqual(i, 0)
    @unittest.skip('x')
    def test_s(self): pass
`, 'tests/test_b.py':'from kettle import nothing\n', 'tests/test_c.py':'import pytest\npytest.importorskip("nonsense")\n', 'tests/test_d.py':'def (:\n', 'tests/test_e.py':'import numpyy\n' }, { order, path: process.env.PATH! });
console.log(r.exit); console.table(r.statuses);if(order==='declared')for (const x of r.records) if(x.status!=='pass') console.log(x.id, pytest.reason(x), JSON.stringify(x.message.slice(0,300)));  else console.log(r.records.map(x=>x.id.split('|')[2]).join(' ')) }
