import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { exists, readBytes } from '#io/files.ts';
import { readJson } from '#io/json-text.ts';
import { parseYaml } from '#io/yaml.ts';
import { UserError } from '#schema/errors.ts';
import { RunConfig } from '../run/config.ts';

/** Paths of a file are relative to it, and only when it names them. */
const FileConfig = RunConfig.extend({ dataset_path: z.string().min(1).optional(), output_path: z.string().min(1).optional() });

async function fromFile(path: string): Promise<Record<string, unknown>> {
  if (!(await exists(path))) throw new UserError(path, 'does not exist', 'Name a config file.');
  const read = parseYaml(await readBytes(path), path, FileConfig);
  const at = (named: string | undefined): string | undefined => (named === undefined ? undefined : resolve(dirname(path), named));
  return { ...read, dataset_path: at(read.dataset_path), output_path: at(read.output_path) };
}

/** `key=value` flags as agent arguments; a value that is JSON is taken as such. */
export function agentArguments(pairs: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = pairs.map((pair): [string, unknown] => {
    const cut = pair.indexOf('=');
    if (cut <= 0) throw new UserError('--agent-kwarg', `"${pair}" is no key=value`, 'Write --agent-kwarg name=value.');
    const text = pair.slice(cut + 1);
    return [pair.slice(0, cut), readJson(text)?.value ?? text];
  });
  return Object.fromEntries(entries);
}

/** The file's settings with the flags over them; defaults for the rest. `flags` has the names of `RunConfig`; undefined ones were not given. */
export async function runConfig(file: string | undefined, flags: Readonly<Record<string, unknown>>): Promise<RunConfig> {
  const below = file === undefined ? {} : await fromFile(file);
  const given = Object.entries({ ...below, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) });
  const parsed = RunConfig.safeParse(Object.fromEntries(given.filter(([, value]) => value !== undefined)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    `--${String(issue?.path[0] ?? '').replaceAll('_', '-')}`,
    issue?.message ?? 'cannot be read',
    'See `lhb run --help`.',
  );
}
