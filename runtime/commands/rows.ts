/** Rows as aligned text under a head line; numbers stand right. A cell never breaks its line. */
export function rows(head: readonly string[], cells: readonly (readonly (string | number)[])[]): string {
  const lines = [head, ...cells].map((line) =>
    line.map((cell) => ({ text: String(cell).replace(/\s*\n\s*/g, ' '), right: typeof cell === 'number' })),
  );
  const widths = head.map((_, column) => Math.max(...lines.map((line) => [...(line[column]?.text ?? '')].length)));
  const aligned = lines.map((line) =>
    line
      .map(({ text, right }, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - [...text].length);
        return right ? space + text : text + space;
      })
      .join('  ')
      .trimEnd(),
  );
  return `${aligned.join('\n')}\n`;
}
