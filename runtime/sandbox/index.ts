import { type DockerEngine, openDocker } from '#io/docker.ts';
import { askSocket } from '#io/docker-socket.ts';
import { InfraError } from '#schema/errors.ts';
import type { Images } from './images.ts';
import { DOCKER_ISOLATION } from './layout.ts';
import type { SandboxProvider } from './sandbox.ts';

export interface Sandboxes {
  readonly provider: SandboxProvider;
  /** Null when local: there is no image to build. */
  readonly images: Images | null;
  /** Which one was taken and why, one line for people. */
  note(): Promise<string>;
}

const PING_MS = 30_000;

/** The daemon is opened, and swept of what dead runs left, when the first sandbox or image is asked for. */
function withDocker(): Sandboxes {
  let opening: Promise<{ engine: DockerEngine; swept: number }> | null = null;
  const opened = () => (opening ??= openEngine());
  return {
    provider: {
      name: 'docker',
      isolation: DOCKER_ISOLATION,
      open: async (spec) => {
        const { dockerSandboxes } = await import('./docker.ts');
        return dockerSandboxes((await opened()).engine).open(spec);
      },
    },
    images: {
      build: async (...asked) => {
        const { dockerImages } = await import('./image-builder.ts');
        return dockerImages((await opened()).engine).build(...asked);
      },
    },
    note: async () => {
      const { engine, swept } = await opened();
      const left = swept === 0 ? '' : `; removed ${swept} container${swept === 1 ? '' : 's'} that a dead run left`;
      return `Docker ${await engine.version()} answers: ${DOCKER_ISOLATION}${left}`;
    },
  };
}

async function openEngine(): Promise<{ engine: DockerEngine; swept: number }> {
  const engine = await openDocker();
  if ('unreachable' in engine) throw new InfraError(`no Docker daemon: ${engine.unreachable}`);
  return { engine, swept: await engine.sweep() };
}

async function whyUnreachable(): Promise<string | null> {
  const told = await askSocket(PING_MS);
  if (told === 'answers') return null;
  if (told !== null) return told.unreachable;
  const engine = await openDocker(PING_MS);
  return 'unreachable' in engine ? engine.unreachable : null;
}

/** The sandboxes to use. `auto` takes docker when a daemon answers within 30 s, else what the host can do by itself. */
export async function openSandboxes(choice: 'auto' | 'docker' | 'local'): Promise<Sandboxes> {
  const unreachable = choice === 'local' ? null : await whyUnreachable();
  if (choice !== 'local' && unreachable === null) return withDocker();
  if (choice === 'docker') throw new InfraError(`no Docker daemon: ${unreachable ?? ''}`);
  const { hostContainment, localSandboxes } = await import('./local.ts');
  const provider = localSandboxes(await hostContainment());
  const note = unreachable === null ? provider.isolation : `no Docker daemon (${unreachable}): ${provider.isolation}`;
  return { provider, images: null, note: async () => note };
}
