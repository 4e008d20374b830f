import { Command } from '@commander-js/extra-typings';
import { dagCompare } from './dag-compare.ts';
import { dagScan } from './dag-scan.ts';
import { dagShow } from './dag-show.ts';
import { dagWhy, dagWhyNot } from './dag-why.ts';
import { poolBuild } from './pool-build.ts';
import { poolDiff } from './pool-diff.ts';
import { poolFunnel } from './pool-funnel.ts';
import { poolStats } from './pool-stats.ts';
import { poolStatus } from './pool-status.ts';
import { poolWhy } from './pool-why.ts';
import { quickstart } from './quickstart.ts';
import type { Shell } from './shell.ts';
import { sourceAdd } from './source-add.ts';
import { STAGE_NAMES, stageCommand } from './stage.ts';

/** All commands. Each loads what it works with when it runs, so that help is quick. */
export function program(shell: Shell): Command {
  const root = new Command('pnpm').description('Build pools of long-horizon coding tasks from real development history.');
  root.exitOverride().showSuggestionAfterError().helpCommand(false);
  const commands = [
    quickstart(shell),
    sourceAdd(shell),
    poolBuild(shell),
    poolStatus(shell),
    poolWhy(shell),
    poolFunnel(shell),
    poolStats(shell),
    poolDiff(shell),
    ...STAGE_NAMES.map((name) => stageCommand(name, shell)),
    dagScan(shell),
    dagShow(shell),
    dagWhy(shell),
    dagWhyNot(shell),
    dagCompare(shell),
  ];
  for (const command of commands) {
    command.exitOverride().showSuggestionAfterError();
    root.addCommand(command);
  }
  return root;
}
