import picomatch from 'picomatch';
import type { WorkspaceDelta } from './judge.ts';

/**
 * Files that say how tests are run, found or counted. They come from the task's base, never from the workspace; nor does what an
 * interpreter or build tool would take instead of the source. Globs, at any depth.
 */
export const RUNNER_FILES: readonly string[] = [
  // Hooks, plugins and settings of test runners.
  '**/conftest.py',
  '**/{pytest,.pytest}.ini',
  '**/{tox.ini,setup.cfg,pyproject.toml,noxfile.py,.coveragerc}',
  '**/{vitest,vite}.{config,workspace}.*',
  '**/{jest,jasmine,ava,karma,playwright,cypress,babel,web-test-runner}.{config,conf}.*',
  '**/{.mocharc,.babelrc,.swcrc,.nycrc,.taprc}*',
  '**/junit-platform.properties',
  '**/META-INF/services/org.junit.*',
  '**/.cargo/**',
  '**/rust-toolchain{,.toml}',
  '**/.mvn/**',
  // Dependency manifests: no unit owns them.
  '**/{package.json,package-lock.json,npm-shrinkwrap.json,yarn.lock,pnpm-lock.yaml,pnpm-workspace.yaml,.npmrc,.yarnrc*,.pnpmfile.cjs}',
  '**/{go.mod,go.sum,go.work,go.work.sum}',
  // What stands in front of the runner or of the source.
  '**/{sitecustomize,usercustomize}.py',
  '**/*.pth',
  '**/{pytest,_pytest,pluggy}{.py,/**}',
  '**/__pycache__/**',
  '**/*.py[cod]',
  '**/node_modules/**',
  '**/{.git,.hg,.venv}/**',
];

export interface Scope {
  /** Repository paths of the pristine tests. */
  readonly tests: readonly string[];
  /** Globs that the workspace cannot write. */
  readonly pristine: readonly string[];
}
export interface Scoped {
  readonly state: WorkspaceDelta;
  /** Paths that the workspace changed and the judge did not take, sorted as given. */
  readonly ignored: readonly string[];
}

/** True for a path that is a pristine test, a directory of one (as a file or link in its place) or lies below one. */
function inTheWayOf(tests: readonly string[]): (path: string) => boolean {
  const files = new Set(tests);
  const directories = new Set(tests.flatMap((path) => path.split('/').map((_part, index, parts) => parts.slice(0, index).join('/'))));
  return (path) =>
    files.has(path) || directories.has(path) || path.split('/').some((_part, index, parts) => files.has(parts.slice(0, index).join('/')));
}

/** Leaves out of a workspace's difference what the judge takes from the task: tests, runner files, manifests. */
export function scopeFilter(state: WorkspaceDelta, scope: Scope): Scoped {
  const pristine = picomatch([...scope.pristine], { dot: true });
  const test = inTheWayOf(scope.tests);
  const ours = (path: string): boolean => pristine(path) || test(path);
  return {
    state: { put: state.put.filter((file) => !ours(file.path)), remove: state.remove.filter((path) => !ours(path)) },
    ignored: [...state.put.map((file) => file.path), ...state.remove].filter(ours),
  };
}
