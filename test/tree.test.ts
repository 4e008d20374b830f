import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentNames } from '#runtime/agents/index.ts';
import { languages } from '#languages/index.ts';
import { PrSource } from '#schema/source.ts';
import { parseYaml } from '#io/yaml.ts';
import { poolLine } from '#stages/index.ts';
import { linesMatching, programFiles, projectFiles, withoutComments } from './kit/project.ts';

const files = projectFiles();
const below = (folder: string, pattern: RegExp) =>
  files.filter((path) => path.startsWith(folder) && pattern.test(path.slice(folder.length)));

describe('nothing exists that is not listed', () => {
  test('top level', () => {
    const known = [
      '.ci',
      '.dependency-cruiser.cjs',
      '.gitignore',
      '.npmrc',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'bench',
      'biome.json',
      'denylists',
      'docs',
      'eslint.config.js',
      'examples',
      'io',
      'knip.json',
      'languages',
      'package.json',
      'pipeline',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'pool.yaml',
      'runtime',
      'schema',
      'scripts',
      'sources',
      'stages',
      'tasks-out',
      'test',
      'tsconfig.json',
      'vitest.config.ts',
      'vitest.long.config.ts',
    ];
    const found = [...new Set(files.map((path) => path.split('/')[0] ?? ''))];
    expect(found.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('every stage stands on the line, in a folder of its name', () => {
    const folders = below('stages/', /^(?!commands\/)[^/]+\/stage\.ts$/).map((path) => path.split('/')[1]);
    expect([...folders].sort()).toEqual(poolLine.links.map((link) => link.name).sort());
  });

  test('every language file is in the index', () => {
    const declared = below('languages/', /^[^/]+\.ts$/)
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^export const (\w+): Language\b/gm)])
      .map((match) => match[1]);
    expect([...declared].sort()).toEqual(languages.map((language) => language.id).sort());
  });

  test('every agent file is in the index', () => {
    const own = below('runtime/agents/', /^[^/]+\.ts$/).map((path) => basename(path, '.ts'));
    expect(agentNames().filter((name) => !own.includes(name))).toEqual([]);
    const index = readFileSync('runtime/agents/index.ts', 'utf8');
    const unlisted = own.filter((name) => !['agent', 'index'].includes(name) && !index.includes(`'./${name}.ts'`));
    const inner = unlisted.filter(
      (name) => !own.some((other) => other !== name && readFileSync(`runtime/agents/${other}.ts`, 'utf8').includes(`'./${name}.ts'`)),
    );
    expect(inner).toEqual([]);
  });

  test('every scripted repository has a source, and every patch is landed', () => {
    const scripted = readdirSync('examples', { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && files.includes(`examples/${entry.name}/history.yaml`),
    );
    const sources = below('examples/sources/', /\.yaml$/).map((path) => parseYaml(readFileSync(path), path, PrSource).repository);
    expect(scripted.map(({ name }) => `examples:${name}`).sort()).toEqual([...sources].sort());
    for (const { name } of scripted) {
      const history = readFileSync(`examples/${name}/history.yaml`, 'utf8');
      const landed = [...history.matchAll(/patch: ([\w-]+)/g)].map((match) => `${match[1]}.patch`);
      expect(below(`examples/${name}/`, /\.patch$/).map((path) => basename(path))).toEqual([...landed].sort());
    }
  });
});

describe('sources', () => {
  test.each([...below('sources/prs/', /\.yaml$/), ...below('examples/sources/', /\.yaml$/)])(
    '%s is valid and names known languages',
    (path) => {
      const source = parseYaml(readFileSync(path), path, PrSource);
      const known = languages.map((language) => language.id);
      expect(source.languages.filter((id) => !known.includes(id))).toEqual([]);
      expect(basename(path)).toMatch(/^[\w.-]+--[\w.-]+\.yaml$/);
    },
  );
});

describe('names', () => {
  test('no file or folder is called by a word that says nothing', () => {
    const empty = /^(utils?|helpers?|common|misc|managers?|services?|handlers?|processors?|data|info|v\d+)$/;
    const composeWord = ['runtime/task/check-service.ts'];
    const named = [...programFiles(), ...below('scripts/', /\.ts$/), ...below('test/', /\.ts$/)].filter(
      (path) => !composeWord.includes(path),
    );
    expect(named.filter((path) => path.split(/[/.-]/).some((word) => empty.test(word.toLowerCase())))).toEqual([]);
  });

  test('nothing declared is called so either', () => {
    const declared =
      /\b(class|interface|type|function|const) (I[A-Z][a-z]\w*|\w+Impl|\w*(Manager|(?<!Compose)Service|Handler|Processor|Helper|Utils?))\b/;
    expect(linesMatching(programFiles(), declared, withoutComments)).toEqual([]);
  });

  test('a language is named in languages/ only', () => {
    // `tsx` is a package as well, and `go` a program: as the first word of an argv it is one.
    const ids = languages.map((language) => language.id).filter((id) => id !== 'tsx' && id !== 'go');
    const others = ['rust', 'java', 'ruby', 'kotlin', 'golang', 'ecmascript', 'cpp'];
    const name = new RegExp(`(['"\`])((${[...ids, ...others].join('|')})\\1|go\\1(?!, '))`);
    const outside = programFiles().filter((path) => !path.startsWith('languages/'));
    expect(linesMatching(outside, name, withoutComments)).toEqual([]);
  });
});

describe('size and place', () => {
  test('no file of the program has more than 300 lines, and most are short', () => {
    const sizes = programFiles().map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n').length }));
    expect(sizes.filter(({ lines }) => lines > 300)).toEqual([]);
    const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(200);
  });

  test('no file names a place of one machine', () => {
    const here = process.cwd().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const host = new RegExp(`(^|[\\s'"\`(=:])(${here}|/Users/|/home/(?!sandbox|agent)[a-z])`);
    const text = files.filter(
      (path) =>
        !path.startsWith('test/golden/') &&
        !path.startsWith('test/tree.test.ts') &&
        /\.(ts|js|cjs|json|md|ya?ml|sh)$/.test(path) &&
        path !== 'pnpm-lock.yaml',
    );
    expect(linesMatching(text, host)).toEqual([]);
  });
});
