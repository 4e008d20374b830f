import { Command } from '@commander-js/extra-typings';
import { loadTask } from '#runtime/task/load.ts';
import { readDirectory } from '#runtime/task/read-directory.ts';
import { jsonText } from '#runtime/task/text.ts';
import { EXIT, UserError } from '#schema/errors.ts';
import type { Problem } from '#schema/check.ts';
import { findTasks, type FoundTask } from '../run/find-tasks.ts';
import { rows } from '#io/table.ts';
import type { Shell } from './shell.ts';

const DEFAULT = 'tasks-out';

function listCommand(shell: Shell) {
  return new Command('list')
    .description('list the tasks of a pool, or of a folder of pools')
    .argument('[dir]', 'a task, a pool, or a folder of pools', DEFAULT)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  pnpm lhb tasks list\n  pnpm lhb tasks list tasks-out/examples --json\n')
    .action(async (dir, { json }) => {
      const listed = [];
      for (const { id, directory } of await findTasks(dir)) {
        const task = loadTask(id, await readDirectory(directory));
        const tests = task.units.reduce((sum, unit) => sum + (unit.selected?.fail_to_pass.length ?? 0), 0);
        listed.push({
          id,
          units: task.units.length,
          edges: task.edges.length,
          layers: task.depth + 1,
          tests,
          framework: task.environment?.framework ?? null,
          directory,
        });
      }
      if (json === true) return shell.out(jsonText(listed));
      shell.out(
        rows(
          ['task', 'units', 'edges', 'layers', 'tests', 'framework', 'directory'],
          listed.map((task) => [task.id, task.units, task.edges, task.layers, task.tests, task.framework ?? '-', task.directory]),
        ),
      );
    });
}

async function found(dirs: readonly string[]): Promise<readonly FoundTask[]> {
  const tasks: FoundTask[] = [];
  for (const dir of dirs.length === 0 ? [DEFAULT] : dirs) {
    const below = await findTasks(dir);
    if (below.length === 0) throw new UserError(dir, 'holds no task', 'Name a task, a pool or a folder of pools.');
    tasks.push(...below);
  }
  return tasks;
}

function told({ severity, place, what, fix, code }: Problem): string {
  return `${severity === 'error' ? 'error' : 'warning'} ${place}: ${what}. ${fix} [${code}]\n`;
}

function validateCommand(shell: Shell) {
  return new Command('validate')
    .description('check task directories, and that their patches compose; exit 1 when an error is found')
    .argument('[dirs...]', 'tasks, pools, or folders of pools')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  pnpm lhb tasks validate\n  pnpm lhb tasks validate tasks-out/examples/task_pr_0123abcd --json\n')
    .action(async (dirs, { json }) => {
      const { checkTask, isAccepted } = await import('#runtime/task/check.ts');
      const { gitComposer } = await import('#runtime/task/git-composer.ts');
      const checked = [];
      const composer = gitComposer();
      for (const { id, directory } of await found(dirs)) {
        const problems = await checkTask(id, await readDirectory(directory), composer);
        checked.push({ id, directory, accepted: isAccepted(problems), problems });
      }
      const bad = checked.filter(({ accepted }) => !accepted).length;
      if (json === true) shell.out(jsonText(checked));
      else {
        shell.out(checked.flatMap(({ problems }) => problems.map(told)).join(''));
        shell.out(`${checked.length} ${checked.length === 1 ? 'task' : 'tasks'} checked, ${bad} with errors\n`);
      }
      shell.exit(bad === 0 ? EXIT.ok : EXIT.found);
    });
}

/** `lhb tasks …` */
export function tasksCommand(shell: Shell) {
  return new Command('tasks').description('look at task directories').addCommand(listCommand(shell)).addCommand(validateCommand(shell));
}
