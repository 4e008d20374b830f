import type { Capture } from '../language.ts';

const SIGNATURE_LENGTH = 300;
const DOC_LENGTH = 2_000;

/** Runs of whitespace become one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A header on one line, without what opens the body, at most 300 characters. */
export function headerOf(text: string): string {
  const header = oneLine(text).replace(/\s*(?:\{|:|=>|=)$/, '');
  return header.length > SIGNATURE_LENGTH ? `${header.slice(0, SIGNATURE_LENGTH - 1)}…` : header;
}

/** Removes the indentation that all lines but the first share, and blank ends. Null when nothing is left. */
export function dedent(text: string): string | null {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const indents = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  const plain = lines
    .map((line, index) => (index === 0 ? line.trim() : line.slice(shared).trimEnd()))
    .join('\n')
    .trim();
  if (plain === '') return null;
  return plain.length > DOC_LENGTH ? `${plain.slice(0, DOC_LENGTH - 1)}…` : plain;
}

/** Comments by the row they end on, for finding the comment above a definition; a line break at the end is none of it. */
export function commentsByEndRow(comments: readonly Capture[]): ReadonlyMap<number, Capture> {
  return new Map(comments.map((comment) => [comment.endRow - (comment.text.endsWith('\n') ? 1 : 0), comment]));
}

/** The run of `//` lines that ends on the row above `row`, markers removed. */
export function lineCommentAbove(byEndRow: ReadonlyMap<number, Capture>, row: number): string | null {
  const lines: string[] = [];
  for (let at = row - 1; ; at -= 1) {
    const comment = byEndRow.get(at);
    if (comment === undefined || !comment.text.startsWith('//')) break;
    lines.unshift(comment.text.replace(/^\/\/ ?/, ''));
  }
  return dedent(lines.filter((line) => !/^(?:go:|nolint|line )/.test(line)).join('\n'));
}

/** The block comment that ends on the row above `row` and starts with `opening`, stars removed. */
export function blockCommentAbove(byEndRow: ReadonlyMap<number, Capture>, row: number, opening: string): string | null {
  const comment = byEndRow.get(row - 1);
  if (comment === undefined || !comment.text.startsWith(opening)) return null;
  const inner = comment.text.slice(opening.length).replace(/\*+\/$/, '');
  return dedent(
    inner
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
      .join('\n')
      .trim(),
  );
}
