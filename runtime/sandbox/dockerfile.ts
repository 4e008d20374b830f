import picomatch from 'picomatch';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Recipe } from '#schema/recipe.ts';

export const BASE_IMAGE = 'debian:bookworm-slim';
/** Where authorities of the host stand in a builder stage; the leak scan looks for this name too. */
export const AUTHORITIES_AT = '/usr/local/share/ca-certificates/build-host';
/** Of every image: what the published tools expect in a task's container. */
const EVERY_IMAGE = ['bash', 'ca-certificates', 'git', 'rsync', 'tmux'];
const OWNER = '1000:1000';
const MAKE_USER =
  "echo 'sandbox:x:1000:1000:sandbox:/home/sandbox:/bin/bash' >>/etc/passwd && echo 'sandbox:x:1000:' >>/etc/group && mkdir -p /home/sandbox /workspace && chown 1000:1000 /home/sandbox /workspace";

type Builder = Recipe['builders'][number];

/** Settings of this host that a builder stage needs to reach registries: files of the build context below `host/`, and variables. */
export interface BuilderSettings {
  readonly hasAuthorities: boolean;
  /** Absolute path in the stage → name below `host/files/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

function list(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

/** A value as ENV takes it: nothing in it is expanded. */
function environment(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env)
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([name, value]) => `ENV ${name}="${value.replace(/[\\"$]/g, '\\$&')}"`);
}

function packages(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `RUN apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')} && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log`,
  ];
}

/** COPY lines for the files that a builder's globs name, one a directory, so that each keeps its place. */
function inputs(builder: Builder, paths: readonly string[]): string[] {
  if (builder.inputs.length === 0) return [];
  const wanted = picomatch([...builder.inputs], { dot: true });
  const byDirectory = new Map<string, string[]>();
  for (const path of paths.filter((each) => wanted(each))) {
    const directory = path.slice(0, path.lastIndexOf('/') + 1);
    byDirectory.set(directory, [...(byDirectory.get(directory) ?? []), path]);
  }
  return [...byDirectory].map(
    ([directory, files]) =>
      `COPY ${list([...files.map((path) => `base/${path}`), `/workspace/${directory}`].map((word) => word.replace(/[\\$]/g, '\\$&')))}`,
  );
}

function hostLines(host: BuilderSettings | null): string[] {
  if (host === null) return [];
  return [
    ...(host.hasAuthorities ? [`COPY host/authorities/ ${AUTHORITIES_AT}/`, 'RUN update-ca-certificates'] : []),
    ...Object.entries(host.files).map(([to, name]) => `COPY ${list([`host/files/${name}`, to])}`),
    ...environment(host.env),
  ];
}

function builderStage(builder: Builder, paths: readonly string[], host: BuilderSettings | null): string[] {
  return [
    `FROM runtime AS ${stageName(builder)}`,
    ...packages(builder.system),
    ...hostLines(host),
    ...environment(builder.env),
    'WORKDIR /workspace',
    ...inputs(builder, paths),
    ...builder.steps.map((step) => `RUN ${list(step)}`),
  ];
}

export function stageName(builder: Builder): string {
  return `builder-${builder.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

function finalStage(recipe: Recipe, paths: readonly string[]): string[] {
  const copied = recipe.builders.flatMap((builder) =>
    builder.outputs.map((path) => `COPY --from=${stageName(builder)} --chown=${OWNER} ${list([path, path])}`),
  );
  const setup = recipe.setup.map((step) => `RUN ${list(step)}`);
  return [
    'FROM runtime',
    ...copied,
    ...environment(recipe.env),
    'WORKDIR /workspace',
    ...(paths.length === 0 ? [] : [`COPY --chown=${OWNER} base/ /workspace/`]),
    ...(setup.length === 0 ? [] : [`USER ${OWNER}`, ...setup, 'USER root']),
    'CMD ["bash"]',
  ];
}

function render(recipe: Recipe, paths: readonly string[], from: string, host: BuilderSettings | null): string {
  const runtime = [`FROM ${from} AS runtime`, ...packages(EVERY_IMAGE), ...packages(recipe.system), `RUN ${MAKE_USER}`];
  const stages = [runtime, ...recipe.builders.map((builder) => builderStage(builder, paths, host)), finalStage(recipe, paths)];
  return `${stages.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/**
 * The Dockerfile of a task, from its recipe and the sorted paths of its workspace (`base/` in the context). It holds nothing of the
 * host it was made on. `digest` pins the base image when it is known.
 */
export function renderDockerfile(recipe: Recipe, paths: readonly string[], digest: string | null = null): string {
  return render(recipe, paths, digest === null ? BASE_IMAGE : `${BASE_IMAGE}@${digest}`, null);
}

/** The same over a local base, with the host's settings in the builder stages and nowhere else. */
export function renderBuild(recipe: Recipe, paths: readonly string[], base: string, host: BuilderSettings | null): string {
  return render(recipe, paths, base, host);
}
