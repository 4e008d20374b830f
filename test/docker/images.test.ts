import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type HostSettings, NO_HOST_SETTINGS } from '#io/host-settings.ts';
import { dockerSandboxes } from '#runtime/sandbox/docker.ts';
import { dockerImages } from '#runtime/sandbox/image-builder.ts';
import type { Recipe } from '#schema/recipe.ts';
import { file } from '#test/contracts/sandbox.ts';
import { dockerForTests, present } from './daemon.ts';

const docker = await dockerForTests('building images');

const recipe = (own: Partial<Recipe>): Recipe => ({
  system: [],
  builders: [],
  env: {},
  setup: [],
  build: [],
  tools: [],
  facts: [],
  ...own,
});
const builder = (steps: string[][]): Recipe['builders'][number] => ({
  name: 'made',
  system: [],
  env: {},
  inputs: ['in/*.txt'],
  steps,
  outputs: ['/opt/made'],
});
const host: HostSettings = {
  ...NO_HOST_SETTINGS,
  authorities: [{ name: 'nobody.crt', pem: readFileSync(new URL('fixtures/nobody.crt', import.meta.url)) }],
  mirrors: { PIP_INDEX_URL: 'https://mirror.inner.example/simple' },
};
const workspace = [
  file('in/a.txt', 'from the workspace\n'),
  file('other.txt', 'not an input\n'),
  file('tool.sh', '#!/bin/sh\necho tool\n', '100755'),
];

describe.skipIf(docker === null)('images', () => {
  const clean = recipe({
    builders: [
      builder([
        [
          'sh',
          '-c',
          'mkdir /opt/made && ls -R /workspace >/opt/made/seen && env | grep -c -e PIP_INDEX_URL -e PIP_CERT >/opt/made/count && grep -c BEGIN /usr/local/share/ca-certificates/build-host/* >/opt/made/authorities',
        ],
      ]),
    ],
    env: { GREETING: 'a "b" $HOME' },
    setup: [['sh', '-c', 'id -u >setup-user; ls /sys/class/net >setup-net']],
  });

  test('a builder sees its inputs and the host’s settings; the final image has its outputs, the workspace, and none of these', async () => {
    const images = await dockerImages(present(docker).engine, host);
    const built = await images.build(clean, workspace, { task: 'test' });
    if ('failed' in built) throw new Error(`${built.failed}\n${built.log}`);
    expect(built).toMatchObject({ id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/), baseImage: expect.stringContaining('sha256:') });
    await using sandbox = await dockerSandboxes(present(docker).engine).open({
      image: built.id,
      base: [],
      cpus: 1,
      memoryMb: 128,
      pids: 64,
      labels: { role: 'test' },
    });
    const sh = async (script: string) =>
      String(
        (await sandbox.exec(['sh', '-c', script], { cwd: sandbox.workspace, env: {}, timeoutMs: 20_000, outputBytes: 10_000 })).stdout,
      );
    expect(await sh('cat /opt/made/seen')).toBe('/workspace:\nin\n\n/workspace/in:\na.txt\n');
    expect(await sh('cat /opt/made/count /opt/made/authorities')).toBe('2\n1\n');
    expect(await sh('cat setup-user setup-net; ./tool.sh; echo "$GREETING"; echo x >in/new && stat -c %u /opt/made in/a.txt')).toBe(
      '1000\nlo\ntool\na "b" $HOME\n1000\n1000\n',
    );
    expect(await sh('env | grep PIP; ls /usr/local/share/ca-certificates')).toBe('');
    expect(await sh('for tool in bash tmux git rsync; do command -v $tool; done | wc -l')).toBe('4\n');
  });

  test('the same content is found again, other content is not', async () => {
    const images = await dockerImages(present(docker).engine, NO_HOST_SETTINGS);
    const first = await images.build(recipe({}), workspace, {});
    const again = await images.build(recipe({}), workspace, {});
    const other = await images.build(recipe({}), [file('other', 'x')], {});
    if ('failed' in first || 'failed' in again || 'failed' in other) throw new Error('a build failed');
    expect(again).toMatchObject({ id: first.id, buildMs: 0 });
    expect(other.id).not.toBe(first.id);
  });

  const keep = 'mkdir -p /opt/made && ';
  test.each([
    ['a mirror’s address', `${keep}echo "$PIP_INDEX_URL" >/opt/made/conf`, 'mirror.inner.example'],
    ['an authority', `${keep}cp /etc/ssl/certs/ca-certificates.crt /opt/made/`, 'certificate authority nobody.crt'],
  ])('an image that keeps %s is refused and removed', async (_what, script, told) => {
    const images = await dockerImages(present(docker).engine, host);
    const leaky = recipe({ builders: [builder([['sh', '-c', script]])] });
    const built = await images.build(leaky, workspace, {});
    expect(built).toMatchObject({ failed: expect.stringMatching(/keeps a setting of the build's host: .*opt\/made/) });
    expect('failed' in built ? built.failed : '').toContain(told === 'mirror.inner.example' ? 'PIP_INDEX_URL' : told);
    // Not served from what an earlier try left.
    expect('failed' in (await images.build(leaky, workspace, {}))).toBe(true);
  });

  test('a failing step is an answer with the end of its log', async () => {
    const images = await dockerImages(present(docker).engine, NO_HOST_SETTINGS);
    const built = await images.build(recipe({ builders: [builder([['sh', '-c', 'echo what went wrong; exit 9']])] }), workspace, {});
    expect(built).toMatchObject({
      failed: expect.stringContaining('returned a non-zero code: 9'),
      log: expect.stringContaining('what went wrong'),
    });
    const missing = await images.build(recipe({ builders: [builder([['true']])] }), workspace, {});
    expect(missing).toMatchObject({ failed: expect.stringContaining('COPY failed') });
  });

  test('trouble of the network is no answer', async () => {
    const images = await dockerImages(present(docker).engine, NO_HOST_SETTINGS);
    await expect(
      images.build(recipe({ builders: [builder([['sh', '-c', 'echo Could not resolve host: example >&2; exit 6']])] }), workspace, {}),
    ).rejects.toThrow(/docker: build/);
  });

  test('the final stage has no network', async () => {
    const images = await dockerImages(present(docker).engine, NO_HOST_SETTINGS);
    const built = await images.build(recipe({ setup: [['sh', '-c', '[ "$(ls /sys/class/net)" = lo ]']] }), workspace, {});
    expect('failed' in built ? built.log : '').toBe('');
  });
});
