import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#io/exec.ts';
import { gitTool } from '#io/git-argv.ts';
import { openGitRepository } from '#io/git-repository.ts';
import { encodePath } from '#io/path-bytes.ts';
import type { Repository } from '#io/repository.ts';
import { plainGit, testDirectory } from '#test/kit/git.ts';
import type { Entry, Told, Tree } from './model.ts';

/** A bare repository that takes many histories, each a line of its own from a root commit. */
export interface Store extends AsyncDisposable {
  readonly gitDir: string;
  readonly repository: Repository;
  /** Commit ids, oldest first. One `git fast-import`. */
  write(told: readonly Told[]): readonly string[];
  /** Plain git on it, as a user would ask; throws when it fails. */
  git(...args: readonly string[]): Promise<string>;
}

const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_LITERAL_PATHSPECS: '1',
};

export function openStore(): Store {
  const directory = testDirectory('laws');
  const gitDir = join(directory.path, 'histories.git');
  mkdirSync(gitDir);
  plainGit(gitDir, ['init', '--quiet', '--bare', '--template=', '.']);
  const repository = repositoryAt(gitDir);
  let written = 0;
  return {
    gitDir,
    repository,
    write(told) {
      written += 1;
      const branch = `refs/heads/history${written}`;
      plainGit(gitDir, ['-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet', '--force'], { input: streamOf(branch, told) });
      return plainGit(gitDir, ['rev-list', '--reverse', branch]).toString().trim().split('\n');
    },
    async git(...args) {
      const ran = await run(['git', '--git-dir', gitDir, ...args], { cwd: '/', env: ENVIRONMENT, timeoutMs: 60_000, maxBytes: 1 << 26 });
      if (ran.exit !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr.toString()}`);
      return ran.stdout.toString();
    },
    async [Symbol.asyncDispose]() {
      await repository[Symbol.asyncDispose]();
      directory.remove();
    },
  };
}

/** A reader of its own, which remembers nothing of what others read. */
export function repositoryAt(gitDir: string): Repository {
  return openGitRepository({ git: gitTool(), gitDir, madeObjects: gitDir.replace(/\.git$/, '.made') }, new Set());
}

function streamOf(branch: string, told: readonly Told[]): Buffer {
  const parts: Buffer[] = [];
  const say = (text: string): void => void parts.push(Buffer.from(text));
  const data = (text: string): void => {
    const bytes = Buffer.from(text);
    parts.push(Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n'));
  };
  let before: Tree = new Map<string, Entry>();
  for (const [index, { subject, tree, day }] of told.entries()) {
    const who = `A U Thor <author@example.org> ${1_700_000_000 + day * 86_400 + index} +0000`;
    say(`commit ${branch}\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n`);
    data(subject);
    if (index > 0) say(`from :${index}\n`);
    for (const path of before.keys()) if (!tree.has(path)) say(`D ${quoted(path)}\n`);
    for (const [path, entry] of tree) {
      const was = before.get(path);
      if (was?.text === entry.text && was.mode === entry.mode) continue;
      say(`M ${entry.mode} inline ${quoted(path)}\n`);
      data(entry.text);
    }
    say('\n');
    before = tree;
  }
  return Buffer.concat(parts);
}

/** fast-import's C quoting, every byte but the plainest as octal. */
function quoted(path: string): string {
  const bytes = [...encodePath(path)].map((byte) =>
    byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  );
  return `"${bytes.join('')}"`;
}
