/** One JSON object of a report. */
export type Line = Readonly<Record<string, unknown>>;

/**
 * Reads a report of JSON lines of ours: first `{"loopsmith": <kind>}`, last `{"finished": true}`. Throws on a foreign report and on
 * a line cut short. `finished` is false when the run ended before its last line.
 */
export function readLines(report: string, kind: string): { readonly lines: readonly Line[]; readonly finished: boolean } {
  const [head, ...rest] = report.split('\n').filter((line) => line !== '');
  if (head === undefined || objectOf(head)['loopsmith'] !== kind) throw new Error(`no ${kind} report: its first line is missing`);
  if (!report.endsWith('\n')) throw new Error(`truncated ${kind} report: its last line is cut`);
  const lines = rest.map(objectOf);
  const finished = lines.at(-1)?.['finished'] === true;
  return { lines: finished ? lines.slice(0, -1) : lines, finished };
}

function objectOf(line: string): Line {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new Error('a line of the report is no object');
  return value as Line;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

export function milliseconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : null;
}
