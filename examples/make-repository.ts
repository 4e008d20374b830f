import { fileURLToPath } from 'node:url';
import { UserError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import { run } from '#io/exec.ts';
import { exists, readText, remove } from '#io/files.ts';
import { BARE_ENVIRONMENT, gitTool } from '#io/git-argv.ts';
import { parseYaml } from '#io/yaml.ts';
import { History, type Landing, landingMessage } from './history.ts';

/** The forge's own name on what it merges. */
const FORGE = 'GitHub <noreply@github.com>';

type Git = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;
interface Identity {
  readonly by: string;
  readonly at: string;
}

/** Folder of a scripted repository; UserError when there is none of that name. */
export async function exampleFolder(name: string): Promise<string> {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  if (!/^[a-z]+$/.test(name) || !(await exists(`${folder}history.yaml`)))
    throw new UserError(`examples:${name}`, 'is no scripted repository', 'Name a folder of examples/ that holds a history.yaml.');
  return folder;
}

function gitIn(gitDir: string): Git {
  const tool = gitTool();
  return async (args, env = {}) => {
    const argv = [tool, '-c', 'core.fsync=none', '-c', 'merge.directoryRenames=false', ...args];
    const result = await run(argv, {
      cwd: '/',
      env: { ...BARE_ENVIRONMENT, GIT_DIR: gitDir, ...env },
      timeoutMs: 60_000,
      maxBytes: 1_048_576,
    });
    if (result.exit !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr.toString()}${result.stdout.toString()}`);
    return result.stdout.toString().trim();
  };
}

function identity(author: Identity, committer: Identity): Readonly<Record<string, string>> {
  const [authorName = '', authorMail = ''] = author.by.slice(0, -1).split(' <');
  const [name = '', mail = ''] = committer.by.slice(0, -1).split(' <');
  return {
    GIT_AUTHOR_NAME: authorName,
    GIT_AUTHOR_EMAIL: authorMail,
    GIT_AUTHOR_DATE: author.at,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: mail,
    GIT_COMMITTER_DATE: committer.at,
  };
}

/** Applies a patch to a commit's tree in an index of its own: no work tree. */
async function patched(git: Git, onto: Oid | null, patch: string, indexFile: string): Promise<string> {
  await remove(indexFile);
  const env = { GIT_INDEX_FILE: indexFile };
  if (onto !== null) await git(['read-tree', onto], env);
  await git(['apply', '--cached', '--whitespace=nowarn', patch], env);
  return git(['write-tree'], env);
}

async function commit(
  git: Git,
  tree: string,
  parents: readonly Oid[],
  message: string,
  people: Readonly<Record<string, string>>,
): Promise<Oid> {
  return git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', message.trimEnd()], people);
}

interface Writing {
  readonly git: Git;
  readonly folder: string;
  readonly indexFile: string;
  readonly repository: string;
  readonly landed: ReadonlyMap<string, Oid>;
}

/** Puts commit ids in place of `{name}`. */
function resolved(body: string | undefined, landed: ReadonlyMap<string, Oid>): string | undefined {
  return body?.replace(/\{([a-z0-9-]+)\}/g, (_, name: string) => {
    const id = landed.get(name);
    if (id === undefined) throw new UserError('history.yaml', `{${name}} is no earlier landing`, 'Name one that stands above.');
    return id;
  });
}

/** Commits of the branch on its fork point, then the merge; `head` is what the pull request's ref shows. */
async function land(writing: Writing, landing: Landing, tip: Oid | null): Promise<{ readonly landed: Oid; readonly head: Oid }> {
  const { git, folder, indexFile } = writing;
  const message = landingMessage(landing, writing.repository, resolved(landing.body, writing.landed));
  const author = { by: landing.by, at: landing.at };
  if (landing.how !== 'merge') {
    const tree = await patched(git, tip, `${folder}${landing.patch}.patch`, indexFile);
    const committer = landing.how === 'squash' ? { by: FORGE, at: landing.at } : author;
    const id = await commit(git, tree, tip === null ? [] : [tip], message, identity(author, committer));
    return { landed: id, head: id };
  }
  const fork = writing.landed.get(landing.after);
  if (fork === undefined || tip === null)
    throw new UserError('history.yaml', `"${landing.after}" is no earlier landing`, 'Name one that stands above.');
  let head = fork;
  for (const step of landing.commits) {
    const tree = await patched(git, head, `${folder}${step.patch}.patch`, indexFile);
    const own = { by: landing.by, at: step.at };
    head = await commit(git, tree, [head], `${step.subject}\n`, identity(own, own));
  }
  const merged = await git(['merge-tree', '--write-tree', tip, head]);
  return { landed: await commit(git, merged, [tip, head], message, identity(author, { by: FORGE, at: landing.at })), head };
}

/**
 * Writes the scripted repository `name` as a bare repository at `gitDir`, which must not exist: branch `main`, and
 * `refs/pull/N/head` for each pull request. The same patches give the same commit ids on every machine. Answers with the commit of
 * each landing, in order, by name.
 */
export async function makeExample(name: string, gitDir: string): Promise<ReadonlyMap<string, Oid>> {
  const folder = await exampleFolder(name);
  const history = parseYaml(await readText(`${folder}history.yaml`), `examples/${name}/history.yaml`, History);
  const git = gitIn(gitDir);
  await git(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', gitDir]);
  const landed = new Map<string, Oid>();
  const writing = { git, folder, indexFile: `${gitDir}/index-of-examples`, repository: history.title, landed };
  let tip: Oid | null = null;
  for (const landing of history.landings) {
    const step = await land(writing, landing, tip);
    tip = step.landed;
    landed.set(landing.name, tip);
    if (landing.how !== 'direct') await git(['update-ref', `refs/pull/${landing.pr}/head`, step.head]);
  }
  if (tip !== null) await git(['update-ref', 'refs/heads/main', tip]);
  await remove(writing.indexFile);
  return landed;
}
