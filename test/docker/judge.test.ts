import { beforeAll, describe } from 'vitest';
import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
import { dockerImages } from '#runtime/sandbox/image-builder.ts';
import { CALC_BASE, forgeryContract } from '#test/contracts/forgeries.ts';
import { dockerForTests, present } from './daemon.ts';

const docker = await dockerForTests('forgeries');

describe.skipIf(docker === null)('with a daemon', () => {
  let image: string | null = null;
  beforeAll(async () => {
    const images = await dockerImages(present(docker).engine);
    // Debian's pytest: an image without a builder, so that this suite is about the judge.
    const recipe = { system: ['python3', 'python3-pytest'], builders: [], env: {}, setup: [], build: [], tools: [], facts: [] };
    const built = await images.build(recipe, CALC_BASE, { task: 'test' });
    if ('failed' in built) throw new Error(`${built.failed}\n${built.log}`);
    image = built.id;
  });
  forgeryContract('docker', () => ({ provider: dockerSandboxes(present(docker).engine), image }));
});
