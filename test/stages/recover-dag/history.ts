import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepositories } from '#io/repositories.ts';
import type { Repository } from '#io/repository.ts';

/** Files of one commit, whole. */
export type Files = Readonly<Record<string, string>>;
export interface Told {
  readonly subject: string;
  readonly files: Files;
  readonly pr?: number;
  readonly verified?: boolean;
  readonly revertOf?: number;
  readonly day?: number;
}
export interface History extends AsyncDisposable {
  readonly repository: Repository;
  readonly gitDir: string;
  /** Oldest first; the first is the base. */
  readonly commits: readonly string[];
}

/** A real repository with a straight line of commits, written by one `git fast-import`. */
export async function historyOf(told: readonly Told[]): Promise<History> {
  const root = mkdtempSync(join(tmpdir(), 'recover-dag-'));
  const source = join(root, 'source');
  execFileSync('git', ['init', '-q', '--initial-branch=main', source]);
  const stream = told.map((commit, index) => {
    const who = `A U Thor <author@example.org> ${1_700_000_000 + (commit.day ?? index) * 86_400} +0000`;
    const files = Object.entries(commit.files).map(([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    return `commit refs/heads/main\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\ndata ${Buffer.byteLength(commit.subject)}\n${commit.subject}\n${index === 0 ? '' : `from :${index}\n`}deleteall\n${files.join('')}\n`;
  });
  execFileSync('git', ['-C', source, 'fast-import', '--quiet'], { input: stream.join('') });
  const commits = execFileSync('git', ['-C', source, 'rev-list', '--reverse', 'main'], { encoding: 'utf8' }).trim().split('\n');
  const repositories = createRepositories({ cacheDir: join(root, 'cache'), mirrors: [] });
  const repository = await repositories.open(source, [commits[0] ?? '', commits.at(-1) ?? '']);
  return {
    repository,
    gitDir: repository.gitDir,
    commits,
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Commits as what each adds or replaces (null deletes), on top of the one before. */
export function line(
  steps: readonly (readonly [subject: string, files: Readonly<Record<string, string | null>>, more?: Partial<Told>])[],
): Told[] {
  let files: Record<string, string> = {};
  return steps.map(([subject, changed, more]) => {
    files = { ...files };
    for (const [path, text] of Object.entries(changed)) {
      if (text === null) delete files[path];
      else files[path] = text;
    }
    return { subject, files: files as Files, ...more };
  });
}
