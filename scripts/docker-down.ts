/** `pnpm docker:down`: stops the Docker daemon that `docker:up` started; leaves any other alone. */
import { openDocker } from '#io/docker.ts';
import { stopDaemon } from '#io/docker-daemon.ts';
import { EXIT } from '#schema/errors.ts';
import { scriptCommand } from './command.ts';

const { force } = scriptCommand(
  'docker:down',
  'Stops the Docker daemon that docker:up started on this machine, from whichever folder; any other is left alone. Refused while containers run.',
  ['docker:down', 'docker:down --force'],
)
  .option('--force', 'stop it though containers run')
  .parse()
  .opts();

const engine = await openDocker(3000);
const running = 'unreachable' in engine ? 0 : await engine.running();
if (running > 0 && force !== true) {
  process.stderr.write(
    `docker:down: ${running} container${running === 1 ? ' runs' : 's run'}. Wait for what uses them, or give --force.\n`,
  );
  process.exitCode = EXIT.user;
} else {
  const stopped = await stopDaemon();
  process.stderr.write(stopped === null ? 'no daemon of ours runs\n' : `dockerd (pid ${stopped}) stopped\n`);
}
