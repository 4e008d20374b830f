import { type DockerEngine, openDocker } from '#io/docker.ts';

/** A daemon and the id of a small Debian image, or null, loudly: a skipped suite must be seen. */
export async function dockerForTests(suite: string): Promise<{ readonly engine: DockerEngine; readonly base: string } | null> {
  const engine = await openDocker(5000);
  if ('unreachable' in engine) {
    console.warn(`SKIPPED (docker): ${suite}: ${engine.unreachable}`);
    return null;
  }
  const found = await engine.image('loopsmith/tmp:base');
  return found === null ? null : { engine, base: found.id };
}
