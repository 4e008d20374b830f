import { Option } from '@commander-js/extra-typings';
import { poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function dagShow(shell: Shell) {
  return poolCommand('dag:show', 'a DAG as text, Graphviz, Mermaid or SVG', [
    'dag:show task_pr_1a2b3c4d',
    'dag:show tasks-out/default/task_pr_1a2b3c4d --format svg --out dag.svg',
    'dag:show click-dag.json --format dot --reduced',
  ])
    .argument('<dag>', 'id of a task, a task directory, unit_dag.json, module_dag.yaml, a file of dag:scan --out, or a list of edges')
    .addOption(
      new Option('--format <name>', 'how it is drawn').choices(['text', 'dot', 'mermaid', 'svg'] as const).default('text' as const),
    )
    .option('--reduced', 'leave out edges that others imply')
    .option('--out <file>', 'write it there')
    .action(async (dag, flags) => {
      const { show } = await import('./show-dag.ts');
      await show(shell, dag, flags);
    });
}
