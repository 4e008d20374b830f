import { yamlOf } from '#io/yaml.ts';
import { type FunnelStage, funnelText } from '#pipeline/funnel.ts';
import { table } from '#io/table.ts';
import type { Candidate } from '#schema/candidate.ts';
import type { NamedSource } from '#schema/source.ts';

/** One proposed window in figures. */
export function windowOf(candidate: Candidate) {
  const { taskId, firstLanded, lastLanded, spanDays, scale, testedShare, changes } = candidate;
  return { task: taskId, from: firstLanded, to: lastLanded, days: spanDays, scale, tested: testedShare, changes: changes.length };
}

/** The source file, with what was seen in comments above. */
export function sourceText({ source }: NamedSource, kept: readonly Candidate[]): string {
  const { kind, repository, licence, domain, languages: ids, range, maxTasks } = source;
  const notes = kept.map(
    (each) =>
      `# ${each.firstLanded.slice(0, 10)} to ${each.lastLanded.slice(0, 10)}: ${each.changes.length} changes, ${each.scale} lines, ${Math.round(each.spanDays)} days.`,
  );
  return `${notes.join('\n')}\n# Licence: ${kept[0]?.licence.toldBy ?? ''}\n${yamlOf({ kind, repository, licence, domain, languages: ids, range, maxTasks })}`;
}

export interface AddedSource {
  /** Where the source was written; null when it was not. */
  readonly file: string | null;
  readonly windows: readonly ReturnType<typeof windowOf>[];
  readonly funnel: readonly FunnelStage[];
}

export function addSourceText(result: AddedSource, text: string | null): string {
  const windows = table(result.windows, [
    { head: 'window', cell: (row) => row.task },
    { head: 'from', cell: (row) => row.from.slice(0, 10) },
    { head: 'to', cell: (row) => row.to.slice(0, 10) },
    { head: 'days', cell: (row) => Math.round(row.days), right: true },
    { head: 'changes', cell: (row) => row.changes, right: true },
    { head: 'lines', cell: (row) => row.scale, right: true },
    { head: 'tested', cell: (row) => `${Math.round(row.tested * 100)} %`, right: true },
  ]);
  const end =
    result.file !== null
      ? `Wrote ${result.file}\n`
      : text !== null
        ? text
        : 'No window of this history can become a task: nothing was written.\n';
  return [funnelText(result.funnel), ...(result.windows.length > 0 ? [windows] : []), end].join('\n');
}
