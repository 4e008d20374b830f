import { onlyOption, poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function poolFunnel(shell: Shell) {
  return poolCommand('pool:funnel', 'what each stage let through at the last build, and what left for which reason', [
    'pool:funnel',
    'pool:funnel --json',
  ])
    .addOption(onlyOption())
    .action(async (flags) => {
      const { withPool } = await import('./session.ts');
      const { funnel, funnelText } = await import('#pipeline/funnel.ts');
      await withPool(shell, flags, { command: 'pool:funnel', writes: false }, async (session) => {
        const stages = funnel(await session.run({ act: 'look', only: flags.only }));
        shell.out(flags.json === true ? `${JSON.stringify(stages, null, 2)}\n` : funnelText(stages));
      });
    });
}
