import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { openDocker } from '#io/docker.ts';
import { openSandboxes } from '#runtime/sandbox/index.ts';
import { dockerForTests, present } from './daemon.ts';

const docker = await dockerForTests('the engine');

describe.skipIf(docker === null)('the engine', () => {
  test('what a dead process left is swept, what a living one has is not', async () => {
    const { engine, base } = present(docker);
    const script = `
      import { openDocker } from '#io/docker.ts';
      import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
      const engine = await openDocker(5000);
      if ('unreachable' in engine) throw new Error(engine.unreachable);
      await dockerSandboxes(engine).open({ image: '${base}', base: [], cpus: 1, memoryMb: 64, pids: 16, labels: { run: 'left-behind' } });
      process.kill(process.pid, 'SIGKILL');`;
    spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: process.cwd() });
    const mine = await engine.create({
      image: base,
      command: ['true'],
      env: {},
      user: '0:0',
      directory: '/',
      hostname: 'x',
      cpus: 1,
      memoryMb: 64,
      pids: 16,
      labels: { run: 'alive' },
    });
    expect(await engine.sweep()).toBe(1);
    expect(await engine.removeByLabel('loopsmith.run', 'left-behind')).toBe(0);
    expect((await engine.state(mine)).running).toBe(false);
    expect(await engine.removeByLabel('loopsmith.run', 'alive')).toBe(1);
    await expect(engine.state(mine)).rejects.toThrow(/docker: inspect/);
    await engine.remove(mine);
  });

  test('a process that has read from a container ends by itself', () => {
    const { base } = present(docker);
    const script = `
      import { openDocker } from '#io/docker.ts';
      import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
      const engine = await openDocker(5000);
      if ('unreachable' in engine) throw new Error(engine.unreachable);
      const spec = { image: '${base}', base: [], cpus: 1, memoryMb: 64, pids: 16, labels: {} };
      const box = await dockerSandboxes(engine).open(spec);
      await box.put([{ path: 'a', mode: '100644', content: Buffer.from('x') }], box.scratch);
      process.stdout.write(String(await box.get(box.scratch + '/a', 10)) + (await box.snapshot(box.scratch, [])).length);
      await box[Symbol.asyncDispose]();`;
    const ended = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: process.cwd(),
      timeout: 45_000,
    });
    expect([String(ended.stdout), ended.status, ended.signal]).toEqual(['x1', 0, null]);
  });

  test('auto takes docker and says so', async () => {
    const { provider, images, note } = await openSandboxes('auto');
    expect(provider.name).toBe('docker');
    expect(images).not.toBeNull();
    expect(await note()).toContain('network none');
  });
});

test('a daemon that does not answer is told, and local does not ask', async () => {
  const host = process.env['DOCKER_HOST'];
  process.env['DOCKER_HOST'] = 'unix:///nonexistent/docker.sock';
  try {
    expect(await openDocker(2000)).toMatchObject({ unreachable: expect.stringContaining('nonexistent') });
    expect(await openSandboxes('auto')).toMatchObject({
      provider: { name: 'local' },
      images: null,
    });
    expect(await (await openSandboxes('auto')).note()).toContain('no Docker daemon');
    await expect(openSandboxes('docker')).rejects.toThrow(/no Docker daemon/);
    expect(await (await openSandboxes('local')).note()).toMatch(/^local: /);
  } finally {
    if (host === undefined) delete process.env['DOCKER_HOST'];
    else process.env['DOCKER_HOST'] = host;
  }
});
