import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

export const ROOMS = ['schema', 'languages', 'io', 'pipeline', 'stages', 'runtime'];

/** Every file that is, or would be, in a commit: by path, sorted. */
export function projectFiles(): readonly string[] {
  const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    encoding: 'utf8',
  });
  return output
    .split('\0')
    .filter((path) => path !== '' && readable(path))
    .sort();
}

function readable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false; // deleted, and not committed yet
  }
}

/** TypeScript of the program itself, not its tests. */
export function programFiles(): readonly string[] {
  return projectFiles().filter((path) => ROOMS.includes(path.split('/')[0] ?? '') && extname(path) === '.ts');
}

/** A file's text with every comment blanked; line numbers stay. Strings that hold `//` keep what stands before it. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[\s;{}(),])\/\/.*$/gm, '$1');
}

/** `path:line: text` of each line of the files that the pattern matches. */
export function linesMatching(paths: readonly string[], pattern: RegExp, prepare: (text: string) => string = (text) => text): string[] {
  return paths.flatMap((path) =>
    prepare(readFileSync(path, 'utf8'))
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}
