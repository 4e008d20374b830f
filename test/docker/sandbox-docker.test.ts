import { describe } from 'vitest';
import { dockerForTests, present } from '#test/docker/daemon.ts';
import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
import { sandboxContract } from '#test/contracts/sandbox.ts';

const docker = await dockerForTests('sandbox contract');

describe.skipIf(docker === null)('with a daemon', () => {
  sandboxContract('docker', async () => {
    return { provider: dockerSandboxes(present(docker).engine), image: present(docker).base, contained: true };
  });
});
