import type { Capture } from '../language.ts';
import type { FoldContext, Placed } from '../symbols/dialect.ts';
import { dedent } from '../symbols/text.ts';

function blockText(comment: string): string | null {
  const inner = comment.replace(/^\/\*+[!<]*/, '').replace(/\*+\/$/, '');
  return dedent(
    inner
      .split('\n')
      .map((line) => line.replace(/^\s*\*(?!\/) ?/, '').trimEnd())
      .join('\n')
      .trim(),
  );
}

/** Rules of dashes and stars, as banners have them, say nothing. */
function isBanner(text: string): boolean {
  return /^[\s\-=*#/~+]*$/.test(text);
}

function linesAbove(commentAt: ReadonlyMap<number, Capture>, row: number): string | null {
  const lines: string[] = [];
  for (let at = row; ; at -= 1) {
    const comment = commentAt.get(at);
    if (comment === undefined || !comment.text.startsWith('//')) break;
    lines.unshift(comment.text.replace(/^\/\/[/!]?<? ?/, ''));
  }
  return dedent(lines.filter((line) => !isBanner(line) && !/^(?:NOLINT|clang-format)/.test(line)).join('\n'));
}

/**
 * The comment that ends on the row above a definition, of any kind: C has no other way to document. A trailing `///<` or `/**<` where
 * there is none above.
 */
export function cDoc({ outer, draft }: Placed, { commentAt, source }: FoldContext): string | null {
  const above = commentAt.get(outer.startRow - 1);
  const own = above !== undefined && isAlone(above, source) ? above : undefined;
  if (own?.text.startsWith('/*') === true) return isBanner(own.text) ? null : blockText(own.text);
  if (own !== undefined) return linesAbove(commentAt, outer.startRow - 1);
  const beside = commentAt.get(outer.endRow);
  if (beside === undefined || !/^(?:\/\/[/!]<|\/\*[*!]<)/.test(beside.text) || beside.startIndex < draft.name.endIndex) return null;
  return beside.text.startsWith('/*') ? blockText(beside.text) : dedent(beside.text.replace(/^\/\/[/!]< ?/, ''));
}

/** Not behind code of its row. */
function isAlone(comment: Capture, source: string): boolean {
  return /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, comment.startIndex - 300), comment.startIndex));
}
