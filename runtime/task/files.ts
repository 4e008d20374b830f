import type { Tree, TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';

/** A task directory in memory, by path. */
export interface TaskFiles {
  /** The directory's name. */
  readonly id: string;
  readonly all: Tree;
  file(path: string): TreeFile | undefined;
  /** UTF-8 text; null when absent. */
  text(path: string): string | null;
  /** Files below a directory, their paths relative to it. */
  under(directory: string): Tree;
  /** Names of the directories directly below one. */
  directories(directory: string): readonly string[];
  /** `task_x/path`, as messages name it. */
  place(path: string): string;
}

export function taskFiles(id: string, files: Tree): TaskFiles {
  const all = [...files].sort((a, b) => byCodeUnit(a.path, b.path));
  const byPath = new Map(all.map((file) => [file.path, file]));
  const under = (directory: string): Tree => {
    const start = `${directory}/`;
    return all.filter((file) => file.path.startsWith(start)).map((file) => ({ ...file, path: file.path.slice(start.length) }));
  };
  return {
    id,
    all,
    under,
    file: (path) => byPath.get(path),
    text: (path) => byPath.get(path)?.content.toString('utf8') ?? null,
    directories: (directory) => [
      ...new Set(under(directory).flatMap((file) => (file.path.includes('/') ? [file.path.slice(0, file.path.indexOf('/'))] : []))),
    ],
    place: (path) => `${id}/${path}`,
  };
}
