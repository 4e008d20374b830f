/** What is longer is cut: the whole text stands in `--json`. */
const MAX_CELL = 200;

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
  const line = text.replace(/\s*\n\s*/g, ' ⏎ ').trim();
  return width(line) <= MAX_CELL ? line : `${[...line].slice(0, MAX_CELL - 1).join('')}…`;
}

/** The same for plain cells: a column stands right when its first cell is a number. */
export function rows(head: readonly string[], cells: readonly (readonly (string | number)[])[]): string {
  return table(
    cells,
    head.map((name, column) => ({
      head: name,
      cell: (row: readonly (string | number)[]) => row[column] ?? '',
      right: typeof cells[0]?.[column] === 'number',
    })),
  );
}
