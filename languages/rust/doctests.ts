import type { FoldContext } from '../symbols/dialect.ts';

/** Words after a fence that leave its text a test of Rust. */
const TESTED = /^(?:rust|should_panic|no_run|compile_fail(?:,E\d+)?|edition\d+|standalone_crate|test_harness|E\d{4})$/;

interface DocLine {
  readonly row: number;
  readonly text: string;
}

/** Lines of doc comments, markers removed, in order. */
function docLines({ drafts }: FoldContext): DocLine[] {
  return drafts.comments.flatMap((comment) => {
    const marker = /^(?:\/\/[/!](?!\/)|\/\*[*!](?![*/]))/.exec(comment.text)?.[0];
    if (marker === undefined) return [];
    return comment.text
      .slice(marker.length)
      .replace(/\*\/$|\n$/, '')
      .split('\n')
      .map((text, index) => ({ row: comment.startRow + index, text: text.replace(/^\s*(?:\* ?)?/, '') }));
  });
}

/** Line ranges, fences included, of the code blocks in doc comments that the documentation tests compile. */
export function doctests(context: FoldContext): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let open: { readonly row: number; readonly fence: string; readonly tested: boolean } | null = null;
  let last = -2;
  for (const { row, text } of docLines(context)) {
    if (row !== last + 1) open = null;
    last = row;
    const [, fence = '', info = ''] = /^(`{3,}|~{3,})\s*(.*)$/.exec(text) ?? [];
    if (fence === '') continue;
    if (open === null) {
      const words = info.split(/[\s,{}]+/).filter((word) => word !== '');
      open = { row, fence, tested: words.every((word) => TESTED.test(word)) };
    } else if (fence.startsWith(open.fence) && info.trim() === '') {
      if (open.tested) ranges.push([open.row + 1, row + 1]);
      open = null;
    }
  }
  return ranges;
}
