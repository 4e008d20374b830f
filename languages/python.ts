import { GRAMMARS } from './grammars.ts';
import type { Language } from './language.ts';
import { PYTHON_DIALECT } from './python/dialect.ts';
import { pytest } from './python/pytest.ts';
import { PYTHON_QUERY } from './python/query.ts';
import { pythonRecipe } from './python/recipe.ts';
import { pythonResolver } from './python/resolve.ts';
import { foldSymbols } from './symbols/fold.ts';
import { casesByDefinition } from './test-cases.ts';

export const python: Language = {
  id: 'python',
  title: 'Python',
  extensions: ['.py', '.pyi', '.pyw'],
  shebangs: ['python', 'pypy'],
  roles: {
    generated: ['**/_version.py', '**/__version__.py', '**/*.egg-info/**'],
    lockfile: ['**/{uv.lock,poetry.lock,pdm.lock,Pipfile.lock,pylock.toml,pylock.*.toml,conda-lock.yml}'],
    manifest: [
      '**/{pyproject.toml,setup.py,setup.cfg,MANIFEST.in,Pipfile,tox.ini,noxfile.py,pytest.ini,.pytest.ini,mypy.ini,environment.yml,.coveragerc}',
      '**/requirements*.{txt,in}',
      '**/requirements/**/*.{txt,in}',
    ],
    test: ['**/{test,tests}/**/*.py', '**/test_*.py', '**/*_test.py', '**/conftest.py', '**/tests.py'],
    source: ['**/*.{py,pyi,pyw}', '**/py.typed'],
  },
  grammar: {
    wasm: GRAMMARS.python.wasm,
    query: PYTHON_QUERY,
    fold: (captures, source, errorShare) => foldSymbols(captures, source, errorShare, PYTHON_DIALECT),
  },
  resolver: pythonResolver,
  testCases: (_text, symbols) => casesByDefinition(symbols, /^test/),
  frameworks: [pytest],
  recipe: pythonRecipe,
};
