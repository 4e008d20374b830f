import { UserError } from '#schema/errors.ts';
import type { Recipe } from '#schema/recipe.ts';
import type { RecipeFacts, TreeView } from '../language.ts';
import { at, readJson, stringOf } from '../manifest/json.ts';
import { folderOf, nameOf } from '../paths.ts';
import { fact, manifestTree, SYSTEM_PATH } from '../recipes.ts';
import { installerOf, NPM_TOOL } from './installers.ts';

/** By major version; the package `node` of the registry carries the binary. */
const RELEASES: Readonly<Record<string, string>> = { 18: '18.20.8', 20: '20.19.5', 22: '22.20.0', 24: '24.9.0' };
const DEFAULT_MAJOR = '20';
const HOME = '/opt/node';
const PATH = `${HOME}/node_modules/.bin:${SYSTEM_PATH}`;

/** Everything that a package manager reads. */
const INPUTS = [
  '**/package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.yarn/{patches,plugins}/**',
  '{patches,.pnpmfile.cjs}{,/**}',
];

function releaseOf(facts: RecipeFacts, tree: TreeView): { readonly release: string; readonly because: string } {
  const asked = facts.overrides.toolVersion;
  const engines = stringOf(at(readJson(tree.text('package.json')), 'engines', 'node'));
  const lowest = /^\s*(?:>=|\^|~)?\s*v?(\d+)/.exec(engines ?? '')?.[1];
  const major = asked?.split('.')[0] ?? (lowest !== undefined && Number(lowest) > Number(DEFAULT_MAJOR) ? lowest : DEFAULT_MAJOR);
  const known = RELEASES[major] ?? RELEASES[String(Number(major) + 1)];
  if (asked !== undefined && /^\d+\.\d+\.\d+$/.test(asked)) return { release: asked, because: 'the source file says so' };
  if (known === undefined)
    throw new UserError(
      'recipe.toolVersion',
      `Node ${major} is not known`,
      `Known are ${Object.keys(RELEASES).join(', ')}; quote an exact version.`,
    );
  return {
    release: known,
    because: asked !== undefined ? 'the source file says so' : engines === null ? 'no engines field' : `engines: ${engines}`,
  };
}

/** Folders of workspace packages: a package manager may put a node_modules into each. */
function packageFolders(tree: TreeView): string[] {
  const isWorkspace = tree.has('pnpm-workspace.yaml') || readJson(tree.text('package.json'))?.['workspaces'] !== undefined;
  if (!isWorkspace) return [''];
  return tree.paths
    .filter((path) => nameOf(path) === 'package.json' && !/(?:^|\/)(?:node_modules|fixtures|__fixtures__|templates?|testdata)\//.test(path))
    .map(folderOf);
}

/**
 * Node from the registry, dependencies by the repository's own package manager into the workspace's node_modules. Install scripts
 * of dependencies never run: none is needed to test code, and each is somebody else's program.
 */
export function ecmascriptRecipe(facts: RecipeFacts): Recipe {
  const { overrides, asOf } = facts;
  const { tree, called } = manifestTree(facts);
  const { release, because } = releaseOf(facts, tree);
  const installer = installerOf(tree, asOf);
  const outputs = packageFolders(tree).map((folder) => (folder === '' ? '/workspace/node_modules' : `/workspace/${folder}/node_modules`));
  const extra =
    overrides.packages.length === 0
      ? []
      : [['npm', 'install', '--no-save', '--no-package-lock', '--ignore-scripts', '--force', ...overrides.packages]];
  return {
    system: overrides.system,
    builders: [
      {
        name: 'node',
        system: ['nodejs', 'npm'],
        env: { PATH, ...installer.env },
        inputs: INPUTS,
        steps: [
          [
            'npm',
            'install',
            '--prefix',
            HOME,
            '--no-audit',
            '--no-fund',
            '--loglevel=error',
            `node@${release}`,
            NPM_TOOL,
            ...installer.tools,
          ],
          ...installer.steps.map((step) => [...step]),
          ...extra,
          ['mkdir', '-p', ...outputs],
        ],
        outputs: [HOME, ...outputs],
      },
    ],
    env: { PATH, ...overrides.env },
    setup: overrides.setup,
    build: overrides.build,
    tools: ['node'],
    facts: [
      fact(`Node ${release}`, because),
      ...installer.facts.map((one) => ({ ...one, because: `${one.because} at the range's ${called}` })),
      fact('install scripts of dependencies are not run', 'each is a program of somebody else'),
      ...(overrides.packages.length === 0 ? [] : [fact(`install ${overrides.packages.join(', ')}`, 'the source file says so')]),
    ],
  };
}
