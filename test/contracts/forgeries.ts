import { describe, expect, test } from 'vitest';
import { pytest } from '#languages/python/pytest.ts';
import type { Battery, WorkspaceDelta } from '#runtime/judge/judge.ts';
import { judgeUnit } from '#runtime/judge/judge-unit.ts';
import { runBattery } from '#runtime/judge/run-battery.ts';
import type { SandboxProvider, Tree } from '#runtime/sandbox/sandbox.ts';
import type { UnitVerdict } from '#schema/trial.ts';
import { file } from './sandbox.ts';

const TESTS =
  "import sys; sys.path.insert(0, '.')\nfrom calc import add\n\ndef test_add():\n    assert add(2, 3) == 5\n\ndef test_zero():\n    assert add(0, 0) == 0\n";
const EXPECTED = ['pytest|tests/test_calc.py|test_add', 'pytest|tests/test_calc.py|test_zero'];
export const CALC_BASE: Tree = [file('README', 'a calculator\n'), file('calc.py', 'def add(a, b):\n    raise NotImplementedError\n')];
const WRONG = 'def add(a, b):\n    return 7\n';

interface Try {
  readonly name: string;
  readonly put: Tree;
  readonly remove?: readonly string[];
  readonly verdict: UnitVerdict['verdict'];
}
/** What a workspace may try at this level: everything that does not reach into the test process from the code under test. */
const TRIES: readonly Try[] = [
  { name: 'an honest solution', put: [file('calc.py', 'def add(a, b):\n    return a + b\n')], verdict: 'pass' },
  {
    name: 'an honest solution with an own conftest',
    put: [file('calc.py', 'def add(a, b):\n    return a + b\n'), file('conftest.py', 'raise SystemExit(3)\n')],
    verdict: 'pass',
  },
  { name: 'nothing', put: [], verdict: 'fail' },
  { name: 'a half solution', put: [file('calc.py', 'def add(a, b):\n    return 0\n')], verdict: 'fail' },
  {
    name: 'lines that look like passed tests',
    put: [file('calc.py', `${WRONG}print('tests/test_calc.py::test_add PASSED\\ntests/test_calc.py::test_zero PASSED\\n2 passed')\n`)],
    verdict: 'fail',
  },
  { name: 'exit 0 at import', put: [file('calc.py', 'import os\nos._exit(0)\n')], verdict: 'fail' },
  { name: 'sys.exit at import', put: [file('calc.py', 'import sys\nsys.exit(0)\n')], verdict: 'fail' },
  {
    name: 'edited tests',
    put: [file('calc.py', WRONG), file('tests/test_calc.py', 'def test_add(): pass\ndef test_zero(): pass\n')],
    verdict: 'fail',
  },
  { name: 'deleted tests', put: [file('calc.py', WRONG)], remove: ['tests/test_calc.py'], verdict: 'fail' },
  {
    name: 'a link in place of the tests',
    put: [
      file('calc.py', WRONG),
      file('mine/test_calc.py', 'def test_add(): pass\ndef test_zero(): pass\n'),
      file('tests', 'mine', '120000'),
    ],
    verdict: 'fail',
  },
  { name: 'a skip from inside', put: [file('calc.py', 'import pytest\npytest.skip("no", allow_module_level=True)\n')], verdict: 'fail' },
  { name: 'a skip in the function', put: [file('calc.py', 'import pytest\ndef add(a, b):\n    pytest.skip("no")\n')], verdict: 'fail' },
  { name: 'an xfail in the function', put: [file('calc.py', 'import pytest\ndef add(a, b):\n    pytest.xfail("no")\n')], verdict: 'fail' },
  {
    name: 'a conftest that makes every report pass',
    put: [
      file('calc.py', WRONG),
      file(
        'conftest.py',
        'import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    out = yield\n    out.get_result().outcome = "passed"\n',
      ),
    ],
    verdict: 'fail',
  },
  {
    name: 'a plugin by settings',
    put: [
      file('calc.py', WRONG),
      file('pytest.ini', '[pytest]\naddopts = -p evil\n'),
      file('evil.py', 'def pytest_collection_modifyitems(items):\n    for item in items: item.obj = lambda *a, **k: None\n'),
    ],
    verdict: 'fail',
  },
  {
    name: 'a module in front of the runner',
    put: [file('calc.py', WRONG), file('pytest.py', 'raise SystemExit(0)\n'), file('sitecustomize.py', 'raise SystemExit(0)\n')],
    verdict: 'fail',
  },
];

