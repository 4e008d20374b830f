import type { TestFramework, TestRequest } from '../language.ts';
import { folderOf } from '../paths.ts';
import { type ReasonRule, reasonOf } from '../reports/reasons.ts';
import { recordsOf } from '../reports/records.ts';
import { goCases } from './report.ts';

const REASONS: readonly ReasonRule[] = [
  [/panic: test timed out after|test killed with quit/, 'timeout'],
  [
    /no required module provides package|cannot find module|is not in (?:GOROOT|std)|missing go\.sum entry|requires go >=|toolchain not available|C compiler "\w+" not found/,
    'environment',
  ],
  [
    /undefined: |undefined \(|has no field or method|unknown field|not declared by package|undeclared name|missing method|too (?:many|few) (?:arguments|values)|not enough arguments|no (?:non-test )?Go files/,
    'missing-symbol',
  ],
  [/\[build failed\]|\[setup failed\]|syntax error|cannot use .* as|does not implement|redeclared in this block/, 'compile-error'],
];

/**
 * Runs a command in each folder named by `--in`: a nested module is tested from inside only. Both streams become one, since compile
 * errors go to stderr up to Go 1.23, and they are what tells a missing symbol.
 */
const IN_EACH_FOLDER = `root=$(pwd)
folders=
worst=0
while [ "$1" = --in ]; do
  folders="$folders$2
"
  shift 2
done
IFS='
'
for folder in $folders; do
  (cd "$root/$folder" && "$@" .) 2>&1 || worst=1
done
printf '{"loopsmith":"finished"}\\n'
exit $worst
`;
const FLAGS = '-mod=mod -buildvcs=false';

function run({ files, root, scratch, order, seed, timeoutSec, extraArgs }: TestRequest): ReturnType<TestFramework['run']> {
  const script = `${scratch}/loopsmith_go_test.sh`;
  const folders = [...new Set(files.map(folderOf))].flatMap((folder) => ['--in', folder === '' ? '.' : folder]);
  const shuffle = order === 'shuffled' ? [`-shuffle=${seed}`] : [];
  // A little less than the sandbox's own limit, so that go names the test that hangs.
  const limit = Math.max(1, timeoutSec - Math.min(10, Math.ceil(timeoutSec / 10)));
  const flags = ['-json', '-count=1', '-p=1', '-parallel=1', '-vet=off', `-timeout=${limit}s`, ...shuffle];
  return {
    argv: ['env', '-C', root, 'sh', script, ...folders, 'go', 'test', ...flags, ...extraArgs],
    env: { GOFLAGS: FLAGS, GOWORK: 'off', GOTOOLCHAIN: 'local', GOMAXPROCS: '1' },
    reportPath: `${scratch}/go-test.jsonl`,
    stdoutIsReport: true,
    files: { [script]: IN_EACH_FOLDER },
  };
}

/** `go test`; a package is run whole, since its files compile together. Reversed order does not exist. */
export const goTest: TestFramework = {
  name: 'go',
  orders: ['declared', 'shuffled'],
  detect: (tree) => tree.paths.some((path) => path.endsWith('_test.go')),
  runs: (path) => path.endsWith('_test.go') && !/(?:^|\/)(?:testdata|vendor|_[^/]*|\.[^/]*)\//.test(path),
  run,
  parse: (report) => recordsOf('go', goCases(report)),
  // A panic ends the whole package, but it is what this test's body ran into.
  reason: (record) =>
    record.status === 'crash' && /^panic: (?!unexpected call to os\.Exit)/m.test(record.message) ? 'assertion' : reasonOf(record, REASONS),
};
