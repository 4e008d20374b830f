import { poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function dagWhy(shell: Shell) {
  return poolCommand('dag:why', 'the evidence for an edge between two units of a task, or why there is none', [
    'dag:why task_pr_1a2b3c4d unit_001 unit_004',
    'dag:why task_pr_1a2b3c4d 1 4 --json',
  ])
    .argument('<task>', 'id of a task')
    .argument('<u>', 'the earlier unit: unit_001 or 1')
    .argument('<v>', 'the later unit')
    .action(async (task, u, v, flags) => {
      const { withPool } = await import('./session.ts');
      const { explainEdge, edgeText } = await import('./edge.ts');
      await withPool(shell, flags, { command: 'dag:why', writes: false }, async (session) => {
        const why = await explainEdge(session, task, u, v);
        shell.out(flags.json === true ? `${JSON.stringify(why, null, 2)}\n` : edgeText(why));
      });
    });
}
