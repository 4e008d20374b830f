import { poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function poolStats(shell: Shell) {
  return poolCommand('pool:stats', 'sizes of the built pool: the columns of the paper (tables 1, 6 and 7)', [
    'pool:stats',
    'pool:stats --json',
  ]).action(async (flags) => {
    const { openPool } = await import('../open-pool.ts');
    const { readManifest } = await import('./read-manifest.ts');
    const { table } = await import('#io/table.ts');
    const { tasks, stats, digest, pool } = await readManifest((await openPool(flags.pool)).out);
    if (flags.json === true) {
      shell.out(`${JSON.stringify({ pool, digest, stats, tasks: tasks.map(({ id, stats: of }) => ({ id, ...of })) }, null, 2)}\n`);
      return;
    }
    const columns = [
      'baseFiles',
      'baseLines',
      'changes',
      'units',
      'modules',
      'edges',
      'layers',
      'width',
      'goldFiles',
      'goldLines',
      'tests',
      'spanDays',
    ] as const;
    const numbers = columns.map((name) => ({
      head: name,
      cell: (task: (typeof tasks)[number]) => Math.round(task.stats[name]),
      right: true,
    }));
    shell.out(table(tasks, [{ head: 'task', cell: (task) => task.id }, ...numbers]));
    if (stats === null) return;
    shell.out(
      `\n${table(Object.entries(stats), [
        { head: 'over the pool', cell: ([name]) => name },
        { head: '', cell: ([, value]) => value, right: true },
      ])}`,
    );
  });
}
