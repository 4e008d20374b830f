import { InfraError } from '#schema/errors.ts';
import type { LoadedTask } from '#runtime/task/load.ts';
import type { ExecResult, Sandbox, Tree } from '#runtime/sandbox/sandbox.ts';
import { textFile, yamlText } from '#runtime/task/text.ts';
import { BASE_TESTS } from '#runtime/task/emit-tests.ts';

/** Directories of the run itself in the agent's workspace: no part of the code that is judged. */
export const RUN_DIRECTORIES = ['requirements', 'tests', 'requirement_patches', 'agent_plans', 'agent_tests'] as const;
/** Build output and history: left out of snapshots, unless the task's base has a directory of that name. */
const OUTPUT_DIRECTORIES = ['.git', 'node_modules', '__pycache__', '.venv', '.pytest_cache', '.mypy_cache', '.ruff_cache'] as const;

/** Names that a snapshot of this task leaves out; the same at its start and its end. */
export function skippedNames(base: Tree): readonly string[] {
  const used = new Set(base.flatMap((file) => file.path.split('/')));
  return OUTPUT_DIRECTORIES.filter((name) => name === '.git' || !used.has(name));
}

/** Fixed author and dates: the commit's id tells of the content only. */
const GIT_ENV = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'workspace',
  GIT_AUTHOR_EMAIL: 'workspace@example.invalid',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'workspace',
  GIT_COMMITTER_EMAIL: 'workspace@example.invalid',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
};
const LIMITS = { timeoutMs: 120_000, outputBytes: 64 * 1024 };

async function must(sandbox: Sandbox, argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ExecResult> {
  const ended = await sandbox.exec(argv, { ...LIMITS, cwd: sandbox.workspace, env });
  if (ended.exit === 0) return ended;
  const words = ended.stderr.toString('utf8').trim();
  throw new InfraError(`${argv.join(' ')} failed in the workspace: ${words}`, { retryable: ended.exit !== 127 });
}

/** What the agent finds beside the base: every requirement, and the attached tests unless they are hidden. */
function attachments(task: LoadedTask, hideTests: boolean): Tree {
  const requirements = task.units.map((unit) => {
    const original = task.files.file(`requirements/${unit.slug}.yaml`);
    return original === undefined
      ? textFile(`requirements/${unit.slug}.yaml`, yamlText({ id: unit.slug, title: unit.title, requirement: unit.requirement }, task.id))
      : { ...original };
  });
  if (hideTests) return requirements;
  const tests = [{ id: BASE_TESTS, tests: task.baseTests }, ...task.units];
  return [
    ...requirements,
    ...tests.flatMap(({ id, tests: files }) => files.map((file) => ({ ...file, path: `tests/${id}/${file.path}` }))),
  ];
}

/** Makes the sandbox's workspace an agent's: attachments in place, and a git repository of one commit that knows no other. */
export async function prepareWorkspace(sandbox: Sandbox, task: LoadedTask, hideTests: boolean): Promise<void> {
  await sandbox.put(attachments(task, hideTests), sandbox.workspace);
  await must(sandbox, ['mkdir', '-p', 'requirement_patches', 'agent_plans', 'agent_tests']);
  await must(sandbox, ['git', 'init', '--quiet', '--initial-branch=main'], GIT_ENV);
  const exclude = `${skippedNames(task.base)
    .map((name) => `${name}/`)
    .join('\n')}\n`;
  await sandbox.put([textFile('exclude', exclude)], `${sandbox.workspace}/.git/info`);
  await must(sandbox, ['git', 'config', 'user.name', 'agent'], GIT_ENV);
  await must(sandbox, ['git', 'config', 'user.email', 'agent@example.invalid'], GIT_ENV);
  await must(sandbox, ['git', 'add', '--all'], GIT_ENV);
  await must(sandbox, ['git', 'commit', '--quiet', '--message=Starting workspace'], GIT_ENV);
}
