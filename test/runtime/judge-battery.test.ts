import { describe, expect, test } from 'vitest';
import { judgeUnit } from '#runtime/judge/judge-unit.ts';
import { runBattery } from '#runtime/judge/run-battery.ts';
import { hostContainment, localSandboxes } from '#runtime/sandbox/local.ts';
import { CALC_BASE, forgeryContract } from '#test/contracts/forgeries.ts';
import { file } from '#test/contracts/sandbox.ts';
import { nodeTest } from '#languages/ecmascript/node-test.ts';

const provider = localSandboxes(await hostContainment());
const spec = { image: null, base: CALC_BASE, cpus: 1, memoryMb: 512, pids: 128, labels: { role: 'judge' } };

async function hasPytest(): Promise<boolean> {
  await using sandbox = await provider.open(spec);
  return (
    (await sandbox.exec(['python3', '-c', 'import pytest'], { cwd: sandbox.workspace, env: {}, timeoutMs: 20_000, outputBytes: 1000 }))
      .exit === 0
  );
}
const python = await hasPytest();
if (!python) console.warn('SKIPPED: forgeries in the local sandbox: python3 here has no pytest');
describe.skipIf(!python)('with pytest', () => {
  forgeryContract('local', () => ({ provider, image: null }));
});

describe('with node:test', () => {
  const framework = { ...nodeTest, run: (request: Parameters<typeof nodeTest.run>[0]) => ({ ...nodeTest.run(request), env: {} }) };
  const tests = [
    file(
      'test/calc.test.js',
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../src/calc.js';\ntest('adds', () => assert.equal(add(2, 3), 5));\n",
    ),
  ];
  const expected = ['node|test/calc.test.js|adds'];
  const battery = { unit: 'u', framework, tests, runFiles: ['test/calc.test.js'], build: [], env: {}, extraArgs: [], timeoutSec: 30 };
  const base = [file('package.json', '{"type":"module"}\n')];
  const judge = async (calc: string, more: readonly ReturnType<typeof file>[] = []) => {
    const report = await runBattery(provider, { ...spec, base }, { put: [file('src/calc.js', calc), ...more], remove: [] }, battery, {
      order: 'shuffled',
      seed: 3,
    });
    return { ...judgeUnit('u', report, expected), report };
  };

  test('a case that was open when the time was up timed out, and did not crash', async () => {
    const open = { id: 'node|test/calc.test.js|adds', status: 'crash' as const, message: '', durationMs: null };
    const hangs = {
      ...framework,
      run: (request: Parameters<typeof nodeTest.run>[0]) => {
        const run = framework.run(request);
        return { ...run, argv: ['sh', '-c', `echo open > ${run.reportPath}; exec sleep 60`], stdoutIsReport: false };
      },
      parse: () => [open],
    };
    const plan = { order: 'declared', seed: 1 } as const;
    const empty = { put: [], remove: [] };
    const report = await runBattery(provider, { ...spec, base }, empty, { ...battery, framework: hangs, timeoutSec: 2 }, plan);
    expect(report).toMatchObject({ timedOut: true, records: [{ status: 'timeout' }] });
  });
  test('an honest solution passes, in an order that the framework can give', async () => {
    const judged = await judge('export const add = (a, b) => a + b;\n');
    expect(judged.verdict, JSON.stringify(judged, null, 1)).toBe('pass');
  });
  test.each([
    ['a wrong one', 'export const add = () => 0;\n'],
    [
      'forged lines',
      `console.log('${JSON.stringify({ file: 'test/calc.test.js', name: 'adds', status: 'pass', message: '' })}');\nexport const add = () => 0;\n`,
    ],
    ['exit 0 at import', 'process.exit(0);\nexport const add = () => 0;\n'],
    ['another module type by an own manifest', 'module.exports = {};\n'],
  ])('%s does not', async (_what, calc) => {
    expect((await judge(calc, [file('package.json', '{"type":"commonjs"}')])).verdict).toBe('fail');
  });
});
