import { onlyOption, poolCommand } from './options.ts';
import type { Shell } from './shell.ts';

/** In the order of the line, by a test; written out so that help loads no stage. */
export const STAGE_NAMES = ['collect', 'normalize', 'select', 'recover-dag', 'instruct', 'materialize', 'validate', 'publish'] as const;

export function stageCommand(name: (typeof STAGE_NAMES)[number], shell: Shell) {
  const about = name === 'publish' ? 'the whole line, and the pool written' : `the line up to ${name}`;
  return poolCommand(`stage:${name}`, `bring up to date: ${about}`, [
    `stage:${name}`,
    `stage:${name} --only 'pallets--*'`,
    `stage:${name} --json`,
  ])
    .addOption(onlyOption())
    .action(async (flags) => {
      const { withPool } = await import('./session.ts');
      const { build, statusText } = await import('./build.ts');
      const { exitOf } = await import('#pipeline/report.ts');
      await withPool(shell, flags, { command: `stage:${name}`, writes: true }, async (session) => {
        const built = name === 'publish' ? await build(session, { only: flags.only, frozen: false }) : null;
        const report = built?.report ?? (await session.run({ act: 'build', only: flags.only, until: name }));
        shell.out(flags.json === true ? `${JSON.stringify(report.rows, null, 2)}\n` : statusText(report.rows, 'was'));
        shell.exit(built?.exit ?? exitOf(report));
      });
    });
}
