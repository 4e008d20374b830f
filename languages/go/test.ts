import type { TestFramework, TestRequest } from '../language.ts';
import { folderOf } from '../paths.ts';
import { type ReasonRule, reasonOf } from '../reports/reasons.ts';
import { recordsOf } from '../reports/records.ts';
import { goCases } from './report.ts';

const REASONS: readonly ReasonRule[] = [
  [/panic: test timed out after|test killed with quit/, 'timeout'],
  [/no required module provides package|cannot find module|is not in (?:GOROOT|std)|missing go\.sum entry|requires go >=|toolchain not available|C compiler "\w+" not found/, 'environment'],
  [/undefined: |undefined \(|has no field or method|unknown field|not declared by package|undeclared name|missing method|too (?:many|few) (?:arguments|values)|not enough arguments|no (?:non-test )?Go files/, 'missing-symbol'],
  [/\[build failed\]|\[setup failed\]|syntax error|cannot use .* as|does not implement|redeclared in this block/, 'compile-error'],
];

/** Compile errors go to stderr up to Go 1.23, and they are what tells a missing symbol: one stream holds both. */
const BOTH_STREAMS = 'exec "$@" 2>&1\n';

function run({ files, scratch, order, seed, timeoutSec, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const folders = [...new Set(files.map(folderOf))].map((folder) => (folder === '' ? '.' : `./${folder}`));
  const shuffle = order === 'shuffled' ? [`-shuffle=${seed}`] : [];
  // A little less than the sandbox's own limit, so that go names the test that hangs.
  const limit = Math.max(1, timeoutSec - Math.min(10, Math.ceil(timeoutSec / 10)));
  const script = `${scratch}/loopsmith_go_test.sh`;
  const flags = ['-json', '-count=1', '-p=1', '-parallel=1', '-vet=off', `-timeout=${limit}s`, ...shuffle];
  return {
    argv: ['sh', script, 'go', 'test', ...flags, ...extraArgs, ...folders],
    env: { GOFLAGS: '-mod=mod', GOMAXPROCS: '1' },
    reportPath: `${scratch}/go-test.jsonl`,
    stdoutIsReport: true,
    files: { [script]: BOTH_STREAMS },
  };
}

/** `go test`; a package is run whole, since its files compile together. Reversed order does not exist. */
export const goTest: TestFramework = {
  name: 'go',
  orders: ['declared', 'shuffled'],
  detect: (tree) => tree.paths.some((path) => path.endsWith('_test.go')),
  run,
  parse: (report) => recordsOf('go', goCases(report)),
  reason: (record) => reasonOf(record, REASONS),
};
