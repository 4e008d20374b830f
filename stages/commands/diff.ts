import { table } from '#io/table.ts';
import type { ManifestTask } from '#schema/manifest.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { PublishedManifest } from './read-manifest.ts';

export interface PoolDifference {
  readonly task: string;
  readonly change: 'only in a' | 'only in b' | 'changed';
  /** Paths whose content or mode differs, or that one side lacks. */
  readonly files: readonly string[];
  /** `units 12 → 13`. */
  readonly stats: readonly string[];
}

/** Task by task, by content; equal pools give none. */
export function diffPools(a: PublishedManifest, b: PublishedManifest): PoolDifference[] {
  const left = new Map(a.tasks.map((task) => [task.id, task]));
  const right = new Map(b.tasks.map((task) => [task.id, task]));
  return [...new Set([...left.keys(), ...right.keys()])].sort(byCodeUnit).flatMap((id): PoolDifference[] => {
    const before = left.get(id);
    const after = right.get(id);
    if (before === undefined || after === undefined)
      return [{ task: id, change: before === undefined ? 'only in b' : 'only in a', files: [], stats: [] }];
    return before.tree === after.tree
      ? []
      : [{ task: id, change: 'changed', files: changedFiles(before, after), stats: changedStats(before, after) }];
  });
}

function changedFiles(before: ManifestTask, after: ManifestTask): string[] {
  const left = new Map(before.files.map((file) => [file.path, `${file.mode} ${file.sha256}`]));
  const right = new Map(after.files.map((file) => [file.path, `${file.mode} ${file.sha256}`]));
  return [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path)).sort(byCodeUnit);
}

function changedStats(before: ManifestTask, after: ManifestTask): string[] {
  const now = new Map(Object.entries(after.stats));
  return Object.entries(before.stats).flatMap(([name, value]) => (now.get(name) === value ? [] : [`${name} ${value} → ${now.get(name)}`]));
}

const SHOWN = 5;
export function diffText(differences: readonly PoolDifference[]): string {
  if (differences.length === 0) return 'The pools are equal.\n';
  return table(differences, [
    { head: 'task', cell: (row) => row.task },
    { head: 'change', cell: (row) => row.change },
    { head: 'stats', cell: (row) => row.stats.join(', ') },
    {
      head: 'files',
      cell: (row) => `${row.files.slice(0, SHOWN).join(' ')}${row.files.length > SHOWN ? ` and ${row.files.length - SHOWN} more` : ''}`,
    },
  ]);
}
