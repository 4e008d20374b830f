import { createHash } from 'node:crypto';
import { systemClock } from '#io/clock.ts';
import type { DockerEngine } from '#io/docker.ts';
import { type HostSettings, readHostSettings } from '#io/host-settings.ts';
import { InfraError } from '#schema/errors.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { Recipe } from '#schema/recipe.ts';
import { type BaseImage, ensureBase } from './base-image.ts';
import { failureOf, lastLines } from './build-failure.ts';
import { type BuilderSettings, renderBuild, renderDockerfile, stageName } from './dockerfile.ts';
import type { BuiltImage, FailedBuild, Images } from './images.ts';
import { needlesOf, scanImage } from './leak-scan.ts';
import type { Tree, TreeFile } from './sandbox.ts';
import { writeTar } from './tar-writer.ts';

const KEY_LABEL = 'loopsmith.key';
const BUNDLE = '/etc/ssl/certs/ca-certificates.crt';
/** How clients are told of the stage's own bundle, once the host's authorities are in it. */
const TRUST: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'SSL_CERT_FILE',
    'PIP_CERT',
    'REQUESTS_CA_BUNDLE',
    'NODE_EXTRA_CA_CERTS',
    'NPM_CONFIG_CAFILE',
    'CARGO_HTTP_CAINFO',
    'GIT_SSL_CAINFO',
    'CURL_CA_BUNDLE',
    'UV_NATIVE_TLS',
  ].map((name) => [name, name === 'UV_NATIVE_TLS' ? '1' : BUNDLE]),
);

/** Says what makes two images the same: base, recipe as rendered, content of the workspace. Nothing of the host. */
export function contentKey(base: string, recipe: Recipe, workspace: Tree): string {
  const hash = createHash('sha256').update(
    `${base}\n${renderDockerfile(
      recipe,
      workspace.map((file) => file.path),
    )}\n`,
  );
  for (const file of workspace) hash.update(`${file.mode} ${file.content.length} ${file.path}\0`).update(file.content);
  return hash.digest('hex');
}

function builderSettings(host: HostSettings): BuilderSettings {
  const trusted = host.authorities.length > 0 ? TRUST : {};
  // Lock files written inside `node_modules` would keep the address of the mirror.
  const quiet = host.mirrors['NPM_CONFIG_REGISTRY'] === undefined ? {} : { NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED: 'true' };
  const names = Object.keys(host.files).sort(byCodeUnit);
  return {
    hasAuthorities: host.authorities.length > 0,
    files: Object.fromEntries(names.map((path, index) => [path, String(index)])),
    env: { ...trusted, ...quiet, ...host.mirrors },
  };
}

function buildContext(dockerfile: string, workspace: Tree, host: HostSettings): Buffer {
  const plain = (path: string, content: Buffer): TreeFile => ({ path, mode: '100644', content });
  const files = Object.keys(host.files).sort(byCodeUnit);
  return writeTar(
    [
      plain('Dockerfile', Buffer.from(dockerfile)),
      ...workspace.map((file) => ({ ...file, path: `base/${file.path}` })),
      ...host.authorities.map(({ name, pem }) => plain(`host/authorities/${name}`, pem)),
      ...files.map((path, index) => plain(`host/files/${index}`, host.files[path] ?? Buffer.alloc(0))),
    ],
    '',
    '',
    { uid: 0, gid: 0 },
    0,
  );
}

/** Removes from a log what the host told the builders. */
function redacted(log: string, host: HostSettings): string {
  const values = [...Object.values(host.mirrors), ...Object.values(host.proxies)].filter((value) => value.length >= 8);
  return values.reduce((text, value) => text.replaceAll(value, '[setting of the host]'), log);
}

class DockerImages implements Images {
  readonly #engine: DockerEngine;
  readonly #given: HostSettings | undefined;
  #read: Promise<HostSettings> | null = null;
  #base: Promise<BaseImage> | null = null;

  constructor(engine: DockerEngine, host: HostSettings | undefined) {
    this.#engine = engine;
    this.#given = host;
  }

  /** Asked of the host only when an image is made: asking starts several tools. */
  #host(): Promise<HostSettings> {
    this.#read ??= this.#given === undefined ? readHostSettings() : Promise.resolve(this.#given);
    return this.#read;
  }

  async build(recipe: Recipe, workspace: Tree, labels: Readonly<Record<string, string>>): Promise<BuiltImage | FailedBuild> {
    this.#base ??= ensureBase(this.#engine);
    const base = await this.#base;
    const key = contentKey(base.id, recipe, workspace);
    const told = `${base.id} (${base.how})`;
    const there = await this.#engine.images.byLabel(KEY_LABEL, key);
    if (there !== null)
      return {
        id: there,
        bytes: (await this.#engine.images.find(there))?.bytes ?? 0,
        buildMs: 0,
        baseImage: told,
        log: 'found by content: built before\n',
      };
    const started = systemClock.monotonic();
    const made = await this.#make(recipe, workspace, base, { ...labels, [KEY_LABEL]: key });
    if ('failed' in made) return made;
    await this.#engine.images.tag(made.id, 'loopsmith/task', key.slice(0, 16));
    const facts = await this.#engine.images.find(made.id);
    if (facts === null) throw new InfraError('docker: the image that was just built is gone');
    return { id: facts.id, bytes: facts.bytes, buildMs: Math.round(systemClock.monotonic() - started), baseImage: told, log: made.log };
  }

  /** Builders first, with network; then the final stage over their cached results, without. */
  async #make(
    recipe: Recipe,
    workspace: Tree,
    base: BaseImage,
    labels: Readonly<Record<string, string>>,
  ): Promise<{ readonly id: string; readonly log: string } | FailedBuild> {
    const host = await this.#host();
    const dockerfile = renderBuild(
      recipe,
      workspace.map((file) => file.path),
      base.id,
      builderSettings(host),
    );
    const context = buildContext(dockerfile, workspace, host);
    let log = '';
    for (const target of ['runtime', ...recipe.builders.map(stageName), null]) {
      const final = target === null;
      const end = await this.#engine.images.build({
        context,
        target,
        network: final ? 'none' : 'default',
        labels: final ? labels : {},
        proxies: host.proxies,
      });
      log += redacted(end.log, host);
      if (end.error !== null) return failureOf({ ...end.error, message: redacted(end.error.message, host) }, log);
      if (final && end.id !== null) return this.#clean(end.id, log);
    }
    throw new InfraError('docker: the build ended without an image');
  }

  /** Proves that no layer keeps a setting of the host; an image that does is not let live. */
  async #clean(id: string, log: string): Promise<{ readonly id: string; readonly log: string } | FailedBuild> {
    const needles = needlesOf(await this.#host());
    const leaks = needles.length === 0 ? [] : await scanImage(await this.#engine.images.save(id), needles);
    if (leaks.length === 0) return { id, log };
    await this.#engine.images.remove(id);
    return {
      failed: `the image keeps a setting of the build's host: ${leaks
        .slice(0, 5)
        .map((leak) => `${leak.what} in ${leak.where}`)
        .join('; ')}`,
      log: lastLines(log),
    };
  }
}

/** Images by Docker's builder. `host` is what builder stages get; by default what this machine uses itself. */
export function dockerImages(engine: DockerEngine, host?: HostSettings): Images {
  return new DockerImages(engine, host);
}
