import { UserError } from '#schema/errors.ts';
import type { Oid } from '#schema/primitives.ts';
import { decodeBytes, decodePath } from './path-bytes.ts';
import type { Commit } from './repository.ts';

/** One entry of one tree object. `mode` has six digits, also where an old git padded it otherwise. */
export interface TreeRow {
  readonly name: string;
  readonly mode: string;
  readonly oid: Oid;
}
export const DIRECTORY_MODE = '040000';

/** Parses the content of a tree object. Throws UserError on bytes that are none. */
export function parseTree(oid: Oid, content: Buffer): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > content.length) throw new UserError(oid, 'is a damaged tree', 'Clone the repository again.');
    const mode = canonicalMode(content.toString('latin1', at, space));
    rows.push({ name: decodePath(content.subarray(space + 1, end)), mode, oid: content.toString('hex', end + 1, end + 21) });
    at = end + 21;
  }
  return rows;
}

/** Old trees hold modes such as 100664 or an unpadded 40000; git reads them as these five. */
function canonicalMode(text: string): string {
  const bits = Number.parseInt(text, 8);
  const type = bits & 0o170000;
  if (type === 0o040000) return DIRECTORY_MODE;
  if (type === 0o120000) return '120000';
  if (type === 0o160000) return '160000';
  return (bits & 0o100) === 0 ? '100644' : '100755';
}

/** The last second a date with a four-digit year has: beyond it no Instant can tell the time. */
const LAST_SECOND = 253_402_300_799;

interface Signature {
  readonly name: string;
  readonly email: string;
  readonly time: number | null;
}

/** `Name <email> seconds zone`, with the freedom that old histories took: missing name, missing space, stray brackets, no date. */
function parseSignature(line: Buffer, decode: (bytes: Buffer) => string): Signature {
  const open = line.indexOf(0x3c);
  const close = line.indexOf(0x3e, open);
  if (open < 0 || close < 0) return { name: decode(line).trim(), email: '', time: null };
  const digits = /^\s*(-?\d+)(\s|$)/.exec(line.toString('latin1', line.lastIndexOf(0x3e) + 1))?.[1];
  const time = digits === undefined ? null : Number(digits);
  return {
    name: decode(line.subarray(0, open)).trim(),
    email: decode(line.subarray(open + 1, close)).trim(),
    time: time === null || time < 0 || time > LAST_SECOND ? null : time,
  };
}

function escapeByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** The reader of a commit's text: by its encoding header where that is known, as UTF-8 with `\xNN` for other bytes else. */
function textReader(encoding: string | null): (bytes: Buffer) => string {
  const utf8 = (bytes: Buffer) => decodeBytes(bytes, escapeByte);
  if (encoding === null || /^utf-?8$/i.test(encoding)) return utf8;
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return (bytes) => {
      try {
        return decoder.decode(bytes);
      } catch {
        return utf8(bytes);
      }
    };
  } catch {
    return utf8; // an encoding nobody knows
  }
}

/** Parses the content of a commit object. Throws UserError on bytes that are none. */
export function parseCommit(oid: Oid, content: Buffer): Commit {
  const split = content.indexOf('\n\n');
  const header = split < 0 ? content : content.subarray(0, split);
  const lines = headerLines(header);
  const value = (key: string) => lines.find((line) => line.key === key)?.value ?? null;
  const tree = value('tree');
  if (tree === null) throw new UserError(oid, 'is a damaged commit', 'Clone the repository again.');
  const decode = textReader(value('encoding')?.toString('latin1').trim() ?? null);
  const author = parseSignature(value('author') ?? Buffer.alloc(0), decode);
  const committer = parseSignature(value('committer') ?? Buffer.alloc(0), decode);
  const message = split < 0 ? '' : decode(content.subarray(split + 2));
  return {
    id: oid,
    tree: tree.toString('latin1'),
    parents: lines.filter((line) => line.key === 'parent').map((line) => line.value.toString('latin1')),
    authorName: author.name,
    authorEmail: author.email,
    authorTime: author.time,
    committerName: committer.name,
    committerEmail: committer.email,
    commitTime: committer.time,
    ...splitMessage(message),
  };
}

function headerLines(header: Buffer): readonly { readonly key: string; readonly value: Buffer }[] {
  const lines: { key: string; value: Buffer }[] = [];
  for (let at = 0; at < header.length; ) {
    const newline = header.indexOf(0x0a, at);
    const end = newline < 0 ? header.length : newline;
    const line = header.subarray(at, end);
    at = end + 1;
    const space = line.indexOf(0x20);
    // A line that starts with a space continues the one before (a signature); none of those is read here.
    if (space > 0) lines.push({ key: line.toString('latin1', 0, space), value: line.subarray(space + 1) });
  }
  return lines;
}

/** As git's `%s` and `%b`: the first paragraph on one line, and what comes after it without its trailing blank lines. */
function splitMessage(message: string): { readonly subject: string; readonly body: string } {
  const lines = message.split('\n');
  const blank = (line: string | undefined) => line !== undefined && line.trim() === '';
  let at = 0;
  while (blank(lines[at])) at++;
  const first = at;
  while (at < lines.length && !blank(lines[at])) at++;
  const subject = lines
    .slice(first, at)
    .map((line) => line.trimEnd())
    .join(' ')
    .trim();
  while (blank(lines[at])) at++;
  return { subject, body: lines.slice(at).join('\n').trimEnd() };
}
