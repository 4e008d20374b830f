import type { TreeView } from '../language.ts';
import { at, listOf, stringOf, stringsOf, type Table, tableOf } from '../manifest/json.ts';
import { type Ini, readIni } from '../manifest/ini.ts';
import { readToml } from '../manifest/toml.ts';
import { folderOf, joined } from '../paths.ts';

/** Requirements and where each list was found, in the order they are tried. */
export interface Mined {
  readonly requirements: readonly string[];
  readonly sources: readonly string[];
}

/** Names of groups that hold what tests need, best first; a `dev` group counts only when there is none for tests. */
const TEST_GROUPS = ['tests', 'test', 'testing', 'pytest', 'unit', 'tests-dev', 'test-dev'];
const DEV_GROUPS = ['dev', 'develop', 'development', 'dev-dependencies'];
const FILES = [
  'requirements/tests.txt',
  'requirements/test.txt',
  'requirements-test.txt',
  'requirements-tests.txt',
  'test-requirements.txt',
  'requirements_test.txt',
  'tests/requirements.txt',
  'test/requirements.txt',
  'requirements/dev.txt',
  'requirements-dev.txt',
  'requirements_dev.txt',
  'dev-requirements.txt',
];
/** Tools that no test run starts: left out of lists that are not for tests alone. */
const TOOLS =
  /^(?:pre-?commit|mypy|pyright|pyrefly|ty|ruff|black|isort|flake8.*|pylint|tox.*|nox|sphinx.*|furo|.*sphinx-theme|pallets-sphinx-themes|mkdocs.*|build|twine|wheel|bump2?version|hatch|towncrier|commitizen|cogapp|ipython|ipdb|codecov|coveralls|check-manifest|doc8|autodocsumm|alabaster)$/;

/** `Foo.Bar[x]>=1 ; m` → `foo-bar`. */
export function requirementName(requirement: string): string {
  return (/^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(requirement.trim())?.[0] ?? '').toLowerCase().replace(/[-_.]+/g, '-');
}

function isTool(requirement: string): boolean {
  return TOOLS.test(requirementName(requirement));
}

/** `{extra}` of the project itself, `pkg[tests]` → the requirements of those extras. */
function withoutSelf(
  requirements: readonly string[],
  project: string | null,
  extras: (name: string) => readonly string[],
  depth = 0,
): string[] {
  return requirements.flatMap((one) => {
    if (project === null || requirementName(one) !== requirementName(project)) return [one];
    const names = (/\[([^\]]*)\]/.exec(one)?.[1] ?? '').split(',').map((name) => name.trim());
    return depth > 5
      ? []
      : withoutSelf(
          names.flatMap((name) => extras(name)),
          project,
          extras,
          depth + 1,
        );
  });
}

function group(groups: Table | null, name: string, depth = 0): readonly string[] {
  if (groups === null || depth > 5) return [];
  const key = Object.keys(groups).find((one) => requirementName(one) === requirementName(name)) ?? name;
  return listOf(groups[key]).flatMap((one) => {
    const included = stringOf(tableOf(one)?.['include-group']);
    return included === null ? (stringOf(one) ?? []) : group(groups, included, depth + 1);
  });
}

/** Poetry's `name = "^1.2"` → PEP 508. */
export function fromPoetry(table: Table | null): string[] {
  return Object.entries(table ?? {}).flatMap(([name, value]) => {
    const version = stringOf(value) ?? stringOf(tableOf(value)?.['version']) ?? '*';
    if (name === 'python' || tableOf(value)?.['optional'] === true) return [];
    const range = version
      .split(',')
      .map((part) => part.trim())
      .flatMap((part) => {
        const bare = part.replace(/^[\^~]/, '');
        if (part === '*' || /^\D/.test(bare)) return part === '*' ? [] : [part];
        if (part.startsWith('^'))
          return [
            `>=${bare}`,
            `<${Number.parseInt(bare, 10) === 0 ? `0.${(Number.parseInt(bare.split('.')[1] ?? '0', 10) || 0) + 1}` : Number.parseInt(bare, 10) + 1}`,
          ];
        return part.startsWith('~') ? [`~=${bare.includes('.') ? bare : `${bare}.0`}`] : [`==${part}`];
      });
    return [`${name}${range.join(',')}`];
  });
}

