import { InfraError } from '#schema/errors.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import type { Agent } from './agent.ts';

/** The reference solution in the order it applies. Only the harness can give it: a Brief has none. */
export interface Gold {
  readonly patches: readonly { readonly slug: string; readonly patch: Buffer }[];
}

const LIMITS = { timeoutMs: 120_000, outputBytes: 64 * 1024 };

/** Applies the gold, one unit after the other: must score 1 on every task. */
export function oracle(gold: Gold): Agent {
  return {
    name: 'oracle',
    attempt: async function* (_brief, sandbox, signal) {
      const directory = `${sandbox.scratch}/oracle`;
      const patches: Tree = gold.patches.map(({ patch }, index) => ({ path: `${index}.diff`, mode: '100644', content: patch }));
      await sandbox.put(patches, directory);
      for (const [index, { slug, patch }] of gold.patches.entries()) {
        if (signal.aborted) return;
        if (patch.length > 0) {
          const argv = ['git', 'apply', '-p1', '--whitespace=nowarn', `${directory}/${index}.diff`];
          const applied = await sandbox.exec(argv, { ...LIMITS, cwd: sandbox.workspace, env: {} });
          if (applied.exit !== 0)
            throw new InfraError(`the gold of ${slug} does not apply: ${applied.stderr.toString('utf8').trim()}`, { retryable: false });
        }
        yield { kind: 'edit', text: patch.length > 0 ? `applied ${slug}` : `${slug} has no patch`, usage: null };
      }
      await sandbox.remove(['oracle'], sandbox.scratch);
    },
  };
}
