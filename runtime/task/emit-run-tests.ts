import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { TaskContent, UnitContent } from './content.ts';
import { SELECTED_FILE } from './emit-tests.ts';
import { REPO, SCRATCH, shellCommand, shellWord } from './shell-words.ts';
import { textFile } from './text.ts';

/** Lines that set a variable each, sorted by name. */
function exports(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(env)
    .sort(byCodeUnit)
    .map((name) => `  export ${name}=${shellWord(env[name] ?? '')}`);
}

/** The function that runs one unit's files; its status is the framework's. */
function unitFunction(task: TaskContent, { unit, selected }: UnitContent): string {
  const { environment, framework } = task;
  const run = framework.run({
    files: selected.files,
    root: REPO,
    scratch: SCRATCH,
    order: 'declared',
    seed: 0,
    timeoutSec: environment.testTimeoutSec,
    extraArgs: environment.extraArgs,
  });
  const written = Object.keys(run.files).sort(byCodeUnit);
  return [
    `run_${unit.id}() {`,
    ...exports({ ...environment.recipe.env, ...run.env }),
    ...written.flatMap((path) => [
      `  mkdir -p "$(dirname ${shellWord(path)})"`,
      `  printf '%s' ${shellWord(run.files[path] ?? '')} > ${shellWord(path)}`,
    ]),
    `  mkdir -p "$(dirname ${shellWord(run.reportPath)})"`,
    ...environment.recipe.build.map((argv) => `  ${shellCommand(argv)} || return 1`),
    `  timeout -k 10 ${environment.testTimeoutSec} ${shellCommand(run.argv)}${run.stdoutIsReport ? ` > ${shellWord(run.reportPath)}` : ''}`,
    '}',
  ].join('\n');
}

const HEAD = `# Runs every unit's tests on the workspace and reports one result a unit, in pytest's words, for runners that learn units
# from those alone. A unit passes when its framework's command ends with status 0 on the unit's files. Needs bash,
# coreutils, findutils and what the framework itself needs; no other interpreter. Test files are laid over the workspace
# and taken back afterwards.
set -u

repo="\${REPO_DIR:-/workspace}"
tests="\${UNIT_TEST_DIR:-\${TEST_DIR:-$repo/tests}}"
only=""
case "$(basename "$tests")" in
  unit_[0-9]*) only="$(basename "$tests")"; tests="$(dirname "$tests")" ;;
esac
cd "$repo" || exit 2
work="$(mktemp -d)"
scratch="$work/scratch"
results="$work/results"
: > "$results"
`;

const TAIL = `
lay_over() {
  [ -d "$1" ] || return 0
  while IFS= read -r -d '' file; do
    file="\${file#./}"
    [ "$file" = ${SELECTED_FILE} ] && continue
    if [ ! -e "$work/kept/$file" ] && ! grep -qxF -- "$file" "$work/new"; then
      if [ -e "$repo/$file" ]; then
        mkdir -p "$work/kept/$(dirname "$file")"
        cp -a "$repo/$file" "$work/kept/$file"
      else
        printf '%s\\n' "$file" >> "$work/new"
      fi
    fi
    mkdir -p "$repo/$(dirname "$file")"
    cp -a "$1/$file" "$repo/$file"
  done < <(cd "$1" && find . -type f -print0 | sort -z)
}

take_back() {
  [ -e "$work/new" ] || return 0
  while IFS= read -r file; do
    rm -f "$repo/$file"
    (cd "$repo" && rmdir -p --ignore-fail-on-non-empty "$(dirname "$file")" 2>/dev/null) || true
  done < "$work/new"
  cp -a "$work/kept/." "$repo/"
  rm -rf "$work/kept" "$work/new"
}
trap 'take_back; rm -rf "$work"' EXIT

judge() {
  [ -z "$only" ] || [ "$only" = "$1" ] || return 0
  rm -rf "$scratch"
  mkdir -p "$scratch" "$work/kept"
  : > "$work/new"
  lay_over "$tests/_base"
  lay_over "$tests/$1"
  if [ ! -d "$tests/$1" ]; then
    outcome="FAILED"; why="no tests at $tests/$1"
  elif ( "run_$1" ) > "$work/log" 2>&1 < /dev/null; then
    outcome="PASSED"; why=""
  else
    why="status $?"; outcome="FAILED"
  fi
  take_back
  echo "test_unit_runner.py::test_unit[$1] $outcome"
  if [ "$outcome" = FAILED ]; then
    [ -e "$work/log" ] && tail -n 40 "$work/log" | sed 's/^/    /'
    echo "FAILED test_unit_runner.py::test_unit[$1] - $why" >> "$results"
  else
    echo "PASSED test_unit_runner.py::test_unit[$1]" >> "$results"
  fi
  rm -f "$work/log"
}

echo "============================= test session starts =============================="
`;

const END = `
failed="$(grep -c '^FAILED' "$results")"
passed="$(grep -c '^PASSED' "$results")"
echo "=========================== short test summary info ============================"
cat "$results"
echo "========================= $failed failed, $passed passed ========================="
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
`;

/** run-tests.sh: see its own head for what it does and needs. Our judge never reads what it prints. */
export function emitRunTests(task: TaskContent): TreeFile {
  const functions = task.units.map((unit) => unitFunction(task, unit));
  const calls = task.units.map(({ unit }) => `judge ${unit.id}`).join('\n');
  const text = `#!/usr/bin/env bash\n# ${task.canary}\n${HEAD}\n${functions.join('\n\n')}\n${TAIL}${calls}\n${END}`;
  return textFile('run-tests.sh', text, '100755');
}
