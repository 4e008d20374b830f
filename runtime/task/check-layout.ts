import type { Problem } from '#schema/check.ts';
import { problem } from './check-view.ts';
import type { TaskFiles } from './files.ts';

const REQUIRED = [
  'task.yaml',
  'Dockerfile',
  'docker-compose.yaml',
  'run-tests.sh',
  'unit_dag.json',
  'module_dag.yaml',
  'slug_diff_map.json',
  'gold-patch.diff',
];
/** A path of base/ may have none of these as a part: they are where upstream looks for tests and gold. */
export const RESERVED_IN_BASE: ReadonlySet<string> = new Set([
  'tests',
  'gold_patches',
  'solution.sh',
  'solution.yaml',
  'run-tests.sh',
  'gold-patch.diff',
  'gold_patch.diff',
]);

function isSafe(path: string): boolean {
  return (
    !path.startsWith('/') &&
    !path.includes('\0') &&
    !path.includes('\\') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

function missing(files: TaskFiles): readonly Problem[] {
  const absent = REQUIRED.filter((path) => files.file(path) === undefined);
  if (files.file('solution.sh') === undefined && files.file('solution.yaml') === undefined) absent.push('solution.sh');
  return absent.map((path) => problem('missing-file', files.place(path), 'is missing', 'A task directory needs this file.'));
}

function inBase(files: TaskFiles): readonly Problem[] {
  const base = files.under('base');
  if (base.length === 0) return [problem('no-base', files.place('base'), 'holds no file', 'Put the starting workspace there.')];
  return base.flatMap((file) => {
    const parts = file.path.split('/');
    const reserved = parts.find((part) => RESERVED_IN_BASE.has(part));
    const place = files.place(`base/${file.path}`);
    const found: Problem[] = [];
    if (reserved !== undefined) {
      found.push(
        problem(
          'reserved-in-base',
          place,
          `has the reserved name "${reserved}" in its path`,
          'Tests go to tests/, gold stays out of base/.',
        ),
      );
    }
    if (parts.includes('.git'))
      found.push(problem('git-in-base', place, 'is part of a git directory', 'base/ is a plain tree without history.'));
    return found;
  });
}

/** Names, required files, links, and what may not stand in base/. */
export function checkLayout(files: TaskFiles): readonly Problem[] {
  const found: Problem[] = [];
  if (!/^task_[a-z0-9]+(?:_[a-z0-9]+)*$/i.test(files.id)) {
    found.push(problem('task-name', files.id, 'is no task name', 'Name the directory task_<kind>_<digest>.'));
  }
  found.push(...missing(files));
  if (files.under('tests').length === 0)
    found.push(problem('no-tests', files.place('tests'), 'holds no file', "Put each unit's tests at tests/<unit>/."));
  found.push(...inBase(files));
  for (const file of files.all) {
    if (file.mode === '120000')
      found.push(problem('symlink', files.place(file.path), 'is a symbolic link', 'Write the file that it points to.'));
    if (!isSafe(file.path))
      found.push(problem('unsafe-path', files.place(file.path), 'is no path inside the task', 'Use relative paths without "..".'));
  }
  return found;
}
