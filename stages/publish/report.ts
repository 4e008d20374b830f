import type { Manifest, ManifestTask } from '#schema/manifest.ts';

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

const COLUMNS: readonly (readonly [title: string, value: (task: ManifestTask) => string | number])[] = [
  ['task', (task) => task.id],
  ['#Files', (task) => task.stats.baseFiles],
  ['#LoC', (task) => task.stats.baseLines],
  ['units', (task) => task.stats.units],
  ['modules', (task) => task.stats.modules],
  ['edges', (task) => task.stats.edges],
  ['depth', (task) => task.stats.layers],
  ['width', (task) => task.stats.width],
  ['gold #Lines', (task) => task.stats.goldLines],
  ['gold #Files', (task) => task.stats.goldFiles],
  ['tests', (task) => task.stats.tests],
  ['span, days', (task) => Math.round(task.stats.spanDays)],
  ['licence', (task) => task.licence],
];

/** REPORT.md of a pool, for people. Columns are those of the paper's tables 6 and 7. */
export function poolReport(manifest: Manifest): string {
  const { stats } = manifest;
  const lines = [`# Pool ${manifest.pool}`, '', `Digest \`${manifest.digest}\`.`, ''];
  lines.push(row(COLUMNS.map(([title]) => title)), row(COLUMNS.map(() => '---')));
  for (const task of manifest.tasks) lines.push(row(COLUMNS.map(([, value]) => value(task))));
  if (stats !== null) {
    lines.push(
      '',
      `${stats.tasks} tasks, ${stats.totalUnits} units, ${stats.totalTests} admitted tests; median depth ${stats.medianDepth}.`,
    );
    lines.push(
      '',
      'The graph of a task is drawn in `dags/<task>.svg`; what left the line on the way is in `funnel.json`, and what became of every change and test id of a task in its `evidence/funnel.json`.',
    );
  }
  if (manifest.refused.length > 0) {
    lines.push('', '## Left out by the checks', '');
    for (const { id, problems } of manifest.refused) {
      for (const { place, code, what, fix, severity } of problems)
        if (severity === 'error') lines.push(`- ${id}: \`${place}\` ${what} (${code}). ${fix}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
