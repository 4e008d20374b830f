import { onlyOption, poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function poolBuild(shell: Shell) {
  return poolCommand('pool:build', 'rebuild the task pool; only what changed is computed again', [
    'pool:build',
    "pool:build --only 'pallets--*'",
    'pool:build --frozen          # computes nothing; exit 1 when something is not up to date',
    'pool:build --json > pool.json',
  ])
    .addOption(onlyOption())
    .option('--frozen', 'compute nothing: find what is not up to date')
    .action(async (flags) => {
      const { build, buildText } = await import('./build.ts');
      const { withPool } = await import('./session.ts');
      await withPool(shell, flags, { command: 'pool:build', writes: flags.frozen !== true }, async (session) => {
        const built = await build(session, { only: flags.only, frozen: flags.frozen === true });
        shell.out(flags.json === true ? `${JSON.stringify(built.summary, null, 2)}\n` : buildText(built));
        shell.exit(built.exit);
      });
    });
}
