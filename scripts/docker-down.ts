/** `pnpm docker:down`: stops the Docker daemon that `docker:up` started; leaves any other alone. */
import { stopDaemon } from '#io/docker-daemon.ts';

const stopped = await stopDaemon();
process.stderr.write(stopped === null ? 'no daemon of ours runs\n' : `dockerd (pid ${stopped}) stopped\n`);
