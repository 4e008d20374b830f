import { z } from 'zod';
import type { Problem } from '#schema/check.ts';
import type { TaskFiles } from './files.ts';
import { readRecord } from './read.ts';

/** Where older and newer tasks list the units with an empty shard. */
const NOOP_FILES = ['gold_patches/.loopsbench_split_noop.json', 'gold_patches/.lhb_split_noop.json'];
const Noop = z.looseObject({ noop: z.array(z.string()).default([]), noop_empty_units: z.array(z.string()).default([]) });

export function fileStem(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
}

function bare(name: string): string {
  return name.replace(/^pr_/, '');
}

/** The first of `names` that means `id`: equal, else equal but for a `pr_` prefix on either side. */
export function sameName(names: readonly string[], id: string): string | null {
  return names.find((name) => name === id) ?? names.find((name) => bare(name) === bare(id)) ?? null;
}

/** slug_diff_map.json as requirement stem → shard path; empty when absent. What cannot be read is told, not guessed. */
export function slugMap(files: TaskFiles): { readonly map: ReadonlyMap<string, string>; readonly problems: readonly Problem[] } {
  const read = readRecord(files, 'slug_diff_map.json', z.record(z.string(), z.string()));
  return {
    map: new Map(Object.entries(read?.value ?? {}).map(([name, shard]) => [fileStem(name), shard])),
    problems: read?.problems ?? [],
  };
}

/** Units declared to have no shard, under either name and either key. */
export function noopUnits(files: TaskFiles): { readonly units: ReadonlySet<string>; readonly problems: readonly Problem[] } {
  const reads = NOOP_FILES.flatMap((path) => readRecord(files, path, Noop) ?? []);
  const units = new Set(reads.flatMap(({ value }) => (value === null ? [] : [...value.noop, ...value.noop_empty_units])));
  return { units, problems: reads.flatMap((read) => read.problems) };
}

/**
 * The requirement that a graph node means: of its own name, else the one whose shard has its name. Null when there is none:
 * guessing would judge one unit by another's tests.
 */
export function slugOf(node: string, slugs: readonly string[], shards: ReadonlyMap<string, string>): string | null {
  const direct = sameName(slugs, node);
  if (direct !== null) return direct;
  return slugs.find((slug) => sameName([fileStem(shards.get(slug) ?? '')], node) !== null) ?? null;
}
