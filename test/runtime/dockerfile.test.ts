import { DockerfileParser } from 'dockerfile-ast';
import { expect, test } from 'vitest';
import { contentKey } from '#runtime/sandbox/image-builder.ts';
import { renderBuild, renderDockerfile } from '#runtime/sandbox/dockerfile.ts';
import type { Recipe } from '#schema/recipe.ts';

const recipe: Recipe = {
  system: ['python3', 'libpq5'],
  builders: [
    {
      name: 'Python 3',
      system: ['python3-venv'],
      env: { VIRTUAL_ENV: '/opt/venv' },
      inputs: ['requirements*.txt', 'pkg/**/setup.py'],
      steps: [['/opt/venv/bin/pip', 'install', '-r', "it's $HOME"]],
      outputs: ['/opt/venv'],
    },
  ],
  env: { PATH: '/opt/venv/bin:$PATH', QUOTED: 'a "b" \\c' },
  setup: [['python3', '-m', 'compileall', '.']],
  build: [],
  tools: [],
  facts: [],
};
const paths = ['README', 'pkg/a/setup.py', 'pkg/setup.py', 'requirements-dev.txt', 'requirements.txt'];
const host = {
  hasAuthorities: true,
  files: { '/root/.m2/settings.xml': '0' },
  env: { PIP_INDEX_URL: 'https://mirror.inner.example/simple' },
};

test('the stages, in order, and what each holds', () => {
  expect(renderDockerfile(recipe, paths)).toMatchInlineSnapshot(`
    "FROM debian:bookworm-slim AS runtime
    RUN apt-get update && apt-get install -y --no-install-recommends bash ca-certificates git rsync tmux && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
    RUN apt-get update && apt-get install -y --no-install-recommends python3 libpq5 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
    RUN echo 'sandbox:x:1000:1000:sandbox:/home/sandbox:/bin/bash' >>/etc/passwd && echo 'sandbox:x:1000:' >>/etc/group && mkdir -p /home/sandbox /workspace && chown 1000:1000 /home/sandbox /workspace

    FROM runtime AS builder-python-3
    RUN apt-get update && apt-get install -y --no-install-recommends python3-venv && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log
    ENV VIRTUAL_ENV="/opt/venv"
    WORKDIR /workspace
    COPY ["base/pkg/a/setup.py", "/workspace/pkg/a/"]
    COPY ["base/pkg/setup.py", "/workspace/pkg/"]
    COPY ["base/requirements-dev.txt", "base/requirements.txt", "/workspace/"]
    RUN ["/opt/venv/bin/pip", "install", "-r", "it's $HOME"]

    FROM runtime
    COPY --from=builder-python-3 --chown=1000:1000 ["/opt/venv", "/opt/venv"]
    ENV PATH="/opt/venv/bin:\\$PATH"
    ENV QUOTED="a \\"b\\" \\\\c"
    WORKDIR /workspace
    COPY --chown=1000:1000 base/ /workspace/
    USER 1000:1000
    RUN ["python3", "-m", "compileall", "."]
    USER root
    CMD ["bash"]
    "
  `);
});

test('nothing of the host stands in the clean text, or behind the builder stages of the other', () => {
  const clean = renderDockerfile(recipe, paths);
  const build = renderBuild(recipe, paths, 'sha256:1234', host);
  expect(build).toContain('mirror.inner.example');
  const stages = build.split('\n\n');
  expect(stages).toHaveLength(3);
  for (const text of [clean, stages[0], stages[2]]) expect(text).not.toMatch(/mirror|host\/|update-ca-certificates|settings\.xml/);
});

test('it parses, and argv stay argv', () => {
  const lines = DockerfileParser.parse(renderDockerfile(recipe, paths)).getInstructions();
  expect(lines.map((line) => line.getKeyword()).filter((word) => word === 'FROM')).toHaveLength(3);
  const run = lines.map((line) => line.getArgumentsContent() ?? '').find((text) => text.includes("it's"));
  expect(JSON.parse(run ?? '')).toEqual(recipe.builders[0]?.steps[0]);
});

test('a known digest pins the base', () => {
  expect(renderDockerfile(recipe, paths, 'sha256:abcd')).toMatch(/^FROM debian:bookworm-slim@sha256:abcd AS runtime\n/);
});

test('the content key changes with base, recipe, content, mode and path, and with nothing else', () => {
  const file = { path: 'a', mode: '100644' as const, content: Buffer.from('1') };
  const key = contentKey('sha256:1', recipe, [file]);
  expect(contentKey('sha256:1', structuredClone(recipe), [{ ...file, content: Buffer.from('1') }])).toBe(key);
  const others = [
    contentKey('sha256:2', recipe, [file]),
    contentKey('sha256:1', { ...recipe, system: ['python3'] }, [file]),
    contentKey('sha256:1', recipe, [{ ...file, content: Buffer.from('2') }]),
    contentKey('sha256:1', recipe, [{ ...file, mode: '100755' }]),
    contentKey('sha256:1', recipe, [{ ...file, path: 'b' }]),
  ];
  expect(new Set([key, ...others]).size).toBe(6);
});
