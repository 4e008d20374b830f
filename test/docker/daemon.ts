import { type DockerEngine, openDocker } from '#io/docker.ts';
import { ensureBase } from '#runtime/sandbox/base-image.ts';
import { InfraError } from '#schema/errors.ts';

export interface DockerForTests {
  readonly engine: DockerEngine;
  /** Id of the base image. */
  readonly base: string;
}

/** A daemon and its base image, or null, loudly: a skipped suite must be seen. */
export async function dockerForTests(suite: string): Promise<DockerForTests | null> {
  const engine = await openDocker(5000);
  if ('unreachable' in engine) {
    console.warn(`SKIPPED (docker): ${suite}: no daemon: ${engine.unreachable}`);
    return null;
  }
  try {
    return { engine, base: (await ensureBase(engine)).id };
  } catch (error) {
    if (!(error instanceof InfraError)) throw error;
    console.warn(`SKIPPED (docker): ${suite}: ${error.message}`);
    return null;
  }
}

/** The same, for a test that runs only when there is one. */
export function present(docker: DockerForTests | null): DockerForTests {
  if (docker === null) throw new Error('this test runs only with a daemon');
  return docker;
}
