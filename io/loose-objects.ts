import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Oid } from '#schema/primitives.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

function whole(type: ObjectType, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${type} ${content.length}\0`, 'latin1'), content]);
}
function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** The id git gives to this content. */
export function objectId(type: ObjectType, content: Buffer): Oid {
  return sha1(whole(type, content));
}

/**
 * A directory of loose objects that git reads and we write without a process for each. Several processes may write to one:
 * names are content, files appear by rename. Not flushed one by one; `dropTorn` clears up after a power cut.
 */
export class LooseObjects {
  readonly #directory: string;
  readonly #made = new Set<string>();
  readonly #known = new Set<Oid>();

  constructor(directory: string) {
    this.#directory = directory;
    mkdirSync(join(directory, 'pack'), { recursive: true });
  }

  /** Tells that an object is in the store already, so that writing it again costs nothing. */
  know(oid: Oid): void {
    this.#known.add(oid);
  }

  write(type: ObjectType, content: Buffer): Oid {
    const bytes = whole(type, content);
    const oid = sha1(bytes);
    if (this.#known.has(oid)) return oid;
    const folder = join(this.#directory, oid.slice(0, 2));
    const path = join(folder, oid.slice(2));
    if (!existsSync(path)) this.#place(folder, path, deflateSync(bytes, { level: 1 }));
    this.#known.add(oid);
    return oid;
  }

  #place(folder: string, path: string, packed: Buffer): void {
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    const temporary = join(this.#directory, `tmp_obj_${process.pid}_${randomBytes(6).toString('hex')}`);
    writeFileSync(temporary, packed, { mode: 0o444, flag: 'wx' });
    renameSync(temporary, path);
  }
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * Run at opening: objects not known to have been flushed are read back once after each boot, and those that a power cut tore
 * are removed (they are made again when asked for). Nothing to do within one boot.
 */
export function dropTorn(directory: string): number {
  const boot = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : 'unknown';
  const mark = join(directory, 'checked-in-boot');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === boot) return 0;
  let dropped = 0;
  for (const folder of existsSync(directory) ? readdirSync(directory) : []) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const rest of readdirSync(join(directory, folder))) {
      const path = join(directory, folder, rest);
      if (isWhole(path, folder + rest)) continue;
      rmSync(path, { force: true });
      dropped++;
    }
  }
  mkdirSync(directory, { recursive: true });
  const temporary = `${mark}.${process.pid}`;
  writeFileSync(temporary, boot);
  renameSync(temporary, mark);
  return dropped;
}

function isWhole(path: string, oid: Oid): boolean {
  try {
    return sha1(inflateSync(readFileSync(path))) === oid;
  } catch {
    return false;
  }
}
