import { poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function poolWhy(shell: Shell) {
  return poolCommand('pool:why', 'how a task or source came to be what it is: each stage, what it rests on, and why it would run again', [
    'pool:why task_pr_1a2b3c4d',
    'pool:why pallets--click --json',
  ])
    .argument('<task>', 'id of a task or of a source')
    .action(async (task, flags) => {
      const { withPool } = await import('./session.ts');
      const { lifeOf, lifeText } = await import('./why.ts');
      await withPool(shell, flags, { command: 'pool:why', writes: false }, async (session) => {
        const life = await lifeOf(session, task);
        shell.out(flags.json === true ? `${JSON.stringify(life, null, 2)}\n` : lifeText(life));
      });
    });
}
