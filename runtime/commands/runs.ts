import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { jsonText } from '#runtime/task/text.ts';
import { readMetadata, runNames, scoreRun, trialStates, writeResults, type TrialState } from '../run/run-directory.ts';
import { resultsText } from './results.ts';
import { rows } from '#io/table.ts';
import type { Shell } from './shell.ts';

const FOLDER = 'runs';

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  pnpm lhb runs ${line}\n`).join('')}`;
}

/** What a trial did last, for people. */
function lastOf({ log, state }: TrialState): string {
  const last = log.at(-1);
  return last === undefined || state === 'waiting' ? '' : `${last.event.type} at ${last.at}`;
}

function listCommand(shell: Shell) {
  return new Command('list')
    .description('list the runs of a folder')
    .option('--output-path <dir>', 'folder of runs', FOLDER)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('list', 'list --output-path /data/runs --json'))
    .action(async ({ outputPath, json }) => {
      const runs = [];
      for (const name of await runNames(outputPath)) {
        const root = join(outputPath, name);
        const metadata = await readMetadata(root);
        const states = await trialStates(root, metadata.trials);
        runs.push({
          run: name,
          created_at: metadata.created_at,
          agent: metadata.agent,
          model: metadata.model,
          trials: states.length,
          finished: states.filter(({ state }) => state === 'finished').length,
        });
      }
      if (json === true) return shell.out(jsonText(runs));
      shell.out(
        rows(
          ['run', 'created', 'agent', 'model', 'trials', 'finished'],
          runs.map((run) => [run.run, run.created_at, run.agent, run.model ?? '-', run.trials, run.finished]),
        ),
      );
    });
}

function statusCommand(shell: Shell) {
  return new Command('status')
    .description('how each trial of a run stands')
    .argument('<run>', 'id of the run')
    .option('--output-path <dir>', 'folder of runs', FOLDER)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('status try1'))
    .action(async (run, { outputPath, json }) => {
      const root = join(outputPath, run);
      const states = await trialStates(root, (await readMetadata(root)).trials);
      const told = states.map((state) => ({
        trial: state.planned.trial,
        state: state.state,
        events: state.log.length,
        last: lastOf(state),
      }));
      shell.out(
        json === true
          ? jsonText(told)
          : rows(
              ['trial', 'state', 'events', 'last'],
              told.map(({ trial, state, events, last }) => [trial, state, events, last]),
            ),
      );
    });
}

function summarizeCommand(shell: Shell) {
  return new Command('summarize')
    .description('results of a run, from its event logs')
    .argument('<run>', 'id of the run')
    .option('--output-path <dir>', 'folder of runs', FOLDER)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('summarize try1 --json'))
    .action(async (run, { outputPath, json }) => {
      const results = await scoreRun(join(outputPath, run));
      shell.out(json === true ? jsonText(results) : resultsText(results));
    });
}

function rescoreCommand(shell: Shell) {
  return new Command('rescore')
    .description("write a run's results.json again from its event logs")
    .argument('<run>', 'id of the run')
    .option('--output-path <dir>', 'folder of runs', FOLDER)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('rescore try1', 'rescore try1 --json'))
    .action(async (run, { outputPath, json }) => {
      const root = join(outputPath, run);
      const results = await scoreRun(root);
      await writeResults(root, results);
      shell.out(json === true ? jsonText(results) : resultsText(results));
    });
}

/** `lhb runs …` */
export function runsCommand(shell: Shell) {
  return new Command('runs')
    .description('look at runs')
    .addHelpText('after', examples('list', 'summarize try1 --json'))
    .addCommand(listCommand(shell))
    .addCommand(statusCommand(shell))
    .addCommand(summarizeCommand(shell))
    .addCommand(rescoreCommand(shell));
}
