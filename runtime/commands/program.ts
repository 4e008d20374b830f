import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { runCommand } from './run.ts';
import { runsCommand } from './runs.ts';
import type { Shell } from './shell.ts';
import { tasksCommand } from './tasks.ts';

function settled(command: CommandUnknownOpts): void {
  command.exitOverride().showSuggestionAfterError().helpCommand(false);
  for (const below of command.commands) settled(below);
}

/** The `lhb` command line. */
export function program(shell: Shell): Command {
  const root = new Command('lhb')
    .description('Evaluate coding agents on long-horizon tasks.')
    .addHelpText(
      'after',
      '\nExamples:\n  pnpm lhb tasks list\n  pnpm lhb run --agent oracle --dataset-path tasks-out/examples\n  pnpm lhb runs list\n',
    );
  root.addCommand(runCommand(shell)).addCommand(runsCommand(shell)).addCommand(tasksCommand(shell));
  settled(root);
  return root;
}
