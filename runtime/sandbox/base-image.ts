import type { DockerEngine } from '#io/docker.ts';
import { environmentVariable, pickEnvironment, toolDirectories } from '#io/environment.ts';
import { findTool, spawnStream } from '#io/exec.ts';
import { InfraError } from '#schema/errors.ts';
import { BASE_IMAGE } from './dockerfile.ts';

export interface BaseImage {
  readonly id: string;
  readonly how: 'local' | 'registry' | 'mmdebstrap';
  /** Digest of the registry's image, for `FROM …@sha256:`; null for one made here. */
  readonly digest: string | null;
}

const REPO = 'loopsmith/base';
const TAG = 'bookworm';
const PULL_MS = 10_000;
const HOW_LABEL = 'loopsmith.base';
const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy'];
/** As the slim image has it: no manuals, translations or package documents but licences. */
const SLIM = [
  'path-exclude=/usr/share/man/*',
  'path-exclude=/usr/share/locale/*',
  'path-exclude=/usr/share/doc/*',
  'path-include=/usr/share/doc/*/copyright',
];

/** Makes the base from Debian's packages, with fixed times. */
async function bootstrap(engine: DockerEngine): Promise<string> {
  if (findTool('mmdebstrap') === null) {
    throw new InfraError(
      `no base image: ${BASE_IMAGE} is neither here nor to be had from a registry, and mmdebstrap is not installed (Debian: apt-get install mmdebstrap)`,
      { retryable: false },
    );
  }
  const argv = [
    'mmdebstrap',
    '--variant=minbase',
    '--quiet',
    '--aptopt=Acquire::Languages "none"',
    ...SLIM.map((line) => `--dpkgopt=${line}`),
    'bookworm',
    '-',
  ];
  const env = {
    PATH: toolDirectories().join(':'),
    HOME: environmentVariable('HOME') ?? '/',
    LC_ALL: 'C.UTF-8',
    SOURCE_DATE_EPOCH: '1700000000',
    ...pickEnvironment(PROXIES),
  };
  await using child = spawnStream(argv, { env });
  child.stdin.end();
  const failed = child.ended.then((exit) => {
    if (exit !== 0) throw new InfraError(`mmdebstrap failed (exit ${exit}): ${child.stderrTail().trim().split('\n').slice(-5).join('; ')}`);
  });
  const [id] = await Promise.all([
    engine.images.importRootfs(child.stdout, REPO, TAG, ['CMD ["bash"]', `LABEL ${HOW_LABEL}=mmdebstrap`]),
    failed,
  ]);
  return id;
}

async function pulled(engine: DockerEngine): Promise<boolean> {
  try {
    await engine.images.pull(BASE_IMAGE, PULL_MS);
    return true;
  } catch {
    return false; // no registry to be reached: the caller has another way, and says which it took
  }
}

async function fromName(engine: DockerEngine, how: 'local' | 'registry'): Promise<BaseImage | null> {
  const found = await engine.images.find(BASE_IMAGE);
  return found === null ? null : { id: found.id, how, digest: found.repoDigests[0]?.split('@')[1] ?? null };
}

/** The Debian image that tasks are built on: one that is here, else the registry's, else one made by mmdebstrap and kept. */
export async function ensureBase(engine: DockerEngine): Promise<BaseImage> {
  const named = await fromName(engine, 'local');
  if (named !== null) return named;
  const made = await engine.images.find(`${REPO}:${TAG}`);
  if (made !== null) return { id: made.id, how: 'mmdebstrap', digest: null };
  const fromRegistry = (await pulled(engine)) ? await fromName(engine, 'registry') : null;
  return fromRegistry ?? { id: await bootstrap(engine), how: 'mmdebstrap', digest: null };
}