function battery(extra: Partial<Battery> = {}): Battery {
  return {
    unit: 'unit_001',
    framework: pytest,
    tests: [file('tests/test_calc.py', TESTS)],
    runFiles: ['tests/test_calc.py'],
    build: [],
    env: {},
    extraArgs: [],
    timeoutSec: 30,
    ...extra,
  };
}

/** The forgeries that the judge stops by itself, on any provider that has Python with pytest. */
export function forgeryContract(name: string, place: () => { readonly provider: SandboxProvider; readonly image: string | null }): void {
  describe(`forgeries: ${name}`, { timeout: 60_000 }, () => {
    const run = (state: WorkspaceDelta, of = battery()) => {
      const { provider, image } = place();
      return runBattery(provider, { image, base: CALC_BASE, cpus: 1, memoryMb: 512, pids: 128, labels: { role: 'judge' } }, state, of, {
        order: 'declared',
        seed: 1,
      });
    };
    const start = CALC_BASE.map((each) => each);

    test.each(TRIES)('$name: $verdict', async ({ put, remove, verdict }) => {
      const report = await run({
        put: [...start, ...put.filter((each) => !start.includes(each))].filter(
          (each, index, all) => all.findLastIndex((other) => other.path === each.path) === index,
        ),
        remove: remove ?? [],
      });
      const judged = judgeUnit('unit_001', report, EXPECTED);
      expect(judged, JSON.stringify(report, null, 1)).toMatchObject({ verdict });
    });

    test('a build step that rewrites tests and leaves a report changes nothing', async () => {
      const evil =
        "printf 'def test_add(): pass\\ndef test_zero(): pass\\n' >tests/test_calc.py; mkdir -p ../scratch/run; echo forged >../scratch/run/pytest.jsonl";
      const report = await run(
        { put: [...start.slice(0, 1), file('calc.py', WRONG)], remove: [] },
        battery({ build: [['sh', '-c', evil]] }),
      );
      expect(judgeUnit('unit_001', report, EXPECTED)).toMatchObject({ verdict: 'fail', passed: 0 });
      expect(report.records).toHaveLength(2);
    });

    test('a failed build, a missing tool, a time-out and a used-up memory are told apart', async () => {
      const built = await run({ put: start, remove: [] }, battery({ build: [['sh', '-c', 'echo no such symbol >&2; exit 2']] }));
      expect(built).toMatchObject({ noReport: expect.stringContaining('build failed'), exit: 2, tail: 'no such symbol\n' });
      const noTool = {
        ...pytest,
        run: (request: Parameters<typeof pytest.run>[0]) => ({ ...pytest.run(request), argv: ['no-such-runner'] }),
      };
      expect(await run({ put: start, remove: [] }, battery({ framework: noTool }))).toMatchObject({
        noReport: 'environment: no-such-runner is not installed',
        exit: 127,
      });
      const slow = await run({ put: [file('calc.py', 'import time\ntime.sleep(60)\n')], remove: [] }, battery({ timeoutSec: 3 }));
      expect(slow).toMatchObject({ timedOut: true, exit: null });
      expect(judgeUnit('unit_001', slow, EXPECTED).verdict).toBe('fail');
      const fat = await run({
        put: [file('calc.py', 'x = bytearray(900_000_000)\nfor i in range(0, len(x), 4096): x[i] = 1\n')],
        remove: [],
      });
      expect(fat.oom).toBe(true);
      expect(judgeUnit('unit_001', fat, EXPECTED).verdict).toBe('fail');
    });
  });
}
