import { type DockerEngine, openDocker } from '#io/docker.ts';
import { InfraError } from '#schema/errors.ts';
import { dockerSandboxes } from './docker.ts';
import { dockerImages } from './image-builder.ts';
import type { Images } from './images.ts';
import { hostContainment, localSandboxes } from './local.ts';
import type { SandboxProvider } from './sandbox.ts';

export interface Sandboxes {
  readonly provider: SandboxProvider;
  /** Null when local: there is no image to build. */
  readonly images: Images | null;
  /** Which one was taken and why, one line for people. */
  readonly note: string;
}

async function withDocker(engine: DockerEngine): Promise<Sandboxes> {
  const left = await engine.sweep();
  const provider = dockerSandboxes(engine);
  const swept = left === 0 ? '' : `; removed ${left} container${left === 1 ? '' : 's'} that a dead run left`;
  return { provider, images: dockerImages(engine), note: `Docker ${await engine.version()} answers: ${provider.isolation}${swept}` };
}

/** The sandboxes to use. `auto` takes docker when a daemon answers within 30 s, else what the host can do by itself. */
export async function openSandboxes(choice: 'auto' | 'docker' | 'local'): Promise<Sandboxes> {
  const engine = choice === 'local' ? null : await openDocker();
  if (engine !== null && !('unreachable' in engine)) return withDocker(engine);
  if (choice === 'docker') throw new InfraError(`no Docker daemon: ${engine?.unreachable ?? ''}`);
  const provider = localSandboxes(await hostContainment());
  return {
    provider,
    images: null,
    note: engine === null ? provider.isolation : `no Docker daemon (${engine.unreachable}): ${provider.isolation}`,
  };
}
