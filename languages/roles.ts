import picomatch from 'picomatch';
import type { FileRole } from '#schema/change.ts';
import type { PrSource } from '#schema/source.ts';
import type { Language } from './language.ts';
import { nameOf } from './paths.ts';

export interface ToldRole {
  readonly role: FileRole;
  /** The rule that decided: `roles of the source: tests/**`, `python: **\/*.py`, `no rule`. */
  readonly by: string;
}
interface Rule {
  readonly role: FileRole;
  readonly by: string;
  readonly glob: string;
}

/** Rules that hold whatever the language is, in the steps of `roleOf`. */
export const GENERAL_ROLES = {
  generated: [
    '**/*.min.js',
    '**/*.min.css',
    '**/*.map',
    '**/*.pb.go',
    '**/*_pb2.py',
    '**/*_pb2_grpc.py',
    '**/*.generated.*',
    '**/generated/**',
    '**/__generated__/**',
  ],
  vendored: [
    '**/node_modules/**',
    '**/vendor/**',
    '**/third_party/**',
    '**/third-party/**',
    '**/bower_components/**',
    '**/_vendor/**',
    '**/.yarn/**',
  ],
  /** Data of tests: before manifests, since a fixture may be a package.json. */
  fixtures: ['**/{fixtures,__fixtures__,testdata,__snapshots__,snapshots,test_data,test-data}/**', '**/*.snap'],
  binary: [
    '**/*.{png,jpg,jpeg,gif,webp,ico,bmp,tiff,psd,pdf,zip,gz,tgz,bz2,xz,7z,tar,jar,war,class,so,dll,dylib,exe,o,a,wasm,woff,woff2,ttf,otf,eot,mp3,mp4,mov,avi,ogg,wav,webm,db,sqlite,sqlite3,bin,pyc,pkl,npy,parquet}',
  ],
  /** Data beside tests that no language's glob names. */
  test: ['**/{test,tests,__tests__,spec,specs,e2e}/**'],
  /**
   * Places that hold prose, automation or show-pieces, whatever the files are. Examples and benchmarks are here: tests rarely need
   * them, and code in them would bear edges that no test can prove. A repository whose tests do names them in its source file.
   */
  places: [
    '{doc,docs,documentation,website,site,www}/**',
    '**/{examples,example,_examples,samples,demo,demos,benchmark,benchmarks,bench,benches,playground}/**',
    '**/{.github,.gitlab,.circleci,.azure-pipelines,.buildkite,.devcontainer,.vscode,.idea,.husky,.changeset,changelog.d,changes,newsfragments}/**',
    '**/{.travis.yml,.gitlab-ci.yml,appveyor.yml,azure-pipelines.yml,Jenkinsfile,.readthedocs.y*ml,.pre-commit-config.y*ml,codecov.yml,.codecov.yml}',
    '**/{Dockerfile,Dockerfile.*,.dockerignore,docker-compose*.y*ml,Justfile,justfile,Taskfile.y*ml,Procfile,Vagrantfile}',
    '**/{README,CHANGELOG,CHANGES,HISTORY,NEWS,AUTHORS,CONTRIBUTORS,CONTRIBUTING,LICENSE,LICENCE,COPYING,NOTICE,SECURITY,CODEOWNERS,CODE_OF_CONDUCT,MAINTAINERS,CITATION,VERSION}{,.*,-*}',
    '**/{LICENSES,LICENCES}/**',
  ],
  /** Prose and settings, once no language claimed the file. */
  auxiliary: [
    '**/{Makefile,makefile,GNUmakefile}',
    '**/*.{md,mdx,markdown,rst,adoc,txt,svg,csv,tsv,ipynb,tex,bib}',
    '**/.{editorconfig,gitignore,gitattributes,gitmodules,mailmap,npmignore,npmrc,nvmrc,node-version,python-version,prettierrc,eslintrc,eslintignore,prettierignore,flake8,pylintrc,coveragerc,golangci,goreleaser,biome,oxlintrc,dprint}*',
    '*.{yml,yaml,toml,cfg,ini,conf}',
    '**/{eslint.config,prettier.config,commitlint.config,renovate,biome,dprint,typedoc,jsr,deno,lerna,nx,turbo,cspell,.cspell,knip,oxlintrc,release.config,size-limit}.*',
  ],
} as const;

/** The languages' own steps, by contract; the general rules stand between them. */
function stepsOf(languages: readonly Language[], overrides: PrSource['roles']): Rule[] {
  const own = (role: FileRole): Rule[] =>
    languages.flatMap((one) => (one.roles[role] ?? []).map((glob) => ({ role, by: `${one.id}: ${glob}`, glob })));
  const general = (key: keyof typeof GENERAL_ROLES, role: FileRole): Rule[] =>
    GENERAL_ROLES[key].map((glob) => ({ role, by: `general: ${glob}`, glob }));
  const told = (['test', 'source', 'auxiliary', 'generated', 'vendored'] as const).flatMap((role) =>
    overrides[role].map((glob) => ({ role, by: `roles of the source: ${glob}`, glob })),
  );
  return [
    ...told,
    ...general('generated', 'generated'),
    ...own('generated'),
    ...general('vendored', 'vendored'),
    ...own('vendored'),
    ...general('fixtures', 'test'),
    ...own('lockfile'),
    ...own('manifest'),
    ...general('binary', 'binary'),
    ...own('test'),
    ...general('test', 'test'),
    ...general('places', 'auxiliary'),
    ...own('source'),
    ...own('auxiliary'),
    ...general('auxiliary', 'auxiliary'),
  ];
}

const matchers = new Map<string, (path: string) => boolean>();
function matches(glob: string, path: string): boolean {
  const matcher = matchers.get(glob) ?? picomatch(glob, { dot: true });
  matchers.set(glob, matcher);
  return matcher(path);
}

const NO_OVERRIDES: PrSource['roles'] = { test: [], source: [], auxiliary: [], generated: [], vendored: [] };

/**
 * A role for every path. A file that no rule knows is `source` when it lies in a folder (data or code in another language, which
 * the tests may need: composed, it can do no harm) and `auxiliary` at the top of the repository.
 */
export function roleTeller(languages: readonly Language[], overrides: PrSource['roles'] = NO_OVERRIDES): (path: string) => ToldRole {
  const steps = stepsOf(languages, overrides);
  const told = new Map<string, ToldRole>();
  return (path) => {
    const known = told.get(path);
    if (known !== undefined) return known;
    const rule = steps.find(({ glob }) => matches(glob, path));
    const role: ToldRole =
      rule === undefined ? { role: nameOf(path) === path ? 'auxiliary' : 'source', by: 'no rule' } : { role: rule.role, by: rule.by };
    told.set(path, role);
    return role;
  };
}

/** `roleTeller` for one path. */
export function roleOf(path: string, languages: readonly Language[], overrides: PrSource['roles'] = NO_OVERRIDES): ToldRole {
  return roleTeller(languages, overrides)(path);
}

/** True when a file's first lines say that a program wrote it. */
export function isGeneratedText(text: string): boolean {
  const head = text.slice(0, 2_000);
  return /^(?:\/\/|#|--|\/\*|\s\*) ?(?:Code generated .* DO NOT EDIT\.?|.*@generated\b|.*\bauto-?generated\b.*(?:do not edit|don't edit))/im.test(
    head,
  );
}
