import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pickEnvironment, toolDirectories } from './environment.ts';
import { findTool, run } from './exec.ts';

/** What package clients of this host need to reach registries: for builder stages of an image, never for what leaves the machine. */
export interface HostSettings {
  /** Certificate authorities that the host trusts beside its distribution's, PEM. */
  readonly authorities: readonly { readonly name: string; readonly pem: Buffer }[];
  /** Variables that name mirrors. */
  readonly mirrors: Readonly<Record<string, string>>;
  /** Proxies, by the predefined names of build arguments. */
  readonly proxies: Readonly<Record<string, string>>;
  /** Client settings that only a file can give: absolute path in a container → content. */
  readonly files: Readonly<Record<string, Buffer>>;
}

export const NO_HOST_SETTINGS: HostSettings = { authorities: [], mirrors: {}, proxies: {}, files: {} };

const AUTHORITIES = '/usr/local/share/ca-certificates';
const MIRROR_VARIABLES = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_TRUSTED_HOST',
  'UV_DEFAULT_INDEX',
  'UV_INDEX_URL',
  'NPM_CONFIG_REGISTRY',
  'YARN_NPM_REGISTRY_SERVER',
  'GOPROXY',
  'GOSUMDB',
  'GONOSUMDB',
  'GONOPROXY',
  'GOPRIVATE',
];
const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'all_proxy', 'ALL_PROXY'];
const CLIENT_FILES = ['.cargo/config.toml', '.m2/settings.xml'];
const TOOL_MS = 20_000;

function authorities(directory: string): HostSettings['authorities'] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.crt'))
    .sort()
    .map((name) => ({ name: name.replaceAll('/', '-'), pem: readFileSync(join(directory, name)) }));
}

async function said(argv: readonly string[]): Promise<string> {
  const [tool = ''] = argv;
  if (findTool(tool) === null) return '';
  const result = await run(argv, { env: { PATH: toolDirectories().join(':'), HOME: homedir() }, timeoutMs: TOOL_MS, maxBytes: 65_536 });
  return result.exit === 0 ? result.stdout.toString() : '';
}

/** Only what somebody set: a client's default is no setting of this host. */
async function fromClients(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const take = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') found[name] = value;
  };
  const pip = await said(['pip', 'config', 'list']);
  take('PIP_INDEX_URL', /^global\.index-url='(.*)'$/m.exec(pip)?.[1]);
  take('PIP_EXTRA_INDEX_URL', /^global\.extra-index-url='(.*)'$/m.exec(pip)?.[1]);
  take('PIP_TRUSTED_HOST', /^global\.trusted-host='(.*)'$/m.exec(pip)?.[1]);
  take('NPM_CONFIG_REGISTRY', /^registry = "(.*)"$/m.exec(await said(['npm', 'config', 'list', '--location=project']))?.[1]);
  const goFile = (await said(['go', 'env', 'GOENV'])).trim();
  if (goFile !== '' && existsSync(goFile)) {
    for (const match of readFileSync(goFile, 'utf8').matchAll(/^(GO(?:PROXY|SUMDB|NOSUMDB|NOPROXY|PRIVATE))=(.*)$/gm))
      take(match[1] ?? '', match[2]);
  }
  return found;
}

/** Reads the host's own settings; the environment wins over client files, as it does in the clients. */
export async function readHostSettings(directory = AUTHORITIES): Promise<HostSettings> {
  const found = { ...(await fromClients()), ...pickEnvironment(MIRROR_VARIABLES) };
  // One registry, two clients: the second has no file of its own.
  const uv =
    found['PIP_INDEX_URL'] === undefined || found['UV_DEFAULT_INDEX'] !== undefined ? {} : { UV_DEFAULT_INDEX: found['PIP_INDEX_URL'] };
  const files = CLIENT_FILES.filter((name) => existsSync(join(homedir(), name))).map(
    (name) => [`/root/${name}`, readFileSync(join(homedir(), name))] as const,
  );
  return {
    authorities: authorities(directory),
    mirrors: { ...found, ...uv },
    proxies: pickEnvironment(PROXY_VARIABLES),
    files: Object.fromEntries(files),
  };
}
