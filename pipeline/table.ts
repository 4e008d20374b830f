export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string | number;
  /** Numbers stand right. */
  readonly right?: boolean;
}

/** Rows as aligned text, one line each under a head line; no trailing spaces. Widths count code points. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map((column) => oneLine(String(column.cell(row)))));
  const lines = [columns.map((column) => column.head), ...cells];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => width(line[i] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, i) => aligned(text, widths[i] ?? 0, columns[i]?.right ?? false))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function width(text: string): number {
  return [...text].length;
}
function aligned(text: string, to: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, to - width(text)));
  return right ? space + text : text + space;
}
/** A cell never breaks its line, whatever a detail quotes. */
function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ⏎ ').trim();
}
