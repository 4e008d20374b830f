import { UserError } from '#schema/errors.ts';
import type { Agent } from './agent.ts';
import { noop } from './noop.ts';
import { oracle, type Gold } from './oracle.ts';
import { scripted, ScriptedArguments } from './scripted.ts';

type AgentArguments = Readonly<Record<string, unknown>>;
type Open = (given: AgentArguments, gold: () => Gold) => Agent;

/** Every agent that can be named. Only `oracle` asks for the gold. */
const AGENTS: Readonly<Record<string, Open>> = {
  oracle: (given, gold) => {
    refuseArguments(given, 'oracle');
    return oracle(gold());
  },
  noop: (given) => {
    refuseArguments(given, 'noop');
    return noop;
  },
  scripted: (given) => {
    const parsed = ScriptedArguments.safeParse(given);
    if (parsed.success) return scripted(parsed.data.edits);
    const [issue] = parsed.error.issues;
    throw new UserError(
      `agent_kwargs.${issue?.path.map(String).join('.') ?? ''}`,
      issue?.message ?? 'cannot be read',
      'Give edits: a list of {write, content}, {remove} or {run}.',
    );
  },
};

function refuseArguments(given: AgentArguments, name: string): void {
  const [first] = Object.keys(given);
  if (first !== undefined) throw new UserError(`agent_kwargs.${first}`, `${name} takes no arguments`, 'Remove it.');
}

export function agentNames(): readonly string[] {
  return Object.keys(AGENTS);
}

/** An agent by name. `gold` is called only for the one that is privileged to it. Throws UserError on an unknown name or argument. */
export function openAgent(name: string, given: AgentArguments, gold: () => Gold): Agent {
  const open = Object.hasOwn(AGENTS, name) ? AGENTS[name] : undefined;
  if (open === undefined) throw new UserError('agent', `no agent is called "${name}"`, `Known are ${agentNames().join(', ')}.`);
  return open(given, gold);
}
