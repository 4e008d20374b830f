import { z } from 'zod';
import type { Agent } from './agent.ts';

/** One thing that a scripted agent does. Paths are below the workspace. */
export const ScriptedEdit = z.union([
  z.strictObject({ write: z.string(), content: z.string(), executable: z.boolean().default(false) }),
  z.strictObject({ remove: z.string() }),
  z.strictObject({ run: z.array(z.string()).min(1) }),
]);
export const ScriptedArguments = z.strictObject({ edits: z.array(ScriptedEdit) });
type ScriptedEdit = z.infer<typeof ScriptedEdit>;

/** Of one command, as for every agent (paper, appendix F). */
const COMMAND_MS = 600_000;

/** Does a list of edits: the agent of tests, and of trying a task by hand. */
export function scripted(edits: readonly ScriptedEdit[]): Agent {
  return {
    name: 'scripted',
    attempt: async function* (brief, sandbox, signal) {
      const timeoutMs = Math.min(COMMAND_MS, brief.deadlineSec * 1000);
      for (const edit of edits) {
        if (signal.aborted) return;
        if ('write' in edit) {
          await sandbox.put(
            [{ path: edit.write, mode: edit.executable ? '100755' : '100644', content: Buffer.from(edit.content) }],
            sandbox.workspace,
          );
          yield { kind: 'edit', text: `wrote ${edit.write}`, usage: null };
        } else if ('remove' in edit) {
          await sandbox.remove([edit.remove], sandbox.workspace);
          yield { kind: 'edit', text: `removed ${edit.remove}`, usage: null };
        } else {
          const ran = await sandbox.exec(edit.run, { timeoutMs, outputBytes: 64 * 1024, cwd: sandbox.workspace, env: {} });
          yield {
            kind: 'command',
            text: `${edit.run.join(' ')}\n${ran.stdout.toString('utf8')}${ran.stderr.toString('utf8')}exit ${String(ran.exit)}`,
            usage: null,
          };
        }
      }
    },
  };
}
