import { poolCommand, type PoolFlags } from './options.ts';
import type { Explained } from './edge.ts';
import type { Shell } from './shell.ts';

const WHICH = 'id of a task, or a file of dag:scan --out';

export function dagWhy(shell: Shell) {
  return poolCommand('dag:why', 'the evidence for an edge between two units of a task, or why there is none', [
    'dag:why task_pr_1a2b3c4d unit_001 unit_004',
    'dag:why task_pr_1a2b3c4d 1 4 --json',
    'dag:why click-dag.json 12 40',
  ])
    .argument('<task>', WHICH)
    .argument('<u>', 'the earlier unit: unit_001 or 1')
    .argument('<v>', 'the later unit')
    .action(async (task, u, v, flags) => {
      await print(shell, flags, await explained(shell, flags, { command: 'dag:why', task, u, v, looking: false }));
    });
}

export function dagWhyNot(shell: Shell) {
  return poolCommand(
    'dag:why-not',
    'why there is no edge: what was seen between two units, and why it is no evidence; exit 1 if there is one',
    ['dag:why-not task_pr_1a2b3c4d unit_001 unit_004', 'dag:why-not task_pr_1a2b3c4d 1 4 --json', 'dag:why-not click-dag.json 12 40'],
  )
    .argument('<task>', WHICH)
    .argument('<u>', 'the earlier unit: unit_001 or 1')
    .argument('<v>', 'the later unit')
    .action(async (task, u, v, flags) => {
      const { EXIT } = await import('#schema/errors.ts');
      const why = await explained(shell, flags, { command: 'dag:why-not', task, u, v, looking: true });
      await print(shell, flags, why);
      shell.exit(why.edge === null ? EXIT.ok : EXIT.found);
    });
}

async function explained(
  shell: Shell,
  flags: PoolFlags,
  asked: { readonly command: string; readonly task: string; readonly u: string; readonly v: string; readonly looking: boolean },
): Promise<Explained> {
  const { explainEdge, graphOfFile, graphOfTask } = await import('./edge.ts');
  const { kindOf } = await import('#io/files.ts');
  const { command, task, u, v, looking } = asked;
  if (kindOf(task) === 'file') return explainEdge(await graphOfFile(task), u, v, looking);
  const { withPool } = await import('./session.ts');
  return withPool(shell, flags, { command, writes: false }, async (session) =>
    explainEdge(await graphOfTask(session, task), u, v, looking),
  );
}

async function print(shell: Shell, flags: PoolFlags, why: Explained): Promise<void> {
  const { edgeText } = await import('./edge.ts');
  shell.out(flags.json === true ? `${JSON.stringify(why, null, 2)}\n` : edgeText(why));
}