function pyproject(tree: TreeView): { runtime: string[]; tests: Mined; dev: Mined } {
  const toml = readToml(tree.text('pyproject.toml'));
  const extras = tableOf(at(toml, 'project', 'optional-dependencies'));
  const groups = tableOf(at(toml, 'dependency-groups'));
  const poetry = tableOf(at(toml, 'tool', 'poetry', 'group'));
  const extra = (name: string): readonly string[] =>
    stringsOf(extras?.[Object.keys(extras).find((one) => requirementName(one) === requirementName(name)) ?? '']);
  const project = stringOf(at(toml, 'project', 'name'));
  const pick = (names: readonly string[]): Mined => {
    const sources: string[] = [];
    const requirements = names.flatMap((name) => {
      const found = [...group(groups, name), ...extra(name), ...fromPoetry(tableOf(at(poetry, name, 'dependencies')))];
      if (found.length > 0) sources.push(`pyproject.toml group ${name}`);
      return withoutSelf(found, project, extra);
    });
    return { requirements, sources };
  };
  const dev = pick(DEV_GROUPS);
  const old = [
    ...fromPoetry(tableOf(at(toml, 'tool', 'poetry', 'dev-dependencies'))),
    ...stringsOf(at(toml, 'tool', 'uv', 'dev-dependencies')),
  ];
  const runtime = [
    ...withoutSelf(stringsOf(at(toml, 'project', 'dependencies')), project, extra),
    ...fromPoetry(tableOf(at(toml, 'tool', 'poetry', 'dependencies'))),
  ];
  return {
    runtime,
    tests: pick(TEST_GROUPS),
    dev: {
      requirements: [...dev.requirements, ...old],
      sources: old.length === 0 ? dev.sources : [...dev.sources, 'pyproject.toml dev-dependencies'],
    },
  };
}

function lines(text: string | undefined): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
}

function legacy(tree: TreeView): { runtime: string[]; tests: Mined } {
  const config: Ini = readIni(tree.text('setup.cfg'));
  const setup = (tree.text('setup.py') ?? '').replace(/#[^\n]*/g, '');
  const literal = (pattern: RegExp): string[] =>
    [...(pattern.exec(setup)?.[1] ?? '').matchAll(/["']([^"'\n]+)["']/g)].map((found) => found[1] ?? '');
  const extras = TEST_GROUPS.flatMap((name) => lines(config.get('options.extras_require')?.get(name)));
  const inSetup = [...literal(/\btests_require\s*=\s*\[([^\]]*)\]/), ...literal(/["'](?:tests?|testing)["']\s*:\s*\[([^\]]*)\]/)];
  const declared = [...extras, ...lines(config.get('options')?.get('tests_require')), ...inSetup].filter((one) => !/^\$|^%/.test(one));
  return {
    runtime: [
      ...lines(config.get('options')?.get('install_requires')),
      ...literal(/\b(?:install_requires|requires|REQUIRES)\s*=\s*\[([^\]]*)\]/),
    ],
    tests: { requirements: declared, sources: declared.length === 0 ? [] : ['setup.cfg or setup.py test extras'] },
  };
}

/** A requirements file, `-r` followed; options, editable installs and local paths are left out. */
function requirementsFile(tree: TreeView, path: string, depth = 0): string[] {
  const text = tree.text(path);
  if (text === null || depth > 5) return [];
  return lines(text.replace(/\\\n/g, ' ')).flatMap((line) => {
    const included = /^(?:-r|--requirement)[ =]?(\S+)/.exec(line)?.[1];
    if (included !== undefined) return requirementsFile(tree, joined(folderOf(path), included) ?? '', depth + 1);
    return /^[-./]|^(?:git\+|https?:)/.test(line) ? [] : [line.replace(/\s+--hash=\S+/g, '')];
  });
}

function toxDeps(tree: TreeView): string[] {
  const deps = lines(readIni(tree.text('tox.ini')).get('testenv')?.get('deps'));
  return deps.flatMap((line) => {
    const included = /^-r\s*(?:\{toxinidir\}\/)?(\S+)/.exec(line)?.[1];
    if (included !== undefined) return requirementsFile(tree, included);
    return /^-|[{}]|^\S+:\s/.test(line) ? [] : [line];
  });
}

/** Everything that the project's own run and its tests name, by declaration; the first declaration of a name holds. */
export function minedRequirements(tree: TreeView): Mined {
  const modern = pyproject(tree);
  const old = legacy(tree);
  const files = FILES.filter((path) => tree.has(path)).slice(0, 1);
  const tox = toxDeps(tree);
  const candidates: Mined[] = [
    modern.tests,
    old.tests,
    { requirements: files.flatMap((path) => requirementsFile(tree, path)), sources: files },
    modern.dev,
    { requirements: tox, sources: tox.length === 0 ? [] : ['tox.ini deps'] },
    { requirements: requirementsFile(tree, 'requirements.txt'), sources: ['requirements.txt'] },
  ];
  const tests = candidates.find((one) => one.requirements.length > 0) ?? { requirements: [], sources: [] };
  const runtime = [...modern.runtime, ...old.runtime];
  const seen = new Set<string>();
  const requirements = [...runtime, ...tests.requirements.filter((one) => !isTool(one)), 'pytest'].filter((one) => {
    const name = `${requirementName(one)};${/;(.*)$/.exec(one)?.[1] ?? ''}`;
    return requirementName(one) !== '' && !/ @ |^\S+@/.test(one) && !seen.has(name) && seen.add(name);
  });
  const bare = requirements.filter(
    (one) => one !== 'pytest' || requirements.filter((other) => requirementName(other) === 'pytest').length === 1,
  );
  return { requirements: bare, sources: [...(runtime.length > 0 ? ['declared run dependencies'] : []), ...tests.sources] };
}
