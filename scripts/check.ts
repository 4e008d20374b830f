/**
 * `pnpm check`: every check and test of the project, one after the other, and one table at the end. `--only NAME` (several
 * times) runs some. The last line counts tests and checks: `N passed, N failed`. Exit 0, or 1 when anything failed.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { z } from 'zod';
import { spawnStream } from '#io/exec.ts';
import { readText, temporaryDirectory } from '#io/files.ts';
import { table } from '#io/table.ts';
import { scriptCommand } from './command.ts';

interface Check {
  readonly name: string;
  readonly about: string;
  readonly argv: readonly string[];
  /** Its output is shown while it runs, not only when it fails. */
  readonly live?: true;
}
interface Done {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly about: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['schema', 'languages', 'io', 'pipeline', 'runtime', 'stages', 'examples', 'scripts', 'bench', 'test'];

const CHECKS: readonly Check[] = [
  { name: 'format', about: 'biome format', argv: ['biome', 'format', '--max-diagnostics=20', '.'] },
  { name: 'lint', about: 'biome lint', argv: ['biome', 'lint', '--error-on-warnings', '.'] },
  { name: 'promises', about: 'eslint: promises awaited, also where a resource is released', argv: ['eslint', '--max-warnings=0', '.'] },
  { name: 'types', about: 'tsc', argv: ['tsc', '--noEmit', '-p', '.'] },
  {
    name: 'architecture',
    about: 'dependency-cruiser',
    argv: ['depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...ROOMS],
  },
  { name: 'dead-code', about: 'knip', argv: ['knip'] },
];

const TESTS: Check = {
  name: 'tests',
  about: 'vitest: unit, docker, e2e',
  argv: ['vitest', 'run', '--reporter=default', '--reporter=json'],
  live: true,
};

const Report = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number() });

/** Runs one tool of node_modules; its output goes to stderr, at once or when it failed. */
async function run(check: Check): Promise<{ readonly exit: number; readonly seconds: number }> {
  const [tool = '', ...args] = check.argv;
  const start = performance.now();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = Object.fromEntries(Object.entries(inherited).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
  await using child = spawnStream([join(ROOT, 'node_modules', '.bin', tool), ...args], { cwd: ROOT, env: { ...env, FORCE_COLOR: '0' } });
  child.stdin.end();
  const kept: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => (check.live === true ? process.stderr.write(chunk) : kept.push(chunk)));
  const exit = await child.ended;
  // Skipped suites are told on stderr of a run that succeeds.
  if (exit !== 0 || check.live === true) process.stderr.write(`${Buffer.concat(kept)}${child.stderrTail()}\n`);
  return { exit, seconds: (performance.now() - start) / 1000 };
}

async function runCheck(check: Check): Promise<Done> {
  process.stderr.write(`${check.name} …\n`);
  const { exit, seconds } = await run(check);
  return { name: check.name, passed: exit === 0 ? 1 : 0, failed: exit === 0 ? 0 : 1, skipped: 0, seconds, about: check.about };
}

/** Counts come from vitest's own report. A run that passes no test, or leaves no report, has failed. */
async function runTests(extra: readonly string[]): Promise<Done> {
  process.stderr.write(`${TESTS.name} …\n`);
  await using folder = await temporaryDirectory('loopsmith-check');
  const file = join(folder.path, 'report.json');
  const { exit, seconds } = await run({ ...TESTS, argv: [...TESTS.argv, `--outputFile.json=${file}`, ...extra] });
  const text = await readText(file).catch(() => null);
  const shared = { name: TESTS.name, about: TESTS.about, seconds };
  if (text === null) return { ...shared, passed: 0, failed: 1, skipped: 0, about: `${TESTS.about}: left no report, exit ${exit}` };
  const report = Report.parse(JSON.parse(text));
  const unaccounted = report.numFailedTests === 0 && (exit !== 0 || report.numPassedTests === 0) ? 1 : 0;
  return { ...shared, passed: report.numPassedTests, failed: report.numFailedTests + unaccounted, skipped: report.numPendingTests };
}

const names = [...CHECKS, TESTS].map((check) => check.name);
const command = scriptCommand('test', 'Every check and test, one after the other, and one table at the end.', [
  'test',
  'test --only tests test/io',
  'check --only types --only lint',
])
  .argument('[files...]', 'narrow the tests to these')
  .addOption(
    new Option('--only <name>', 'run this check; may be given several times')
      .choices(names)
      .argParser((name: string, before: string[] = []) => {
        if (!names.includes(name)) throw new InvalidArgumentError(`Name one of ${names.join(', ')}.`);
        return [...before, name];
      }),
  )
  .parse();
const { only } = command.opts();
const asked = (name: string) => only === undefined || only.includes(name);

const done: Done[] = [];
for (const check of CHECKS) if (asked(check.name)) done.push(await runCheck(check));
if (asked(TESTS.name)) done.push(await runTests(command.args));

const sum = (count: (one: Done) => number) => done.reduce((total, one) => total + count(one), 0);
const shown = table(done, [
  { head: 'check', cell: (one) => one.name },
  { head: 'passed', cell: (one) => one.passed, right: true },
  { head: 'failed', cell: (one) => one.failed, right: true },
  { head: 'skipped', cell: (one) => one.skipped, right: true },
  { head: 'seconds', cell: (one) => one.seconds.toFixed(1), right: true },
  { head: 'by', cell: (one) => one.about },
]);
process.stdout.write(`\n${shown}\n${sum((one) => one.passed)} passed, ${sum((one) => one.failed)} failed\n`);
process.exitCode = sum((one) => one.failed) > 0 ? 1 : 0;
