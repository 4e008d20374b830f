import type { Clock } from '#io/clock.ts';
import { InfraError } from '#schema/errors.ts';
import type { Agent, Brief } from '#runtime/agents/agent.ts';
import type { Sandbox } from '#runtime/sandbox/sandbox.ts';
import type { AgentStep, FailureMode } from '#schema/results.ts';

interface AgentEnd {
  readonly failure: FailureMode;
  readonly detail: string;
  readonly durationMs: number;
}

/** How long an agent whose time is up may take to stop by itself. */
const GRACE_MS = 5000;

async function consume(steps: AsyncIterable<AgentStep>, onStep: (step: AgentStep) => Promise<void>): Promise<'done'> {
  for await (const step of steps) await onStep(step);
  return 'done';
}

/**
 * Lets an agent work until it ends or its time is up; then its signal aborts and what it does afterwards is not recorded.
 * InfraError comes through: nothing was learnt. What else an agent throws is its own end, not ours.
 */
export async function attemptWithin(
  agent: Agent,
  brief: Brief,
  sandbox: Sandbox,
  clock: Clock,
  onStep: (step: AgentStep) => Promise<void>,
): Promise<AgentEnd> {
  const started = clock.monotonic();
  const agentStops = new AbortController();
  const timerStops = new AbortController();
  const work = consume(agent.attempt(brief, sandbox, agentStops.signal), async (step) => {
    if (!agentStops.signal.aborted) await onStep(step);
  });
  const deadline = clock.sleep(brief.deadlineSec * 1000, timerStops.signal).then(() => 'late' as const);
  const [end] = await Promise.allSettled([Promise.race([work, deadline])]);
  agentStops.abort();
  timerStops.abort();
  // The workspace is about to be read: let a late agent notice that it was stopped.
  await Promise.race([Promise.allSettled([work]), clock.sleep(GRACE_MS)]);
  await Promise.allSettled([deadline]);
  const durationMs = clock.monotonic() - started;
  if (end.status === 'fulfilled') {
    const late = end.value === 'late';
    return { failure: late ? 'agent_timeout' : 'none', detail: late ? `stopped after ${brief.deadlineSec} s` : '', durationMs };
  }
  const { reason } = end;
  if (reason instanceof InfraError || !(reason instanceof Error)) throw reason;
  return { failure: 'unknown_agent_error', detail: reason.message, durationMs };
}
