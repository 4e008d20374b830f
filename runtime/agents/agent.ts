import type { Sandbox } from '#runtime/sandbox/sandbox.ts';
import type { AgentStep } from '#schema/results.ts';

/** All that an agent is told. The type holds no gold, no hidden tests, no graph and no verdict. */
export interface Brief {
  readonly task: string;
  /** The rules of a run and the task's instruction, as one text. */
  readonly instruction: string;
  /** By slug; the same texts lie in the workspace under requirements/. */
  readonly requirements: readonly { readonly slug: string; readonly title: string; readonly text: string }[];
  readonly deadlineSec: number;
}

/**
 * Attempts a task in a sandbox, telling each step with what it used. The harness records, keeps the deadline (its signal aborts) and
 * takes the result from the workspace: nothing an agent says counts. A thrown InfraError means the attempt is not judged.
 */
export interface Agent {
  readonly name: string;
  attempt(brief: Brief, sandbox: Sandbox, signal: AbortSignal): AsyncIterable<AgentStep>;
}
