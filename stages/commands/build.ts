import { type FunnelStage, funnel, funnelText } from '#pipeline/funnel.ts';
import { exitOf, type Row, type RunReport } from '#pipeline/report.ts';
import { table } from '#io/table.ts';
import { Manifest } from '#schema/manifest.ts';
import { EXIT } from '#schema/errors.ts';
import { writePool } from '../publish/write-pool.ts';
import type { Session } from './session.ts';

export interface Built {
  readonly report: RunReport;
  /** Null when nothing was published: interrupted, frozen and stale, or no task passed. */
  readonly manifest: Manifest | null;
  readonly exit: number;
  readonly summary: {
    readonly pool: string;
    readonly folder: string;
    readonly digest: string | null;
    readonly tasks: readonly string[];
    readonly funnel: readonly FunnelStage[];
    readonly failures: readonly { readonly stage: string; readonly item: string; readonly kind: string; readonly message: string }[];
    readonly leftOut: readonly string[];
  };
}

/** Brings the whole line up to date and writes the pool's folder from what the last stage kept. */
export async function build(session: Session, how: { readonly only: string | undefined; readonly frozen: boolean }): Promise<Built> {
  let manifest: Manifest | null = null;
  const report = await session.run({
    act: how.frozen ? 'frozen' : 'build',
    only: how.only,
    deliver: async (value, soFar) => {
      const made = Manifest.parse(value);
      await writePool(session.pool.out, made, funnelOfRecord(soFar), session.store.blobs);
      manifest = made;
    },
  });
  return built(session, report, manifest);
}

/** What funnel.json holds: facts of the items, nothing of this very run. */
function funnelOfRecord(report: RunReport): readonly FunnelStage[] {
  return funnel(report);
}

function built(session: Session, report: RunReport, manifest: Manifest | null): Built {
  const failures = report.rows.flatMap((row) => (row.failure === null ? [] : [{ stage: row.stage, item: row.key, ...row.failure }]));
  const exit = exitOf(report);
  const summary = {
    pool: session.pool.pool.name,
    folder: session.pool.out,
    digest: manifest?.digest ?? null,
    tasks: manifest?.tasks.map((task) => task.id) ?? [],
    funnel: funnel(report),
    failures,
    leftOut: report.leftOut,
  };
  return { report, manifest, summary, exit: exit === EXIT.ok && !report.frozen && manifest === null ? EXIT.found : exit };
}

export function buildText({ report, manifest, summary }: Built): string {
  const parts = [funnelText(summary.funnel)];
  if (manifest !== null && manifest.tasks.length > 0) {
    parts.push(
      table(manifest.tasks, [
        { head: 'task', cell: (task) => task.id },
        { head: 'changes', cell: (task) => task.stats.changes, right: true },
        { head: 'units', cell: (task) => task.stats.units, right: true },
        { head: 'edges', cell: (task) => task.stats.edges, right: true },
        { head: 'layers', cell: (task) => task.stats.layers, right: true },
        { head: 'tests', cell: (task) => task.stats.tests, right: true },
        { head: 'gold lines', cell: (task) => task.stats.goldLines, right: true },
        { head: 'days', cell: (task) => Math.round(task.stats.spanDays), right: true },
        { head: 'licence', cell: (task) => task.licence },
      ]),
    );
  }
  if (report.frozen) parts.push(notFresh(report));
  if (summary.leftOut.length > 0) parts.push(`Not asked for and not up to date, so left out: ${summary.leftOut.join(', ')}\n`);
  if (manifest !== null)
    parts.push(`${summary.tasks.length} task${summary.tasks.length === 1 ? '' : 's'} in ${summary.folder}, digest ${manifest.digest}\n`);
  return parts.join('\n');
}

function notFresh(report: RunReport): string {
  const rows = report.rows.filter((row) => row.freshness.status !== 'fresh');
  return rows.length === 0 ? 'Everything is up to date.\n' : statusText(rows);
}

/** Stage, item, and how it stands, or stood before the work that is told of. */
export function statusText(rows: readonly Row[], stateHead: 'state' | 'was' = 'state'): string {
  return table(rows, [
    { head: 'stage', cell: (row) => row.stage },
    { head: 'item', cell: (row) => row.key },
    { head: stateHead, cell: stateOf },
    { head: 'outcome', cell: outcomeOf },
  ]);
}

export function stateOf(row: Row): string {
  if (row.failure !== null) return row.failure.kind === 'infra' ? 'not judged' : 'failed';
  const { freshness } = row;
  const state = freshness.status === 'stale' ? `stale (${freshness.why.join(', ')})` : freshness.status;
  return row.behind === null ? state : `${state}, behind ${row.behind}`;
}

export function outcomeOf(row: Row): string {
  if (row.failure !== null) return row.failure.message.split('\n')[0] ?? '';
  if (row.outcomes === null) return '';
  const kept = row.outcomes.filter((outcome) => 'object' in outcome).length;
  const dropped = row.outcomes.flatMap((outcome) => ('dropped' in outcome ? [`dropped: ${outcome.dropped} (${outcome.detail})`] : []));
  return [...(kept > 0 ? [kept === 1 ? 'kept' : `kept ${kept}`] : []), ...dropped].join('; ');
}
