import type { TreeView } from '../language.ts';
import { at, readJson, stringOf } from '../manifest/json.ts';
import { type Fact, fact } from '../recipes.ts';

/** How the repository's dependencies are installed. */
export interface Installer {
  /** npm packages that provide the package manager, exact versions. */
  readonly tools: readonly string[];
  readonly steps: readonly (readonly string[])[];
  readonly env: Readonly<Record<string, string>>;
  readonly facts: readonly Fact[];
}

const NPM = 'npm@10.9.4';
const PNPM_BY_LOCK: readonly (readonly [format: RegExp, version: string])[] = [
  [/^lockfileVersion: ['"]?5\./m, '7.33.7'],
  [/^lockfileVersion: ['"]?6\./m, '8.15.9'],
  [/^lockfileVersion: ['"]?9\./m, '9.15.9'],
];
const YARN_CLASSIC = '1.22.22';
const YARN_BERRY = '4.10.3';

/** `pnpm@9.1.0+sha512…` → `9.1.0`, for the manager asked about. */
function declared(tree: TreeView, manager: string): string | null {
  const field = stringOf(at(readJson(tree.text('package.json')), 'packageManager')) ?? '';
  return new RegExp(`^${manager}@(\\d+\\.\\d+\\.\\d+)`).exec(field)?.[1] ?? null;
}

function pnpm(tree: TreeView, lock: string): Installer {
  const own = declared(tree, 'pnpm');
  const version = own ?? PNPM_BY_LOCK.find(([format]) => format.test(lock))?.[1] ?? '9.15.9';
  return {
    tools: [`pnpm@${version}`],
    steps: [['pnpm', 'install', '--frozen-lockfile', '--ignore-scripts', '--config.confirmModulesPurge=false']],
    env: { npm_config_manage_package_manager_versions: 'false', CI: 'true' },
    facts: [
      fact(`pnpm ${version} with its lockfile`, own === null ? 'pnpm-lock.yaml and its format version' : 'packageManager in package.json'),
    ],
  };
}

function yarn(tree: TreeView, lock: string): Installer {
  const own = declared(tree, 'yarn');
  if (!lock.includes('__metadata:')) {
    return {
      tools: [`yarn@${YARN_CLASSIC}`],
      steps: [['yarn', 'install', '--frozen-lockfile', '--ignore-scripts', '--non-interactive', '--ignore-engines']],
      env: {},
      facts: [fact(`yarn ${YARN_CLASSIC} with its lockfile`, 'yarn.lock is of version 1')],
    };
  }
  const version = own !== null && !own.startsWith('1.') ? own : YARN_BERRY;
  return {
    tools: [`@yarnpkg/cli-dist@${version}`],
    steps: [['yarn', 'install', '--immutable', '--mode=skip-build']],
    env: { YARN_NODE_LINKER: 'node-modules', YARN_ENABLE_TELEMETRY: '0', YARN_IGNORE_PATH: '1' },
    facts: [
      fact(`yarn ${version} with its lockfile`, own === null ? 'yarn.lock of a later version than 1' : 'packageManager in package.json'),
    ],
  };
}

const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** By lockfile; without one that a package manager of the registry can read, npm with an upper date. */
export function installerOf(tree: TreeView, asOf: string): Installer {
  const text = (path: string): string => tree.text(path) ?? '';
  if (tree.has('pnpm-lock.yaml')) return pnpm(tree, text('pnpm-lock.yaml'));
  if (tree.has('yarn.lock')) return yarn(tree, text('yarn.lock'));
  const npmLock = ['package-lock.json', 'npm-shrinkwrap.json'].find((path) => tree.has(path));
  if (npmLock !== undefined) {
    return { tools: [], steps: [['npm', 'ci', '--force', ...QUIET]], env: {}, facts: [fact('npm ci', `${npmLock} is there`)] };
  }
  const bun = ['bun.lock', 'bun.lockb'].find((path) => tree.has(path));
  return {
    tools: [],
    // --force: a peer range that two packages see differently is a warning, as other package managers have it.
    steps: [['npm', 'install', '--no-save', '--no-package-lock', '--force', `--before=${asOf}`, ...QUIET]],
    env: {},
    facts: [
      fact(
        `npm install, versions no newer than ${asOf}`,
        bun === undefined ? 'no lockfile' : `${bun} is for a package manager that is not used here`,
      ),
    ],
  };
}

export const NPM_TOOL = NPM;
