import type { Agent } from './agent.ts';

/** Does nothing: must score 0 on every task. */
export const noop: Agent = {
  name: 'noop',
  attempt: async function* () {
    yield { kind: 'message', text: 'nothing was done', usage: null };
  },
};
