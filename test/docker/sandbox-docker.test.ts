import { describe } from 'vitest';
import { dockerForTests } from '#test/docker/daemon.ts';
import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
import { sandboxContract } from '#test/contracts/sandbox.ts';

const docker = await dockerForTests('sandbox contract');

describe.skipIf(docker === null)('with a daemon', () => {
  sandboxContract('docker', async () => {
    if (docker === null) throw new Error('no daemon');
    return { provider: dockerSandboxes(docker.engine), image: docker.base, contained: true };
  });
});
