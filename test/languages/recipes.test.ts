import { describe, expect, it } from 'vitest';
import { languageById } from '#languages/index.ts';
import type { RecipeFacts } from '#languages/language.ts';
import { lockOf, pinned } from '#languages/python/locks.ts';
import { projectOf } from '#languages/python/project.ts';
import { minedRequirements } from '#languages/python/requirements.ts';
import { UserError } from '#schema/errors.ts';
import { Recipe } from '#schema/recipe.ts';
import { RecipeOverrides } from '#schema/source.ts';
import { treeOf } from './fixtures.ts';

function recipeOf(language: string, files: Readonly<Record<string, string>>, overrides: object = {}): Recipe {
  const one = languageById(language);
  const [framework] = one.frameworks;
  if (framework === undefined) throw new Error('no framework');
  const facts: RecipeFacts = {
    base: treeOf({}),
    end: treeOf(files),
    framework,
    overrides: RecipeOverrides.parse(overrides),
    asOf: '2024-05-06',
  };
  return Recipe.parse(one.recipe(facts));
}
const steps = (recipe: Recipe): string[] => recipe.builders.flatMap((builder) => builder.steps.map((step) => step.join(' ')));

describe('python requirements', () => {
  const mined = (files: Readonly<Record<string, string>>): readonly string[] => minedRequirements(treeOf(files)).requirements;
  it('follows dependency groups, extras of the project itself, and drops tools', () => {
    const toml = `[project]
name = "Tea.Pot"
dependencies = ["water>=1 ; python_version < '4'"]
[project.optional-dependencies]
tests = ["tea-pot[extra]", "pytest>=7", "mypy"]
extra = ["lid[a,b]==2"]
[dependency-groups]
test = [{include-group = "base"}, "hypothesis"] # why
base = ["cov'er"]
dev = ["never"]
`;
    expect(mined({ 'pyproject.toml': toml })).toEqual([
      "water>=1 ; python_version < '4'",
      'lid[a,b]==2',
      'pytest>=7',
      "cov'er",
      'hypothesis',
    ]);
  });
  it('reads requirements files, tox.ini, setup.cfg and setup.py, and always has pytest', () => {
    expect(
      mined({
        'requirements/tests.txt': '-r base.txt\n-e .\nfoo==1 --hash=sha256:00  # c\n./local\ngit+https://x/y\n',
        'requirements/base.txt': 'bar\n',
      }),
    ).toEqual(['bar', 'foo==1', 'pytest']);
    expect(mined({ 'tox.ini': '[testenv]\ndeps =\n    pytest\n    py38: old\n    -rmore.txt\n', 'more.txt': 'more>1' })).toEqual([
      'pytest',
      'more>1',
    ]);
    expect(
      mined({ 'setup.cfg': '[options]\ninstall_requires =\n    run>=1\n[options.extras_require]\ntests = pytest\n    freeze\n' }),
    ).toEqual(['run>=1', 'pytest', 'freeze']);
    expect(mined({ 'setup.py': 'setup(install_requires=["a>=1", "b"], extras_require={"test": ["c"]})' })).toEqual([
      'a>=1',
      'b',
      'c',
      'pytest',
    ]);
    expect(mined({})).toEqual(['pytest']);
  });
  it('turns poetry’s ranges into standard ones', () => {
    const toml =
      '[tool.poetry.dependencies]\npython = "^3.8"\na = "^1.2"\nb = "^0.3"\nc = {version = "~2.1", extras = ["x"]}\nd = {version = "1", optional = true}\ne = "*"\n[tool.poetry.group.test.dependencies]\nf = ">=1,<2"\n';
    expect(mined({ 'pyproject.toml': toml })).toEqual(['a>=1.2,<2', 'b>=0.3,<0.4', 'c~=2.1', 'e', 'f>=1,<2', 'pytest']);
  });
  it('pins what a lockfile pins, with what that needs', () => {
    const uv = `version = 1
[[package]]
name = "pytest"
version = "8.1.1"
dependencies = [ { name = "pluggy" }, { name = "colorama", marker = "sys_platform == 'win32'" } ]
[[package]]
name = "pluggy"
version = "1.4.0"
[[package]]
name = "colorama"
version = "0.4.6"
[[package]]
name = "forked"
version = "1"
[[package]]
name = "forked"
version = "2"
`;
    const lock = lockOf(treeOf({ 'uv.lock': uv }));
    expect(lock === null ? [] : pinned(['pytest>=7', 'forked', 'free<3'], lock)).toEqual([
      'pytest==8.1.1',
      'forked',
      'free<3',
      'pluggy==1.4.0',
      'colorama==0.4.6',
    ]);
  });
  it('tells a project’s name, version and entry points', () => {
    const files = {
      'pyproject.toml':
        '[project]\nname = "pot"\ndynamic = ["version"]\n[project.entry-points.pytest11]\npot = "pot.plugin"\n[project.scripts]\nbrew = "pot:main"\n',
      'src/pot/__init__.py': '__version__ = "1.2.3"\n',
    };
    expect(projectOf(treeOf(files))).toEqual({
      name: 'pot',
      version: '1.2.3',
      versionFrom: 'assigned in the package',
      entryPoints: { pytest11: { pot: 'pot.plugin' }, console_scripts: { brew: 'pot:main' } },
      requiresPython: null,
    });
    expect(projectOf(treeOf({}))).toBeNull();
  });
});

