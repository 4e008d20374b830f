import { basename, dirname, join, relative, resolve } from 'node:path';
import picomatch from 'picomatch';
import { readDenylists } from '#io/denylists.ts';
import { kindOf, list, readBytes } from '#io/files.ts';
import { checkYaml, parseYaml, problemsAsMessage } from '#io/yaml.ts';
import type { Denylists } from '#schema/denylist.ts';
import { UserError } from '#schema/errors.ts';
import { Pool } from '#schema/pool.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { type NamedSource, PrSource } from '#schema/source.ts';

/** A pool as its file tells it, with every path absolute. */
export interface OpenedPool {
  readonly pool: Pool;
  /** As the user named it, for messages. */
  readonly file: string;
  readonly folder: string;
  readonly cacheDir: string;
  readonly out: string;
  /** By id. Places are relative to the pool's folder, so that no answer depends on where it lies. */
  readonly sources: readonly NamedSource[];
  /** Source files that cannot be used, with why: the others go on. */
  readonly refused: readonly RefusedSource[];
  readonly denylists: Denylists;
}

export interface RefusedSource {
  readonly id: string;
  /** `file:line:column: what is wrong. What to do.` */
  readonly message: string;
}

/** Opens a `pool.yaml`, or the one in a folder. Throws UserError with `file:line:column` for what is wrong in it; a source with a fault is refused alone. */
export async function openPool(path: string): Promise<OpenedPool> {
  const file = kindOf(path) === 'directory' ? join(path, 'pool.yaml') : path;
  if (kindOf(file) === null)
    throw new UserError(file, 'there is no such file', 'Name a pool.yaml, or a folder that holds one, with --pool.');
  const pool = parseYaml(await readBytes(file), file, Pool);
  const folder = dirname(resolve(file));
  return {
    pool,
    file,
    folder,
    cacheDir: resolve(folder, pool.cacheDir),
    out: resolve(folder, pool.out ?? join('tasks-out', pool.name)),
    ...(await readSources(folder, file, pool.sources)),
    denylists: await readDenylists(resolve(folder, pool.denylists)),
  };
}

async function readSources(
  folder: string,
  poolFile: string,
  patterns: readonly string[],
): Promise<Pick<OpenedPool, 'sources' | 'refused'>> {
  const files = new Set<string>();
  for (const [i, pattern] of patterns.entries()) {
    const found = await filesOf(folder, pattern);
    if (found.length === 0 && kindOf(resolve(folder, picomatch.scan(pattern).base)) !== 'directory') {
      throw new UserError(`${poolFile} sources.${i}`, `${pattern} matches no file`, 'Correct the path; it is relative to the file.');
    }
    for (const path of found) files.add(path);
  }
  const sources: NamedSource[] = [];
  const refused: RefusedSource[] = [];
  for (const path of [...files].sort(byCodeUnit)) {
    const place = relative(folder, path);
    const id = basename(path, '.yaml');
    if (!/^[A-Za-z0-9_.-]+$/.test(id)) throw new UserError(place, `${id} is no name for a source`, 'Use <owner>--<name>.yaml.');
    const twin = sources.find((source) => source.id === id);
    if (twin !== undefined) throw new UserError(place, `${twin.place} has the same name`, 'Rename one of them.');
    const content = await readBytes(path);
    const checked = checkYaml(content, place, PrSource);
    if (checked.value === null) refused.push({ id, message: problemsAsMessage(checked.problems) });
    else sources.push({ id, place, source: checked.value, observed: placesIn(content.toString('utf8'), place) });
  }
  return { sources: sources.sort((a, b) => byCodeUnit(a.id, b.id)), refused };
}

/** YAML files of a pattern: a glob, a folder, or one file. Only the glob's own part is matched, so that a folder may have any name. */
async function filesOf(folder: string, pattern: string): Promise<string[]> {
  const { base, glob, isGlob } = picomatch.scan(pattern);
  const top = resolve(folder, isGlob ? base : pattern);
  if (!isGlob && kindOf(top) === 'file') return [top];
  if (kindOf(top) !== 'directory') return [];
  const matches = picomatch(isGlob ? glob : '*.yaml');
  return (await list(top)).filter((entry) => entry.kind === 'file' && matches(entry.path)).map((entry) => join(top, entry.path));
}

/** Where top-level keys stand that later stages may have to point at. */
function placesIn(text: string, place: string): NonNullable<NamedSource['observed']> {
  const lines = text.split('\n');
  const at = (key: string): string => `${place}:${lines.findIndex((line) => line.startsWith(`${key}:`)) + 1}:1`;
  return { repository: at('repository'), licence: at('licence') };
}
