/** `pnpm docker:down`: stops the Docker daemon that `docker:up` started; leaves any other alone. */
import { openDocker } from '#io/docker.ts';
import { stopDaemon } from '#io/docker-daemon.ts';
import { EXIT } from '#schema/errors.ts';
import { flagsOf } from './usage.ts';

const USAGE = `Usage: pnpm docker:down [--force]

Stops the Docker daemon that docker:up started on this machine, from whichever folder; any other is left alone. Refused while
containers run, unless --force is given.

Examples:
  $ pnpm docker:down
  $ pnpm docker:down --force
`;
const flags = flagsOf(USAGE, ['force']);

const engine = await openDocker(3000);
const running = 'unreachable' in engine ? 0 : await engine.running();
if (running > 0 && !flags.has('force')) {
  process.stderr.write(
    `docker:down: ${running} container${running === 1 ? ' runs' : 's run'}. Wait for what uses them, or give --force.\n`,
  );
  process.exitCode = EXIT.user;
} else {
  const stopped = await stopDaemon();
  process.stderr.write(stopped === null ? 'no daemon of ours runs\n' : `dockerd (pid ${stopped}) stopped\n`);
}
