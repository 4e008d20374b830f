import { resolve } from 'node:path';
import { systemClock } from '#io/clock.ts';
import { table } from '#io/table.ts';
import { judgeUnit } from '#runtime/judge/judge-unit.ts';
import { runBattery } from '#runtime/judge/run-battery.ts';
import { RunConfig } from '#runtime/run/config.ts';
import { runTasks } from '#runtime/run/run.ts';
import type { Manifest } from '#schema/manifest.ts';
import type { Metric } from '#schema/results.ts';
import { EXIT } from '#schema/errors.ts';
import type { Session } from './session.ts';
import type { Shell } from './shell.ts';

/** Agents whose score is known beforehand: on every task of a sound pool noop scores 0 and oracle 1. */
const KNOWN = [
  { agent: 'noop', score: 0 },
  { agent: 'oracle', score: 1 },
] as const;

export interface KnownScore {
  readonly agent: string;
  readonly task: string;
  readonly expected: number;
  readonly testPassRate: Metric;
  readonly resolved: boolean | null;
}
export interface Evaluated {
  readonly scores: readonly KnownScore[];
  readonly directories: readonly string[];
  readonly exit: number;
}

/** Runs noop and oracle on a built pool. Runs are named by the pool's content, so that what was run once is not run again. */
export async function evaluateKnown(shell: Shell, session: Session, manifest: Manifest): Promise<Evaluated> {
  const { sandboxes, images } = await session.open(['sandboxes', 'images']);
  const scores: KnownScore[] = [];
  const directories: string[] = [];
  const since = new Map<string, number>();
  for (const { agent, score } of KNOWN) {
    const config = RunConfig.parse({
      dataset_path: session.pool.out,
      agent,
      run_id: `${manifest.pool}-${agent}-${sandboxes.name}-${manifest.digest.slice(0, 12)}`,
      output_path: resolve('runs'),
      n_concurrent: session.concurrency,
    });
    const finished = await runTasks(config, {
      clock: systemClock,
      sandboxes,
      images,
      judge: { run: runBattery, unit: judgeUnit },
      framework: async (name) => (await import('#languages/index.ts')).frameworkByName(name),
      signal: shell.signal,
      onEvent: (trial, event) => {
        if (event.type === 'trial-started') {
          since.set(trial, systemClock.monotonic());
          session.emit({ type: 'started', stage: agent, key: trial });
        }
        if (event.type === 'judged')
          session.emit({ type: 'step', stage: agent, key: trial, text: `judged ${event.verdict.unit}`, done: null, total: null });
      },
      onResult: (result) =>
        session.emit({
          type: 'ended',
          stage: agent,
          key: result.trial_name,
          cached: false,
          ms: systemClock.monotonic() - (since.get(result.trial_name) ?? systemClock.monotonic()),
          kept: [result.task_id],
          dropped: [],
        }),
    });
    directories.push(finished.directory);
    for (const result of finished.results.results) {
      scores.push({ agent, task: result.task_id, expected: score, testPassRate: result.test_pass_rate, resolved: result.is_resolved });
    }
  }
  return { scores, directories, exit: exitOf(scores, shell.signal.aborted) };
}

function exitOf(scores: readonly KnownScore[], interrupted: boolean): number {
  if (interrupted) return EXIT.interrupted;
  if (scores.some((each) => each.resolved === null)) return EXIT.infra;
  return scores.every(asExpected) ? EXIT.ok : EXIT.found;
}

function asExpected({ testPassRate, expected, resolved }: KnownScore): boolean {
  return 'value' in testPassRate && testPassRate.value === expected && resolved === (expected === 1);
}

export function scoresText(scores: readonly KnownScore[]): string {
  return table(scores, [
    { head: 'agent', cell: (row) => row.agent },
    { head: 'task', cell: (row) => row.task },
    {
      head: 'TPR',
      cell: (row) => ('value' in row.testPassRate ? row.testPassRate.value.toFixed(3) : row.testPassRate.unscored),
      right: true,
    },
    { head: 'resolved', cell: (row) => (row.resolved === null ? 'not judged' : row.resolved ? 'yes' : 'no') },
    { head: 'as it must be', cell: (row) => (asExpected(row) ? 'yes' : `NO, expected ${row.expected}`) },
  ]);
}
