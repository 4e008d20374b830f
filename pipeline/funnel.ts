import type { DropReason } from '#schema/outcome.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { RunReport } from './report.ts';
import { table } from '#io/table.ts';

/** What one stage let through. `out` may exceed `in`: a fan makes several of one. */
export interface FunnelStage {
  readonly stage: string;
  readonly in: number;
  readonly out: number;
  readonly dropped: readonly {
    readonly reason: DropReason;
    readonly count: number;
    readonly items: readonly { readonly key: string; readonly detail: string }[];
  }[];
  /** Neither kept nor dropped: failed, or not computed. Each with its reason. */
  readonly notJudged: readonly { readonly key: string; readonly why: string }[];
}

/** The by-product of the outcomes: per stage what came in, went on, and left for which reason. */
export function funnel(report: RunReport): FunnelStage[] {
  return report.stages.map((stage) => {
    const rows = report.rows.filter((row) => row.stage === stage);
    const outcomes = rows.flatMap((row) => row.outcomes ?? []);
    const byReason = new Map<DropReason, { key: string; detail: string }[]>();
    for (const outcome of outcomes) {
      if ('dropped' in outcome)
        byReason.set(outcome.dropped, [...(byReason.get(outcome.dropped) ?? []), { key: outcome.key, detail: outcome.detail }]);
    }
    const dropped = [...byReason].map(([reason, items]) => ({
      reason,
      count: items.length,
      items: items.sort((a, b) => byCodeUnit(a.key, b.key)),
    }));
    dropped.sort((a, b) => byCodeUnit(a.reason, b.reason));
    const notJudged = rows
      .filter((row) => row.outcomes === null)
      .map((row) => ({ key: row.key, why: row.failure?.message.split('\n')[0] ?? row.freshness.status }));
    return { stage, in: rows.length, out: outcomes.filter((outcome) => 'object' in outcome).length, dropped, notJudged };
  });
}

/** The funnel as a table, with one line below for each item that left and why. */
export function funnelText(stages: readonly FunnelStage[]): string {
  const head = table(stages, [
    { head: 'stage', cell: (row) => row.stage },
    { head: 'in', cell: (row) => row.in, right: true },
    { head: 'kept', cell: (row) => row.out, right: true },
    { head: 'dropped', cell: (row) => row.dropped.reduce((sum, each) => sum + each.count, 0), right: true },
    { head: 'not judged', cell: (row) => row.notJudged.length, right: true },
    { head: 'reasons', cell: (row) => row.dropped.map((each) => `${each.reason} ${each.count}`).join(', ') },
  ]);
  const left = stages.flatMap((row) => [
    ...row.dropped.flatMap((each) =>
      each.items.map((item) => ({ stage: row.stage, key: item.key, reason: each.reason as string, detail: item.detail })),
    ),
    ...row.notJudged.map((item) => ({ stage: row.stage, key: item.key, reason: 'not judged', detail: item.why })),
  ]);
  if (left.length === 0) return head;
  const details = table(left, [
    { head: 'left at', cell: (row) => row.stage },
    { head: 'item', cell: (row) => row.key },
    { head: 'reason', cell: (row) => row.reason },
    { head: 'detail', cell: (row) => (row.detail.length > 160 ? `${row.detail.slice(0, 159)}…` : row.detail) },
  ]);
  return `${head}\n${details}`;
}
