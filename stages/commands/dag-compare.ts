import { Option } from '@commander-js/extra-typings';
import { poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function dagCompare(shell: Shell) {
  return poolCommand('dag:compare', 'how far a DAG agrees with a reference: edges, closure, layers', [
    'dag:compare plan.json task_pr_1a2b3c4d',
    'dag:compare old/task_pr_1a2b3c4d new/task_pr_1a2b3c4d --json',
    'dag:compare click-300.json click-dag.json --by change',
  ])
    .argument('<a>', 'the DAG that is judged: as dag:show takes it')
    .argument('<b>', 'the reference')
    .addOption(
      new Option('--by <what>', 'what makes two units the same: their id, or the first change they are of')
        .choices(['id', 'change'] as const)
        .default('id' as const),
    )
    .action(async (a, b, flags) => {
      const { compareDags } = await import('./show-dag.ts');
      await compareDags(shell, a, b, flags);
    });
}
