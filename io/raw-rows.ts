import { InfraError } from '#schema/errors.ts';
import { decodePath } from './path-bytes.ts';
import type { RawChange } from './repository.ts';

export type RawRow = Omit<RawChange, 'added' | 'deleted'>;

/**
 * Reads one `--raw -z` record at `at`: `:oldMode newMode oldOid newOid S\0path\0[path\0]`. Null when it is not there whole.
 * Names end at NUL, so no name can be taken for anything else.
 */
export function readRawRow(buffer: Buffer, at: number): { readonly row: RawRow; readonly end: number } | null {
  const headEnd = buffer.indexOf(0, at);
  const firstEnd = headEnd < 0 ? -1 : buffer.indexOf(0, headEnd + 1);
  if (firstEnd < 0) return null;
  const [oldMode = '', newMode = '', oldOid = '', newOid = '', letter = ''] = buffer.toString('latin1', at + 1, headEnd).split(' ');
  const first = decodePath(buffer.subarray(headEnd + 1, firstEnd));
  const status = statusOf(letter);
  if (status !== 'R' && status !== 'C') {
    return { row: { status, path: first, oldPath: null, oldMode, newMode, oldOid, newOid }, end: firstEnd + 1 };
  }
  const secondEnd = buffer.indexOf(0, firstEnd + 1);
  if (secondEnd < 0) return null;
  const path = decodePath(buffer.subarray(firstEnd + 1, secondEnd));
  return { row: { status, path, oldPath: first, oldMode, newMode, oldOid, newOid }, end: secondEnd + 1 };
}

function statusOf(letter: string): RawChange['status'] {
  switch (letter[0]) {
    case 'A':
    case 'M':
    case 'D':
    case 'R':
    case 'C':
    case 'T':
      return letter[0];
    default:
      throw new InfraError(`git diff-tree told a status nobody knows: ${JSON.stringify(letter)}`);
  }
}
