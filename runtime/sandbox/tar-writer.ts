import type { Tree, TreeFile } from './sandbox.ts';

const BLOCK = 512;
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}
interface Header extends Owner {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  readonly type: '0' | '2' | '5' | 'x';
  readonly target: string;
  /** Seconds. */
  readonly mtime: number;
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function header(of: Header): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(of.name, 0, 100, 'utf8');
  block.write(octal(of.mode, 8) + octal(of.uid, 8) + octal(of.gid, 8) + octal(of.size, 12) + octal(of.mtime, 12), 100, 'latin1');
  block.write(`        ${of.type}`, 148, 'latin1');
  block.write(of.target, 157, 100, 'utf8');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function record(key: string, value: string): string {
  const body = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(body);
  let length = bytes + String(bytes).length;
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return `${length}${body}`;
}

function padded(content: Buffer): Buffer[] {
  const rest = content.length % BLOCK;
  return rest === 0 ? [content] : [content, Buffer.alloc(BLOCK - rest)];
}

function entry(of: Header, content: Buffer): Buffer[] {
  const extended =
    (Buffer.byteLength(of.name) > 100 ? record('path', of.name) : '') +
    (Buffer.byteLength(of.target) > 100 ? record('linkpath', of.target) : '');
  const before = Buffer.from(extended);
  if (before.length === 0) return [header(of), ...padded(content)];
  // The records above say the real name and target; these fields only have to be there.
  const told = { ...of, name: 'long', target: of.target === '' ? '' : 'long' };
  return [
    header({ ...of, name: 'pax', target: '', mode: 0o644, type: 'x', size: before.length }),
    ...padded(before),
    header(told),
    ...padded(content),
  ];
}

/** Directories of an archive, each written once and before what lies in it. */
class Archive {
  readonly #parts: Buffer[] = [];
  readonly #known = new Set<string>();
  readonly #common: Owner & { readonly mtime: number };

  constructor(owner: Owner, mtime: number) {
    this.#common = { ...owner, mtime };
  }

  /** Writes `path` and its parents down from `top`, which must be a prefix of it. */
  directory(path: string, top: string): void {
    if (path === '' || this.#known.has(path)) return;
    this.#known.add(path);
    if (path.length > top.length) this.directory(path.slice(0, Math.max(path.lastIndexOf('/'), top.length)), top);
    this.#parts.push(...entry({ ...this.#common, name: `${path}/`, mode: 0o755, size: 0, type: '5', target: '' }, Buffer.alloc(0)));
  }

  file(name: string, file: TreeFile): void {
    const link = file.mode === '120000';
    const content = link ? Buffer.alloc(0) : file.content;
    const mode = link ? 0o777 : file.mode === '100755' ? 0o755 : 0o644;
    this.#parts.push(
      ...entry(
        { ...this.#common, name, mode, size: content.length, type: link ? '2' : '0', target: link ? file.content.toString() : '' },
        content,
      ),
    );
  }

  end(): Buffer {
    return Buffer.concat([...this.#parts, Buffer.alloc(2 * BLOCK)]);
  }
}

/**
 * An uncompressed tar of a tree below `at`; both relative to where it will be unpacked, `top` a prefix of `at`. Every directory from
 * `top` down stands before its content, so that unpacking replaces a link in the way instead of following it. Same input, same bytes.
 */
export function writeTar(tree: Tree, at: string, top: string, owner: Owner, mtime: number): Buffer {
  const archive = new Archive(owner, mtime);
  if (at !== '') archive.directory(at, top);
  for (const file of tree) {
    const name = at === '' ? file.path : `${at}/${file.path}`;
    const cut = name.lastIndexOf('/');
    if (cut > 0) archive.directory(name.slice(0, cut), at === '' ? (name.split('/')[0] ?? '') : top);
    archive.file(name, file);
  }
  return archive.end();
}

/** A tar of empty directories; parents must exist where it is unpacked. */
export function writeDirectories(paths: readonly string[], owner: Owner, mtime: number): Buffer {
  const archive = new Archive(owner, mtime);
  for (const path of paths) archive.directory(path, path);
  return archive.end();
}
