import { join } from 'node:path';
import type { z } from 'zod';
import { checkJson } from '#io/json.ts';
import { kindOf, readBytes } from '#io/files.ts';
import { UserError } from '#schema/errors.ts';
import { Manifest } from '#schema/manifest.ts';

/** A manifest as it lies in a pool: what the machine saw is in a file of its own. */
const PublishedManifest = Manifest.omit({ observed: true });
export type PublishedManifest = z.infer<typeof PublishedManifest>;

/** Reads the manifest of a built pool, given its folder or the file. */
export async function readManifest(path: string): Promise<PublishedManifest> {
  const file = kindOf(path) === 'directory' ? join(path, 'manifest.json') : path;
  if (kindOf(file) === null) throw new UserError(file, 'there is no built pool', 'Run pool:build, or give the folder of a built pool.');
  const checked = checkJson(await readBytes(file), file, PublishedManifest);
  const [problem] = checked.problems;
  if (checked.value === null)
    throw new UserError(problem?.place ?? file, problem?.what ?? 'cannot be read', problem?.fix ?? 'Build it again.');
  return checked.value;
}
