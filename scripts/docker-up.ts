/**
 * `pnpm docker:up`: Docker on a Debian machine where one is root: installs what is missing, starts a daemon when none answers,
 * makes the base image. `pnpm docker:down` stops only a daemon that this started. Exit 0, 2 when it cannot be done here, 4 on trouble.
 */
import { type DockerEngine, openDocker } from '#io/docker.ts';
import { startDaemon } from '#io/docker-daemon.ts';
import { pickEnvironment, toolDirectories } from '#io/environment.ts';
import { findTool, run } from '#io/exec.ts';
import { ensureBase } from '#runtime/sandbox/base-image.ts';
import { EXIT, InfraError, UserError } from '#schema/errors.ts';
import { scriptCommand } from './command.ts';

scriptCommand(
  'docker:up',
  'On Debian as root: installs Docker, mmdebstrap and bubblewrap where they are missing, starts a daemon when none answers, and makes the base image. A daemon that answers already is used and left as it is.',
  ['docker:up'],
).parse();

/** Tool → Debian package. */
const PACKAGES = { dockerd: 'docker.io', mmdebstrap: 'mmdebstrap', bwrap: 'bubblewrap' } as const;
const PROBE_MS = 3000;
const INSTALL_MS = 15 * 60_000;

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function apt(args: readonly string[]): Promise<void> {
  const env = {
    PATH: toolDirectories().join(':'),
    DEBIAN_FRONTEND: 'noninteractive',
    ...pickEnvironment(['http_proxy', 'https_proxy', 'no_proxy']),
  };
  const result = await run(['apt-get', ...args], { env, timeoutMs: INSTALL_MS, maxBytes: 1024 * 1024 });
  if (result.exit !== 0)
    throw new InfraError(
      `apt-get ${args.join(' ')}: exit ${result.exit}: ${result.stderr.toString().trim().split('\n').slice(-3).join('; ')}`,
    );
}

async function installMissing(wanted: readonly (keyof typeof PACKAGES)[]): Promise<void> {
  const missing = wanted.filter((tool) => findTool(tool) === null).map((tool) => PACKAGES[tool]);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || findTool('apt-get') === null) {
    throw new UserError(
      'docker:up',
      `${missing.join(', ')} missing`,
      `Install it (Debian: apt-get install ${missing.join(' ')}), or run this as root on Debian.`,
    );
  }
  say(`installing ${missing.join(', ')}`);
  await apt(['update', '-qq']);
  await apt(['install', '-y', '-qq', '--no-install-recommends', ...missing]);
}

async function daemon(): Promise<DockerEngine> {
  const there = await openDocker(PROBE_MS);
  if (!('unreachable' in there)) {
    say(`Docker ${await there.version()} answers already`);
    return there;
  }
  await installMissing(['dockerd']);
  const started = await startDaemon();
  say(`dockerd started (pid ${started.pid}), log in ${started.log}`);
  const engine = await openDocker();
  if ('unreachable' in engine) throw new InfraError(`the daemon does not answer: ${engine.unreachable}; see ${started.log}`);
  return engine;
}

try {
  const engine = await daemon();
  await installMissing(['mmdebstrap', 'bwrap']);
  const swept = await engine.sweep();
  if (swept > 0) say(`removed ${swept} containers that a dead run left`);
  const base = await ensureBase(engine);
  say(`base image ${base.id} (${base.how})`);
} catch (error) {
  if (!(error instanceof UserError || error instanceof InfraError)) throw error;
  say(error.message);
  process.exitCode = error instanceof UserError ? EXIT.user : EXIT.infra;
}
