import type { z } from 'zod';
import { checkJson } from '#io/json.ts';
import { checkYaml, type Checked } from '#io/yaml.ts';
import type { Problem } from '#schema/check.ts';
import { UserError } from '#schema/errors.ts';
import type { TaskFiles } from './files.ts';

/** Reads one YAML or JSON file of a task by its name's ending; null when the task has no such file. */
export function readRecord<T>(files: TaskFiles, path: string, schema: z.ZodType<T>): Checked<T> | null {
  const file = files.file(path);
  if (file === undefined) return null;
  const check = path.endsWith('.json') ? checkJson : checkYaml;
  return check(file.content, files.place(path), schema);
}

/** As `readRecord`, for a file that must be there and right: else UserError with file, line and field. */
export function requireRecord<T>(files: TaskFiles, path: string, schema: z.ZodType<T>): T {
  const read = readRecord(files, path, schema);
  if (read === null) throw new UserError(files.place(path), 'is missing', 'A task needs this file.');
  return required(read);
}

/** As `requireRecord`, but null when the file is absent. */
export function optionalRecord<T>(files: TaskFiles, path: string, schema: z.ZodType<T>): T | null {
  const read = readRecord(files, path, schema);
  return read === null ? null : required(read);
}

function required<T>(read: Checked<T>): T {
  if (read.value !== null) return read.value;
  insist(read.problems);
  throw new Error('refused without a problem');
}

/** Throws the first problem, if there is one. */
export function insist(problems: readonly Problem[]): void {
  const [first] = problems;
  if (first !== undefined) throw new UserError(first.place, first.what, first.fix);
}
