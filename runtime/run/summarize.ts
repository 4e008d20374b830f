import { byCodeUnit } from '#schema/primitives.ts';
import type { Metric, RunResults, TrialResult } from '#schema/results.ts';

function mean(metrics: readonly Metric[]): Metric {
  const values = metrics.flatMap((metric) => ('value' in metric ? [metric.value] : []));
  return values.length === 0 ? { unscored: 'no trial has it' } : { value: values.reduce((sum, value) => sum + value, 0) / values.length };
}

/** Chance that k of n attempts, c of them resolved, hold a resolved one: 1 − C(n−c, k) / C(n, k). */
export function passAtK(n: number, c: number, k: number): number {
  if (n - c < k) return 1;
  let miss = 1;
  for (let i = 0; i < k; i += 1) miss *= (n - c - i) / (n - i);
  return 1 - miss;
}

/** For each k that every judged task has attempts for; not judged attempts do not count. */
function passAt(results: readonly TrialResult[]): Readonly<Record<string, number>> {
  const byTask = new Map<string, { n: number; c: number }>();
  for (const { task_id, is_resolved } of results) {
    if (is_resolved === null) continue;
    const { n, c } = byTask.get(task_id) ?? { n: 0, c: 0 };
    byTask.set(task_id, { n: n + 1, c: c + (is_resolved ? 1 : 0) });
  }
  const tasks = [...byTask.values()];
  const least = tasks.length === 0 ? 0 : Math.min(...tasks.map(({ n }) => n));
  const ks = Array.from({ length: least }, (_, index) => index + 1);
  return Object.fromEntries(ks.map((k) => [String(k), tasks.reduce((sum, { n, c }) => sum + passAtK(n, c, k), 0) / tasks.length]));
}

/** results.json: trials by name, and what follows from them. */
export function summarize(runId: string, trials: readonly TrialResult[]): RunResults {
  const results = [...trials].sort((a, b) => byCodeUnit(a.trial_name, b.trial_name));
  const judged = results.filter(({ is_resolved }) => is_resolved !== null);
  const won = judged.filter(({ is_resolved }) => is_resolved === true);
  const ids = (of: readonly TrialResult[]): string[] => [...new Set(of.map(({ task_id }) => task_id))].sort(byCodeUnit);
  const resolved = ids(won);
  return {
    id: runId,
    results,
    n_resolved: won.length,
    n_unresolved: judged.length - won.length,
    n_not_judged: results.length - judged.length,
    resolved_ids: resolved,
    unresolved_ids: ids(judged).filter((id) => !resolved.includes(id)),
    accuracy: judged.length === 0 ? null : won.length / judged.length,
    pass_at_k: passAt(results),
    mean: {
      test_pass_rate: mean(results.map((result) => result.test_pass_rate)),
      depth: mean(results.map((result) => result.depth)),
      depth_layers: mean(results.map((result) => result.depth_layers)),
    },
  };
}
