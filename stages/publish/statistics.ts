import type { ManifestTask, PoolStats } from '#schema/manifest.ts';

function mean(values: readonly number[]): number {
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;
}
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** Means over the tasks, two decimals (paper, tables 1, 6 and 7); depth is the number of layers. Null for no tasks. */
export function poolStats(tasks: readonly ManifestTask[]): PoolStats | null {
  if (tasks.length === 0) return null;
  const all = tasks.map((task) => task.stats);
  const of = (column: keyof (typeof all)[number]): readonly number[] => all.map((stats) => stats[column]);
  const total = (column: keyof (typeof all)[number]): number => of(column).reduce((sum, value) => sum + value, 0);
  return {
    tasks: tasks.length,
    files: mean(of('baseFiles')),
    linesOfCode: mean(of('baseLines')),
    units: mean(of('units')),
    modules: mean(of('modules')),
    edges: mean(of('edges')),
    depth: mean(of('layers')),
    goldLines: mean(of('goldLines')),
    goldFiles: mean(of('goldFiles')),
    tests: mean(of('tests')),
    spanDays: mean(of('spanDays')),
    totalUnits: total('units'),
    totalTests: total('tests'),
    medianDepth: median(of('layers')),
  };
}
