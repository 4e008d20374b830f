import { fileURLToPath } from 'node:url';
import { poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

export function quickstart(shell: Shell) {
  const bundled = fileURLToPath(new URL('../../examples/pool.yaml', import.meta.url));
  return poolCommand(
    'quickstart',
    'build the bundled example pool end to end and run noop and oracle on it',
    ['quickstart', 'quickstart --json', 'quickstart --events plain'],
    bundled,
  ).action(async (flags) => {
    const { withPool } = await import('./session.ts');
    const { showPool } = await import('./show-pool.ts');
    await withPool(shell, flags, { command: 'quickstart', writes: true }, async (session) => {
      const shown = await showPool(shell, session);
      shell.out(flags.json === true ? `${JSON.stringify(shown.result, null, 2)}\n` : shown.text);
      shell.exit(shown.exit);
    });
  });
}
