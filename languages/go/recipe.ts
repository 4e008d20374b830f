import { UserError } from '#schema/errors.ts';
import type { Recipe } from '#schema/recipe.ts';
import type { RecipeFacts, TreeView } from '../language.ts';
import { compareVersions, fact, manifestTree, SYSTEM_PATH } from '../recipes.ts';
import { goModules, goVersionLine } from './modules.ts';

/** Debian bookworm's. */
const DEBIAN = '1.19';
const TOOLCHAIN = '/opt/go';
/** Module cache, build cache and all else of GOPATH. */
const GOPATH = '/go';
/** One patch release of each line that the module proxy serves as a toolchain; the first also serves what lies between. */
const RELEASES = ['1.21.13', '1.22.12', '1.23.12', '1.24.9', '1.25.3', '1.26.8'];

/** The highest `go` line of the repository's modules, test modules aside. */
function neededVersion(tree: TreeView): { readonly version: string; readonly from: string } {
  const lines = goModules(tree).flatMap(({ folder }) => {
    const file = folder === '' ? 'go.mod' : `${folder}/go.mod`;
    const text = tree.text(file) ?? '';
    const version = goVersionLine(text);
    return version === null ? [] : [{ version, from: file }];
  });
  return lines.sort((a, b) => compareVersions(b.version, a.version))[0] ?? { version: '1.16', from: 'no go line in go.mod' };
}

/** The release to fetch for a needed version; null when Debian's will do. */
function releaseFor(version: string): string | null {
  if (compareVersions(version, `${DEBIAN}.999`) <= 0) return null;
  const [major = 1, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const served = RELEASES.find(
    (release) => compareVersions(release, version) >= 0 && compareVersions(release, `${major}.${Math.max(minor, 21)}`) >= 0,
  );
  if (served !== undefined) return served;
  throw new UserError(
    'recipe',
    `the modules need Go ${version}, the newest known release is ${RELEASES.at(-1) ?? ''}`,
    'Choose an earlier range.',
  );
}

/**
 * A release as the module proxy keeps it (`golang.org/toolchain`). Debian's go cannot switch to it, but downloads and verifies it like
 * any module; its files come without their execute bits.
 */
function toolchainSteps(release: string): string[][] {
  const module = `golang.org/toolchain@v0.0.1-go${release}.linux-amd64`;
  return [
    ['env', '-C', '/', 'GOPATH=/tmp/toolchain', 'GOFLAGS=', 'go', 'mod', 'download', module],
    ['cp', '-r', `/tmp/toolchain/pkg/mod/${module}`, TOOLCHAIN],
    ['chmod', '-R', 'u+w,a+X', TOOLCHAIN],
    ['chmod', '-R', 'a+x', `${TOOLCHAIN}/bin`, `${TOOLCHAIN}/pkg/tool`],
  ];
}

/** Modules that a go.mod requires directly: what tests import beside the code is among them. */
function directRequires(goMod: string): string[] {
  const block = [...goMod.matchAll(/^require\s*\(([^)]*)\)/gm)].flatMap((found) => (found[1] ?? '').split('\n'));
  const single = [...goMod.matchAll(/^require\s+([^(\n]+)$/gm)].map((found) => found[1] ?? '');
  return [...block, ...single].flatMap((line) => (/\/\/\s*indirect/.test(line) ? [] : (/^\s*(\S+)\s+v\S+/.exec(line)?.[1] ?? [])));
}

/** Warming may fail (an example that does not build): the image is good all the same, so its exit is passed over. */
function warm(folder: string, packages: readonly string[]): string[] {
  return ['sh', '-c', '"$@" || :', 'warm', 'env', '-C', workspaceFolder(folder), 'go', 'build', ...packages];
}

function workspaceFolder(folder: string): string {
  return folder === '' ? '/workspace' : `/workspace/${folder}`;
}

/** Debian's go where it is new enough, else a release of the module proxy; modules downloaded at build, no network afterwards. */
export function goRecipe(facts: RecipeFacts): Recipe {
  const { overrides } = facts;
  const { tree, called } = manifestTree(facts);
  const { version, from } =
    overrides.toolVersion === undefined ? neededVersion(tree) : { version: overrides.toolVersion, from: 'the source file' };
  const release = releaseFor(version);
  const folders = [...new Set(goModules(tree).map(({ folder }) => folder))].filter((folder) =>
    tree.has(folder === '' ? 'go.mod' : `${folder}/go.mod`),
  );
  const cgo = overrides.system.some((name) => /^(?:gcc|clang|build-essential)/.test(name));
  const path = release === null ? SYSTEM_PATH : `${TOOLCHAIN}/bin:${SYSTEM_PATH}`;
  const shared = { PATH: path, GOPATH, GOFLAGS: '-mod=mod -buildvcs=false', GOWORK: 'off', GOTOOLCHAIN: 'local' };
  const requires = folders.map((folder) => ({
    folder,
    paths: directRequires(tree.text(folder === '' ? 'go.mod' : `${folder}/go.mod`) ?? ''),
  }));
  return {
    system: [...(release === null ? ['golang-go'] : []), ...overrides.system],
    builders: [
      {
        name: 'go',
        system: release === null ? [] : ['golang-go'],
        env: shared,
        inputs: ['**/go.mod', '**/go.sum'],
        steps: [
          ...(release === null ? [] : toolchainSteps(release)),
          ['mkdir', '-p', `${GOPATH}/cache`, `${GOPATH}/pkg/mod`],
          ...folders.map((folder) => ['env', '-C', workspaceFolder(folder), 'go', 'mod', 'download']),
          ...overrides.packages.map((one) => ['go', 'mod', 'download', one]),
        ],
        outputs: [GOPATH, ...(release === null ? [] : [TOOLCHAIN])],
      },
    ],
    env: { ...shared, GOCACHE: `${GOPATH}/cache`, GOPROXY: 'off', GOSUMDB: 'off', CGO_ENABLED: cgo ? '1' : '0', ...overrides.env },
    setup: [
      ...requires.flatMap(({ folder, paths }) => [
        warm(folder, ['./...', 'testing', 'net/http/httptest']),
        ...paths.map((one) => warm(folder, [`${one}/...`])),
      ]),
      ...overrides.setup,
    ],
    build: overrides.build,
    tools: ['go'],
    facts: [
      fact(release === null ? `Go ${DEBIAN} of Debian` : `Go ${release} of the module proxy`, `${from} asks for ${version}`),
      fact(`modules of ${folders.length} go.mod files`, `as required at the range's ${called}; go.sum pins them`),
      fact(`CGO_ENABLED=${cgo ? '1' : '0'}`, cgo ? 'the source file asks for a C compiler' : 'no C compiler is asked for'),
      fact('GOPROXY=off', 'tests have no network'),
    ],
  };
}
