import { join } from 'node:path';
import { DENY_KINDS, Denylists, DenyFile } from '#schema/denylist.ts';
import { readTextIfThere } from './files.ts';
import { parseYaml } from './yaml.ts';

/** Reads `<folder>/<kind>.yaml` of every kind; a file that is absent refuses nothing. Throws UserError with the place of a fault. */
export async function readDenylists(folder: string): Promise<Denylists> {
  const lists: Partial<Record<(typeof DENY_KINDS)[number], unknown>> = {};
  for (const kind of DENY_KINDS) {
    const file = join(folder, `${kind}.yaml`);
    const text = await readTextIfThere(file);
    if (text !== null) lists[kind] = parseYaml(text, file, DenyFile).entries;
  }
  return Denylists.parse(lists);
}
