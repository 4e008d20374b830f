import { onlyOption, poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function poolStatus(shell: Shell) {
  return poolCommand('pool:status', 'for each item in each stage: fresh, stale (why) or missing; computes nothing', [
    'pool:status',
    'pool:status --json',
    "pool:status --only 'task_pr_*'",
  ])
    .addOption(onlyOption())
    .action(async (flags) => {
      const { withPool } = await import('./session.ts');
      const { statusText } = await import('./build.ts');
      const { exitOf } = await import('#pipeline/report.ts');
      await withPool(shell, flags, { command: 'pool:status', writes: false }, async (session) => {
        const report = await session.run({ act: 'look', only: flags.only });
        shell.out(flags.json === true ? `${JSON.stringify(report.rows, null, 2)}\n` : statusText(report.rows));
        shell.exit(exitOf(report));
      });
    });
}
