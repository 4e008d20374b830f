import type { Metric, RunResults, TrialResult } from '#schema/results.ts';
import { rows } from '#io/table.ts';

export function metricText(metric: Metric): string {
  return 'value' in metric ? metric.value.toFixed(3) : 'unscored';
}
export function verdictText(result: TrialResult): string {
  return result.is_resolved === null ? 'not judged' : result.is_resolved ? 'resolved' : 'unresolved';
}

/** A run's results as a table, with what follows from them and why what was not judged was not. */
export function resultsText(results: RunResults): string {
  const table = rows(
    ['trial', 'verdict', 'units', 'TPR', 'depth', 'layers', 'failure'],
    results.results.map((result) => [
      result.trial_name,
      verdictText(result),
      `${result.units.filter(({ verdict }) => verdict === 'pass').length}/${result.units.filter(({ retired }) => !retired).length}`,
      metricText(result.test_pass_rate),
      metricText(result.depth),
      metricText(result.depth_layers),
      result.failure_mode === 'none' ? '' : `${result.failure_mode}: ${result.detail}`,
    ]),
  );
  const { mean } = results;
  const passAt = Object.entries(results.pass_at_k).map(([k, value]) => `pass@${k} ${value.toFixed(3)}`);
  const sums = [`${results.n_resolved} resolved`, `${results.n_unresolved} unresolved`, `${results.n_not_judged} not judged`, ...passAt];
  return `${table}\n${sums.join(', ')}; mean TPR ${metricText(mean.test_pass_rate)}, mean depth ${metricText(mean.depth)}\n`;
}
