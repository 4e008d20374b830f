import type { TestFramework, TestRequest, TreeView } from '../language.ts';
import { nameOf } from '../paths.ts';
import { type ReasonRule, reasonOf } from '../reports/reasons.ts';
import { recordsOf } from '../reports/records.ts';
import { PYTEST_RUNNER } from './pytest-plugin.ts';
import { pytestCases } from './pytest-report.ts';

const REASONS: readonly ReasonRule[] = [
  [/\bTimeout\b.*>\s*[\d.]+\s?s|Failed: Timeout/, 'timeout'],
  [/cannot import name|\b(?:Name|Attribute)Error: |ModuleNotFoundError: No module named '[\w]+\.[\w.]+'/, 'missing-symbol'],
  [
    /got an unexpected keyword argument|takes (?:no|from|exactly|\d+).*positional arguments?|missing \d+ required (?:positional|keyword-only) argument/,
    'missing-symbol',
  ],
  [
    /ModuleNotFoundError: No module named|fixture '\w+' not found|unrecognized arguments|DistributionNotFound|PackageNotFoundError/,
    'environment',
  ],
  [/\b(?:Syntax|Indentation|Tab)Error: /, 'compile-error'],
  [/ImportError while (?:importing|loading)|ImportError: /, 'missing-symbol'],
];

function detect(tree: TreeView): boolean {
  return tree.paths.some((path) => /^(?:test_.*|.*_test|tests|conftest)\.py$/.test(nameOf(path)));
}

/** Share of the whole run's limit that one case may take. */
const CASE_SHARE = 0.2;

function run({ files, root, scratch, order, seed, timeoutSec, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const runner = `${scratch}/loopsmith_pytest.py`;
  const reportPath = `${scratch}/pytest.jsonl`;
  // No cache (it orders and writes), no colour, ids and messages in full; xdist and coverage would change what a process is.
  const own = [
    '-p',
    'no:cacheprovider',
    '--color=no',
    '--tb=short',
    '-q',
    '--continue-on-collection-errors',
    `--rootdir=${root}`,
    '-o',
    'addopts=',
  ];
  return {
    argv: ['python3', runner, root, reportPath, order, String(seed), String(timeoutSec * CASE_SHARE), ...own, ...extraArgs, '--', ...files],
    env: { PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '' },
    reportPath,
    stdoutIsReport: false,
    files: { [runner]: PYTEST_RUNNER },
  };
}

/** pytest; it runs unittest's cases too. */
export const pytest: TestFramework = {
  name: 'pytest',
  orders: ['declared', 'reversed', 'shuffled'],
  detect,
  runs: (path) => /^(?:test_.*|.*_test|tests)\.py$/.test(nameOf(path)),
  run,
  parse: (report) => recordsOf('pytest', pytestCases(report)),
  reason: (record) => reasonOf(record, REASONS),
};
