import { InfraError } from '#schema/errors.ts';
import { ByteReader } from './byte-reader.ts';
import { type Collected, type RawEntry, refused, TREE_LIMITS, TreeCollector, type TreeLimits } from './tree-rules.ts';

const BLOCK = 512;
const UTF8 = new TextDecoder('utf-8', { fatal: false });
const KINDS: Readonly<Record<string, RawEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '1': 'hard-link',
  '2': 'link',
  '3': 'other',
  '4': 'other',
  '5': 'directory',
  '6': 'other',
};
/** Extended records that say nothing we keep. */
const IGNORED_RECORD = /^(?:mtime|atime|ctime|uid|gid|uname|gname|SCHILY\.xattr\..*)$/;

interface Extended {
  readonly path?: Buffer;
  readonly linkpath?: Buffer;
  readonly size?: number;
}

function field(block: Buffer, from: number, length: number): Buffer {
  const slice = block.subarray(from, from + length);
  const end = slice.indexOf(0);
  return end < 0 ? slice : slice.subarray(0, end);
}

function octal(block: Buffer, from: number, length: number, entry: number, name: string): number {
  const text = field(block, from, length).toString('latin1').trim();
  if (text !== '' && !/^[0-7]+$/.test(text)) throw refused(entry, name, 'not an octal number');
  return text === '' ? 0 : Number.parseInt(text, 8);
}

function checkHeader(block: Buffer, entry: number): void {
  let sum = 0;
  for (let index = 0; index < BLOCK; index += 1) sum += index >= 148 && index < 156 ? 32 : (block[index] ?? 0);
  if (octal(block, 148, 8, entry, 'checksum') !== sum) throw refused(entry, 'checksum', 'does not match');
  if (!block.subarray(257, 262).equals(Buffer.from('ustar'))) throw refused(entry, 'magic', 'not ustar');
}

/** Parses the records of a PAX header: `<length> <key>=<value>\n`, the length counting itself. */
function extendedRecords(body: Buffer, entry: number): Extended {
  const records: { path?: Buffer; linkpath?: Buffer; size?: number } = {};
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const length = Number(space < 0 ? Number.NaN : body.subarray(at, space).toString('latin1'));
    const equals = body.indexOf(0x3d, space);
    const end = at + length;
    if (!Number.isSafeInteger(length) || equals < 0 || equals >= end || end > body.length || body[end - 1] !== 0x0a)
      throw refused(entry, 'pax', 'a malformed record');
    const key = body.subarray(space + 1, equals).toString('latin1');
    const value = body.subarray(equals + 1, end - 1);
    if (key === 'path' || key === 'linkpath') records[key] = value;
    else if (key === 'size') records.size = Number(value.toString('latin1'));
    else if (!IGNORED_RECORD.test(key)) throw refused(entry, 'pax', `record ${JSON.stringify(key.slice(0, 80))}`);
    at = end;
  }
  return records;
}

/** Drops the archive's own first part (`workspace/`), if it has one, and a directory's closing slash; null when the name has another first part. */
function belowRoot(name: string, root: string): string | null {
  const bare = name.replace(/\/+$/, '');
  if (root === '') return bare;
  if (bare === root) return '';
  return bare.startsWith(`${root}/`) ? bare.slice(root.length + 1) : null;
}

function ustarName(block: Buffer): Buffer {
  const name = field(block, 0, 100);
  const prefix = field(block, 345, 155);
  return prefix.length > 0 && block[263] === 0x30 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name;
}

/**
 * Reads the tree below `root` (the archive's first part) from an uncompressed tar while it streams. Nothing touches a disk.
 * Anything but the forms that our engine writes is refused with the entry's number and field (InfraError): never an empty tree.
 */
export async function readTree(
  source: AsyncIterable<Uint8Array>,
  root: string,
  skip: readonly string[],
  limits: TreeLimits = TREE_LIMITS,
): Promise<Collected> {
  const bytes = new ByteReader(source);
  const collector = new TreeCollector(skip, limits);
  let extended: Extended | null = null;
  for (let number = 1; ; number += 1) {
    const block = await bytes.exactly(BLOCK);
    if (block === null) throw new InfraError(`snapshot refused: the archive is truncated after ${number - 1} entries`);
    if (block.every((byte) => byte === 0)) break;
    checkHeader(block, number);
    const type = String.fromCharCode(block[156] ?? 0);
    const size: number = extended?.size ?? octal(block, 124, 12, number, 'size');
    if (!Number.isSafeInteger(size) || size < 0) throw refused(number, 'size', 'not a size');
    if (type === 'x') {
      if (extended !== null || size > 1024 * 1024) throw refused(number, 'pax', extended === null ? 'too long' : 'two headers in a row');
      extended = extendedRecords(await content(bytes, size, number), number);
      continue;
    }
    const entry = rawEntry(block, type, size, extended, root, number);
    extended = null;
    if (entry.name !== null) collector.drop(entry.name, 'a name that is not UTF-8');
    if (entry.name === null && collector.wants(entry.raw)) collector.add(entry.raw, await content(bytes, size, number));
    else await skipContent(bytes, size, number);
  }
  if (extended !== null) throw new InfraError('snapshot refused: the archive ends in an extended header', { retryable: false });
  await bytes.drain();
  return collector.finish();
}

function rawEntry(
  block: Buffer,
  type: string,
  size: number,
  extended: Extended | null,
  root: string,
  number: number,
): { raw: RawEntry; name: string | null } {
  const kind = KINDS[type];
  if (kind === undefined) throw refused(number, 'type', `${JSON.stringify(type)} is not supported`);
  if (kind !== 'file' && size !== 0) throw refused(number, 'size', `a ${kind} with content`);
  const nameBytes = extended?.path ?? ustarName(block);
  const name = UTF8.decode(nameBytes);
  if (name.includes('\0')) throw refused(number, 'path', 'NUL in the name');
  const path = belowRoot(name, root);
  if (path === null) throw refused(number, 'path', `${JSON.stringify(name)} is not below ${root}`);
  const target = UTF8.decode(extended?.linkpath ?? field(block, 157, 100));
  const repeated = kind === 'hard-link' ? (belowRoot(target, root) ?? '') : target;
  const executable = (octal(block, 100, 8, number, 'mode') & 0o100) !== 0;
  return {
    raw: { path, kind, executable, target: repeated, size },
    name: Buffer.from(name).equals(nameBytes) ? null : nameBytes.toString('latin1'),
  };
}

async function content(bytes: ByteReader, size: number, entry: number): Promise<Buffer> {
  const padded = await bytes.exactly(Math.ceil(size / BLOCK) * BLOCK);
  if (padded === null) throw refused(entry, 'content', 'the archive is truncated');
  return padded.subarray(0, size);
}

async function skipContent(bytes: ByteReader, size: number, entry: number): Promise<void> {
  if (!(await bytes.skip(Math.ceil(size / BLOCK) * BLOCK))) throw refused(entry, 'content', 'the archive is truncated');
}

/** The one regular file of an archive, or null when its entry is something else. Larger than `maxBytes` is refused. */
export async function readSingleFile(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const { tree } = await readTree(source, '', [], { entries: 1, totalBytes: 2 * maxBytes, fileBytes: maxBytes });
  const [file] = tree;
  return file === undefined || file.mode === '120000' ? null : file.content;
}
