import { UserError } from '#schema/errors.ts';
import type { Recipe } from '#schema/recipe.ts';
import type { RecipeFacts } from '../language.ts';
import { compareVersions, type Fact, fact, manifestTree, SYSTEM_PATH } from '../recipes.ts';
import { lockOf, pinned } from './locks.ts';
import { type Project, projectOf } from './project.ts';
import { minedRequirements, requirementName } from './requirements.ts';
import { pythonRoots } from './resolve.ts';

/** Debian bookworm's. */
const PYTHON = '3.11';
const VENV = '/opt/venv';
/** Resolves with an upper date, which pip cannot. */
const UV = 'uv==0.8.22';

/**
 * Writes the metadata of the project as an installer would, without its code: the code is the workspace's. Arguments: folder,
 * name, version, entry points as JSON, and makes the console scripts.
 */
const WRITE_METADATA = `import json, os, re, stat, sys
name, version, groups = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
site = [path for path in sys.path if path.endswith("site-packages")][0]
folder = os.path.join(site, re.sub(r"[-_.]+", "_", name) + "-" + version + ".dist-info")
os.makedirs(folder)
def put(path, text):
    with open(path, "w") as out:
        out.write(text)
put(os.path.join(folder, "METADATA"), "Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n" % (name, version))
put(os.path.join(folder, "INSTALLER"), "pip\\n")
put(os.path.join(folder, "RECORD"), "")
put(os.path.join(folder, "entry_points.txt"), "".join("[%s]\\n%s\\n" % (group, "".join("%s = %s\\n" % pair for pair in sorted(points.items()))) for group, points in sorted(groups.items())))
for script, target in sorted(groups.get("console_scripts", {}).items()):
    module, _, attribute = target.split("[")[0].strip().partition(":")
    path = os.path.join(os.path.dirname(sys.executable), script)
    put(path, "#!%s\\nimport sys\\nfrom %s import %s as entry\\nsys.exit(%s())\\n" % (sys.executable, module, attribute.split(".")[0], ".".join(["entry"] + attribute.split(".")[1:])))
    os.chmod(path, 0o755)
`;

/** The lower bound of a `requires-python` must not be above what Debian ships. */
function refuseNewerPython(project: Project | null): void {
  const lowest = /(?:>=|~=|==)\s*(\d+\.\d+)/.exec(project?.requiresPython ?? '')?.[1];
  if (lowest === undefined || compareVersions(lowest, PYTHON) <= 0) return;
  throw new UserError(
    'recipe',
    `the project needs Python ${project?.requiresPython ?? ''}, the image has ${PYTHON}`,
    'Choose an earlier range, or a repository that runs on it.',
  );
}

function requirementsOf({ overrides, ...facts }: RecipeFacts): { requirements: string[]; facts: Fact[]; locked: boolean } {
  const { tree, called } = manifestTree({ overrides, ...facts });
  const mined = minedRequirements(tree);
  const lock = lockOf(tree);
  const named = new Set(overrides.packages.map(requirementName));
  const wanted = mined.requirements.filter((one) => !named.has(requirementName(one)));
  const pins = lock === null ? wanted : pinned(wanted, lock).filter((one) => !named.has(requirementName(one)));
  const told = [
    fact(`install ${pins.length} requirements`, `${mined.sources.join(', ') || 'no declaration'} at the range's ${called}`),
    ...(lock === null
      ? [fact(`versions no newer than ${facts.asOf}`, 'no lockfile')]
      : [fact('versions as locked', `${lock.file} at the range's ${called}`)]),
    ...(named.size === 0 ? [] : [fact(`install ${overrides.packages.join(', ')}`, 'the source file says so')]),
  ];
  return { requirements: [...pins, ...overrides.packages], facts: told, locked: lock !== null };
}

function installSteps(requirements: readonly string[], asOf: string, project: Project | null): string[][] {
  const python = `${VENV}/bin/python`;
  const metadata =
    project === null ? [] : [[python, '-c', WRITE_METADATA, project.name, project.version, JSON.stringify(project.entryPoints)]];
  return [
    ['python3', '-m', 'venv', VENV],
    ['python3', '-m', 'venv', '/opt/uv'],
    ['/opt/uv/bin/python', '-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', UV],
    ['/opt/uv/bin/uv', 'pip', 'install', '--python', python, '--no-cache', '--exclude-newer', `${asOf}T23:59:59Z`, ...requirements],
    ...metadata,
  ];
}

/**
 * Debian's Python with a virtual environment of the test requirements. The project itself is never installed: its code must be the
 * workspace's in every state, so the import roots stand on PYTHONPATH and only its metadata lies in the environment.
 */
export function pythonRecipe(facts: RecipeFacts): Recipe {
  const { overrides, asOf } = facts;
  if (overrides.toolVersion !== undefined && overrides.toolVersion !== PYTHON) {
    throw new UserError(
      'recipe.toolVersion',
      `Python ${overrides.toolVersion} cannot be had`,
      `Only "${PYTHON}" is in the image's distribution.`,
    );
  }
  const { tree } = manifestTree(facts);
  const project = projectOf(tree);
  refuseNewerPython(project);
  const { requirements, facts: told } = requirementsOf(facts);
  const roots = pythonRoots(tree).filter((root) => root === '' || root === 'src' || !root.includes('/'));
  const path = [...roots.filter((root) => root !== ''), ''].map((root) => (root === '' ? '/workspace' : `/workspace/${root}`));
  return {
    system: ['python3', 'python3-venv', ...overrides.system],
    builders: [
      {
        name: 'python',
        system: [],
        env: { PIP_NO_CACHE_DIR: '1' },
        inputs: [],
        steps: installSteps(requirements, asOf, project),
        outputs: [VENV],
      },
    ],
    env: {
      PATH: `${VENV}/bin:${SYSTEM_PATH}`,
      VIRTUAL_ENV: VENV,
      PYTHONPATH: path.join(':'),
      PYTHONDONTWRITEBYTECODE: '1',
      ...overrides.env,
    },
    setup: overrides.setup,
    build: overrides.build,
    tools: ['python3'],
    facts: [
      fact(`Python ${PYTHON}`, 'Debian bookworm ships it'),
      ...told,
      ...(project === null
        ? []
        : [fact(`metadata of ${project.name} ${project.version} without its code`, `version ${project.versionFrom}`)]),
      fact(`PYTHONPATH ${path.join(':')}`, 'the code under test is the workspace, in every state'),
    ],
  };
}
