import type { Clock } from '#io/clock.ts';
import { sha256 } from '#io/digest.ts';
import { InfraError } from '#schema/errors.ts';
import type { Agent, Brief } from '#runtime/agents/agent.ts';
import { RUNNER_FILES, scopeFilter } from '#runtime/judge/scope.ts';
import type { WorkspaceDelta } from '#runtime/judge/judge.ts';
import type { LoadedTask } from '#runtime/task/load.ts';
import type { TrialEvent } from '#schema/results.ts';
import { attemptWithin } from './attempt-agent.ts';
import { digestOf, workspaceDelta } from './delta.ts';
import type { Record } from './event-log.ts';
import { judgeTask, type Bench } from './judge-task.ts';
import { scoredUnits } from './units.ts';
import { prepareWorkspace, skippedNames } from './workspace.ts';

export interface TrialPlan {
  readonly trial: string;
  readonly attempt: number;
  readonly task: LoadedTask;
  readonly agent: Agent;
  readonly brief: Brief;
  readonly model: string | null;
  readonly hideTests: boolean;
  readonly bench: Bench;
}

function startedEvent({ trial, attempt, task, agent, brief, model, bench }: TrialPlan): TrialEvent {
  return {
    type: 'trial-started',
    trial,
    task: task.id,
    attempt,
    agent: agent.name,
    model,
    isolation: bench.sandboxes.isolation,
    image: bench.spec.image,
    base: digestOf(task.base),
    brief: sha256(JSON.stringify(brief)),
    units: [...scoredUnits(task)],
  };
}

/** Sandbox A: the agent works, and all that is left of it is the difference of its workspace from the base. */
async function agentPart(plan: TrialPlan, clock: Clock, record: Record): Promise<WorkspaceDelta> {
  const { task, agent, brief, bench } = plan;
  await using sandbox = await bench.sandboxes.open({ ...bench.spec, labels: { ...bench.spec.labels, role: 'agent' } });
  await prepareWorkspace(sandbox, task, plan.hideTests);
  await record({ type: 'agent-started' });
  const end = await attemptWithin(agent, brief, sandbox, clock, (step) => record({ type: 'step', step }));
  await record({ type: 'agent-ended', ...end });
  const skip = skippedNames(task.base);
  const snapshot = await sandbox.snapshot(sandbox.workspace, skip);
  const delta = workspaceDelta(task.base, snapshot, skip);
  const tests = [...task.baseTests, ...task.units.flatMap((unit) => unit.tests)].map((file) => file.path);
  const { ignored } = scopeFilter(delta, { tests, pristine: RUNNER_FILES });
  await record({ type: 'snapshot', tree: digestOf(snapshot), put: delta.put.length, removed: delta.remove.length, ignored: [...ignored] });
  return delta;
}

/**
 * One attempt of one agent at one task: A, then a fresh B for each unit. Everything that happens is recorded; trouble of the machine
 * is an event, not an exception, and leaves units not judged. The log ends with `trial-ended`, or the trial did not end.
 */
export async function runTrial(plan: TrialPlan, clock: Clock, record: Record): Promise<void> {
  await record(startedEvent(plan));
  const [worked] = await Promise.allSettled([agentPart(plan, clock, record)]);
  if (worked.status === 'fulfilled') {
    await record({ type: 'judging-started' });
    await judgeTask(plan.bench, plan.task, worked.value, record);
  } else if (worked.reason instanceof InfraError) {
    await record({ type: 'infra', detail: worked.reason.message });
  } else throw worked.reason;
  await record({ type: 'trial-ended' });
}

/** Records a trial that could not even begin: not judged, and why. */
export async function abandonTrial(plan: TrialPlan, why: string, record: Record): Promise<void> {
  await record(startedEvent(plan));
  await record({ type: 'infra', detail: why });
  await record({ type: 'trial-ended' });
}