describe('python recipe', () => {
  it('never installs the project, and bounds versions by date', () => {
    const recipe = recipeOf(
      'python',
      { 'pyproject.toml': '[project]\nname = "pot"\nversion = "1.0"\n', 'src/pot/__init__.py': '' },
      { packages: ['pytest==7.4.4'] },
    );
    const install = steps(recipe).find((step) => step.includes('uv pip install'));
    expect(install).toContain('--exclude-newer 2024-05-06T23:59:59Z pytest==7.4.4');
    expect(steps(recipe).some((step) => /install.*(?: \.| pot\b)/.test(step))).toBe(false);
    expect(recipe.env['PYTHONPATH']).toBe('/workspace/src:/workspace');
    expect(recipe.builders[0]?.outputs).toEqual(['/opt/venv']);
  });
  it('refuses a Python that the image has not', () => {
    expect(() => recipeOf('python', { 'pyproject.toml': '[project]\nname = "pot"\nrequires-python = ">=3.12"\n' })).toThrow(UserError);
    expect(() => recipeOf('python', {}, { toolVersion: '3.8' })).toThrow(UserError);
  });
});

describe.each(['javascript', 'typescript', 'tsx'])('%s recipe', (language) => {
  it.each([
    ['package-lock.json', '{}', 'npm ci --force --ignore-scripts'],
    ['pnpm-lock.yaml', "lockfileVersion: '9.0'\n", 'pnpm install --frozen-lockfile --ignore-scripts'],
    ['yarn.lock', '# yarn lockfile v1\n', 'yarn install --frozen-lockfile --ignore-scripts'],
    ['yarn.lock', '__metadata:\n  version: 8\n', 'yarn install --immutable --mode=skip-build'],
    ['bun.lock', '{}', 'npm install --no-save --no-package-lock --force --before=2024-05-06 --ignore-scripts'],
    ['README.md', '', 'npm install --no-save --no-package-lock --force --before=2024-05-06 --ignore-scripts'],
  ])('%s %j: %s', (lock, text, wanted) => {
    const recipe = recipeOf(language, { 'package.json': '{"name":"x"}', [lock]: text });
    expect(steps(recipe).some((step) => step.startsWith(wanted))).toBe(true);
    expect(recipe.builders[0]?.outputs).toEqual(['/opt/node', '/workspace/node_modules']);
  });
  it('takes the manager’s own version, engines and workspaces', () => {
    const recipe = recipeOf(language, {
      'package.json': '{"packageManager":"pnpm@8.6.0+sha512.ab","engines":{"node":">=22.1"}}',
      'pnpm-lock.yaml': "lockfileVersion: '6.0'",
      'pnpm-workspace.yaml': '',
      'packages/a/package.json': '{}',
      'test/fixtures/b/package.json': '{}',
    });
    expect(steps(recipe)[0]).toMatch(/node@22\.\S+ npm@10\.\S+ pnpm@8\.6\.0$/);
    expect(recipe.builders[0]?.outputs).toEqual(['/opt/node', '/workspace/node_modules', '/workspace/packages/a/node_modules']);
  });
  it('never runs install scripts of dependencies', () => {
    const install = steps(recipeOf(language, { 'package.json': '{}' }, { packages: ['x@1'] }))
      .slice(1)
      .filter((step) => / (?:install|ci) /.test(step));
    expect(install.length).toBeGreaterThan(0);
    for (const step of install) expect(step).toMatch(/--ignore-scripts|--mode=skip-build/);
  });
  it('refuses a Node it does not know', () => {
    expect(() => recipeOf(language, {}, { toolVersion: '6' })).toThrow(UserError);
  });
});

describe('go recipe', () => {
  it('takes Debian’s go where it is new enough, without network at run time', () => {
    const recipe = recipeOf('go', {
      'go.mod': 'module x\n\ngo 1.19\n\nrequire (\n\ta.b/c v1.0.0\n\td.e/f v1.0.0 // indirect\n)\n',
      'sub/go.mod': 'module x/sub\n',
    });
    expect(recipe.system).toEqual(['golang-go']);
    expect(steps(recipe)).toContain('env -C /workspace/sub go mod download');
    expect(recipe.env).toMatchObject({ GOPROXY: 'off', GOSUMDB: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' });
    expect(recipe.setup.map((step) => step.at(-1))).toContain('a.b/c/...');
    expect(JSON.stringify(recipe.setup)).not.toContain('d.e/f');
  });
  it.each([
    ['1.20', '1.21.13'],
    ['1.21', '1.21.13'],
    ['1.22.5', '1.22.12'],
    ['1.23rc1', '1.23.12'],
  ])('go %s is served by %s of the module proxy', (line, release) => {
    const recipe = recipeOf('go', { 'go.mod': `module x\n\ngo ${line}\n` });
    expect(steps(recipe)[0]).toBe(
      `env -C / GOPATH=/tmp/toolchain GOFLAGS= go mod download golang.org/toolchain@v0.0.1-go${release}.linux-amd64`,
    );
    expect(recipe.builders[0]?.outputs).toEqual(['/go', '/opt/go']);
    expect(recipe.env['PATH']).toMatch(/^\/opt\/go\/bin:/);
  });
  it('refuses a future go', () => {
    expect(() => recipeOf('go', { 'go.mod': 'module x\n\ngo 1.99\n' })).toThrow(UserError);
  });
});
