import { Command, Option } from '@commander-js/extra-typings';
import { systemClock } from '#io/clock.ts';
import { jsonText } from '#runtime/task/text.ts';
import { EXIT } from '#schema/errors.ts';
import type { TrialEvent } from '#schema/results.ts';
import { withoutEffect, type RunConfig } from '../run/config.ts';
import type { FinishedRun, RunWorld } from '../run/run.ts';
import { metricText, resultsText, verdictText } from './results.ts';
import { agentArguments, runConfig } from './run-config.ts';
import type { Shell } from './shell.ts';

const EXAMPLES = `
Examples:
  pnpm lhb run --agent oracle --dataset-path tasks-out/examples
  pnpm lhb run --config config.yaml --n-attempts 3 --json
  pnpm lhb run --agent noop --task-id 'task_pr_0*' --sandbox local --run-id try1

A scripted agent takes its edits as an argument, in a config file or on the line:
  pnpm lhb run --agent scripted --agent-kwarg 'edits=[{"write":"src/a.js","content":"export {};"}]'

Exit codes: 0 ran, 1 something is unresolved (with --require-resolved), 2 a setting is wrong, 4 something was not judged, 130 interrupted.
A run that was cut off goes on when it is started again with its --run-id.
`;

function several(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

function options() {
  return new Command('run')
    .description('let an agent attempt tasks, and judge what it leaves')
    .option('--config <file>', 'YAML file of settings; flags go over it')
    .option('--dataset-path <dir>', 'a task, a pool, or a folder of pools (default: tasks-out)')
    .option('--task-id <glob>', 'tasks to include; may be given several times', several)
    .option('--exclude-task-id <glob>', 'tasks to leave out; may be given several times', several)
    .option('--n-tasks <n>', 'at most so many tasks', Number)
    .option('--agent <name>', 'oracle, noop or scripted (default: oracle)')
    .option('--agent-kwarg <key=value>', 'an argument of the agent, JSON where it is; may be given several times', several)
    .option('--model <name>', 'model, provider/name')
    .option('--output-path <dir>', 'folder of runs (default: runs)')
    .option('--run-id <id>', 'name of this run (default: the time)')
    .option('--n-concurrent <n>', 'trials at a time (default: 4)', Number)
    .option('--n-attempts <n>', 'attempts at each task (default: 1)', Number)
    .option('--global-timeout-multiplier <x>', 'multiplies every time of a task', Number)
    .option('--global-agent-timeout-sec <s>', "time of the agent, instead of the task's", Number)
    .option('--global-test-timeout-sec <s>', "time of each unit's tests, instead of the task's", Number)
    .addOption(new Option('--sandbox <kind>', 'where things run (default: auto)').choices(['auto', 'docker', 'local'] as const))
    .option('--hide-tests', 'keep the attached tests out of the workspace')
    .option('--livestream', "print the agent's steps on stderr")
    .option('--require-resolved', 'exit 1 unless every trial is resolved')
    .option('--json', 'print results.json');
}
type Flags = ReturnType<ReturnType<typeof options>['opts']>;

function overrides(flags: Flags): Readonly<Record<string, unknown>> {
  return {
    dataset_path: flags.datasetPath,
    task_ids: flags.taskId,
    exclude_task_ids: flags.excludeTaskId,
    n_tasks: flags.nTasks,
    agent: flags.agent,
    agent_kwargs: flags.agentKwarg === undefined ? undefined : agentArguments(flags.agentKwarg),
    model: flags.model,
    output_path: flags.outputPath,
    run_id: flags.runId,
    n_concurrent: flags.nConcurrent,
    n_attempts: flags.nAttempts,
    global_timeout_multiplier: flags.globalTimeoutMultiplier,
    global_agent_timeout_sec: flags.globalAgentTimeoutSec,
    global_test_timeout_sec: flags.globalTestTimeoutSec,
    sandbox: flags.sandbox,
    hide_tests: flags.hideTests,
    livestream: flags.livestream,
  };
}

function eventLine(trial: string, event: TrialEvent, livestream: boolean): string | null {
  if (event.type === 'trial-started') return `${trial}: ${event.agent} starts`;
  if (event.type === 'step') return livestream ? `${trial}: ${event.step.text}` : null;
  if (event.type === 'agent-ended')
    return `${trial}: agent ended after ${Math.round(event.durationMs / 1000)} s${event.failure === 'none' ? '' : ` (${event.failure})`}, judging`;
  return event.type === 'infra' ? `${trial}: ${event.detail}` : null;
}

/** Loaded only now, so that help and wrong settings are told at once. */
async function openWorld(config: RunConfig, shell: Shell): Promise<RunWorld> {
  const { openSandboxes } = await import('#runtime/sandbox/index.ts');
  const { judgeUnit } = await import('#runtime/judge/judge-unit.ts');
  const { runBattery } = await import('#runtime/judge/run-battery.ts');
  const { provider, images, note } = await openSandboxes(config.sandbox);
  shell.say(await note());
  return {
    clock: systemClock,
    sandboxes: provider,
    images,
    judge: { run: runBattery, unit: judgeUnit },
    framework: async (name) => (await import('#languages/index.ts')).frameworkByName(name),
    signal: shell.signal,
    onEvent: (trial, event) => {
      const line = eventLine(trial, event, config.livestream);
      if (line !== null) shell.say(line);
    },
    onResult: (result, done, total) =>
      shell.say(`[${done}/${total}] ${result.trial_name}: ${verdictText(result)}, TPR ${metricText(result.test_pass_rate)}`),
  };
}

function exitOf({ results, waiting }: FinishedRun, requireResolved: boolean): number {
  if (waiting > 0) return EXIT.interrupted;
  if (results.n_not_judged > 0) return EXIT.infra;
  return requireResolved && results.n_unresolved > 0 ? EXIT.found : EXIT.ok;
}

/** `lhb run`. */
export function runCommand(shell: Shell) {
  return options()
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => {
      const config = await runConfig(flags.config, overrides(flags));
      for (const told of withoutEffect(config)) shell.say(`no effect: ${told}`);
      const { runTasks } = await import('../run/run.ts');
      const finished = await runTasks(config, await openWorld(config, shell));
      shell.out(flags.json === true ? jsonText(finished.results) : resultsText(finished.results));
      shell.say(`results in ${finished.directory}`);
      if (finished.waiting > 0) shell.say(`${finished.waiting} trials wait: start again with --run-id ${finished.results.id}`);
      shell.exit(exitOf(finished, flags.requireResolved === true));
    });
}
