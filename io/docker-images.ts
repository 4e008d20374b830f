import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { InfraError } from '#schema/errors.ts';
import { type ProgressEnd, readProgress } from './docker-frames.ts';
import { absentAsNull, prefixed, trouble } from './docker-trouble.ts';

export interface BuildRequest {
  /** Uncompressed tar; the Dockerfile lies in it as `Dockerfile`. */
  readonly context: Buffer;
  readonly target: string | null;
  readonly network: 'none' | 'default';
  readonly labels: Readonly<Record<string, string>>;
  /** Predefined build arguments only (proxies): the engine keeps these out of an image's history. */
  readonly proxies: Readonly<Record<string, string>>;
}
export interface ImageFacts {
  readonly id: string;
  readonly bytes: number;
  readonly layers: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly repoDigests: readonly string[];
}
/** The images of a daemon: found, pulled, imported, built, saved. */
export class ImageStore {
  readonly #docker: Docker;

  constructor(docker: Docker) {
    this.#docker = docker;
  }

  async find(name: string): Promise<ImageFacts | null> {
    const found = await absentAsNull(`inspect image ${name}`, this.#docker.getImage(name).inspect());
    if (found === null) return null;
    return {
      id: found.Id,
      bytes: found.Size,
      layers: found.RootFS.Layers ?? [],
      labels: found.Config.Labels ?? {},
      repoDigests: found.RepoDigests ?? [],
    };
  }

  /** Id of an image with this label, the newest, or null. */
  async byLabel(label: string, value: string): Promise<string | null> {
    const found = await trouble('list images', this.#docker.listImages({ filters: { label: [`${label}=${value}`], dangling: ['false'] } }));
    return found.sort((a, b) => b.Created - a.Created)[0]?.Id ?? null;
  }

  async tag(image: string, repo: string, tag: string): Promise<void> {
    await trouble(`tag ${image}`, this.#docker.getImage(image).tag({ repo, tag }));
  }

  async remove(image: string): Promise<void> {
    await absentAsNull(`remove image ${image}`, this.#docker.getImage(image).remove({ force: true }));
  }

  /** Pulls within `timeoutMs`; throws InfraError when the registry does not answer in time. */
  async pull(name: string, timeoutMs: number): Promise<void> {
    const end = await trouble(
      `pull ${name}`,
      this.#docker.pull(name, { abortSignal: AbortSignal.timeout(timeoutMs) }).then((stream) => readProgress(Readable.from(stream))),
    );
    if (end.error !== null) throw new InfraError(`docker: pull ${name}: ${end.error.message}`);
  }

  /** Makes an image of one layer from a root file system's tar. `changes` are Dockerfile lines. */
  async importRootfs(tar: Readable, repo: string, tag: string, changes: readonly string[]): Promise<string> {
    const end = await trouble(
      'import',
      this.#docker.importImage(tar, { repo, tag, changes: [...changes] }).then((stream) => readProgress(Readable.from(stream))),
    );
    if (end.error !== null || end.id === null) throw new InfraError(`docker: import: ${end.error?.message ?? 'no image came out'}`);
    return end.id;
  }

  /** A build whose own commands failed is an answer with `error`. */
  async build(request: BuildRequest): Promise<ProgressEnd> {
    const options = {
      // No owner: an image outlives its maker, and the same build keeps its id.
      labels: prefixed(request.labels),
      networkmode: request.network,
      forcerm: true,
      buildargs: { ...request.proxies },
      ...(request.target === null ? {} : { target: request.target }),
    };
    return trouble(
      'build',
      this.#docker.buildImage(Readable.from([request.context]), options).then((stream) => readProgress(Readable.from(stream))),
    );
  }

  /** The image as `docker save` writes it. */
  async save(image: string): Promise<Readable> {
    return Readable.from(await trouble(`save ${image}`, this.#docker.getImage(image).get()));
  }
}
