import { Command } from '@commander-js/extra-typings';
import type { Shell } from './shell.ts';

export function poolDiff(shell: Shell) {
  return new Command('pool:diff')
    .description('what differs between two built pools; exit 1 when something does')
    .argument('<a>', 'folder of a built pool, or its manifest.json')
    .argument('<b>', 'the other')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ pnpm pool:diff tasks-out/default ../other/tasks-out/default\n  $ pnpm pool:diff old/manifest.json new/manifest.json --json\n',
    )
    .action(async (a, b, flags) => {
      const { readManifest } = await import('./read-manifest.ts');
      const { diffPools, diffText } = await import('./diff.ts');
      const { EXIT } = await import('#schema/errors.ts');
      const differences = diffPools(await readManifest(a), await readManifest(b));
      shell.out(flags.json === true ? `${JSON.stringify(differences, null, 2)}\n` : diffText(differences));
      shell.exit(differences.length === 0 ? EXIT.ok : EXIT.found);
    });
}
