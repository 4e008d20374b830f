import type { Brief } from '#runtime/agents/agent.ts';
import type { LoadedTask } from '#runtime/task/load.ts';

/** Raised whenever the words change: results under different contracts are not comparable. */
export const CONTRACT_VERSION = 1;

/** The rules every agent is given (paper, appendix P, in our words). */
export const CONTRACT = `You work on your own, for as long as it takes, as a software engineer in the git repository at /workspace.

The work is a set of requirements, one file each under /workspace/requirements/. Read all of them before you start. The work is done when
every one of them is implemented; doing some of them, or part of one, is not enough.

Plan: when it helps you, write /workspace/agent_plans/plan.json before you change code: an object with \`nodes\` and \`edges\`. A node's
\`id\` is the name of a requirement file without \`.yaml\`; it may have a \`label\` and a \`layer\`. An edge \`from\` → \`to\` says that \`from\` must
be there before \`to\`.

Commits: when one requirement is implemented, stage everything, write the staged difference to
/workspace/requirement_patches/<slug>.diff, where <slug> is the requirement's file name without \`.yaml\`, and commit with the message
\`impl: <slug>\`. An empty patch file counts for nothing: do not make one.

Tests: tests that come with the requirements, where they are given, lie under /workspace/tests/<unit>/ at the paths that they have in the
repository. You may write tests of your own under /workspace/agent_tests/. Later work must keep earlier requirements fulfilled. What is
judged is the state of the code, by tests that your changes to test files, test settings and dependency manifests do not reach.

At the end, say how many requirements you read, how many you implemented, and which you could not.
`;

export function briefOf(task: LoadedTask, deadlineSec: number): Brief {
  return {
    task: task.id,
    instruction: `${CONTRACT}\n## Task\n\n${task.metadata.instruction}`,
    requirements: task.units.map(({ slug, title, requirement }) => ({ slug, title, text: requirement })),
    deadlineSec,
  };
}
