import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { sha256 } from '#io/digest.ts';
import type { Disk } from '#io/disk.ts';
import { readJson } from '#io/json-text.ts';

/** Compressed bytes that wait in memory before they are written: what a kill may lose. */
const SEGMENT_BYTES = 2 * 1024 * 1024;
/** Segments held in memory: a scan that is run again asks for answers in the order in which they were kept. */
const HELD = 6;

const Listed = z.object({ segment: z.string().regex(/^[0-9a-f]{64}$/), entries: z.array(z.tuple([z.string(), z.number(), z.number()])) });
interface Place {
  readonly segment: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * Answers by key, kept in a folder from run to run: compressed, many to a file that is named by the digest of its content, and a
 * list of what lies where that is only ever appended to. A torn line, a lost or a damaged file costs its answers and nothing else;
 * two processes may add at once. Whoever makes keys puts into them all that the answer rests on.
 */
export class Answers implements AsyncDisposable {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #places = new Map<string, Place>();
  readonly #held = new Map<string, Buffer | null>();
  #waiting = new Map<string, Buffer>();
  #waitingBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  /** Asked and found here; kept anew. */
  readonly counts = { reused: 0, kept: 0 };

  private constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  static async open(disk: Disk, folder: string): Promise<Answers> {
    const answers = new Answers(disk, folder);
    for (const line of ((await disk.read(answers.#list)) ?? '').toString('utf8').split('\n')) {
      const listed = Listed.safeParse(readJson(line)?.value);
      if (!listed.success) continue;
      const { segment, entries } = listed.data;
      for (const [key, offset, length] of entries) answers.#places.set(key, { segment, offset, length });
    }
    return answers;
  }

  get #list(): string {
    return join(this.#folder, 'list.ndjson');
  }

  /** The answer kept under a key; null when there is none, or when it does not read as what `schema` says. */
  async get<T>(key: string, schema: z.ZodType<T>): Promise<T | null> {
    const packed = this.#waiting.get(key) ?? (await this.#read(key));
    const value = packed === null ? null : schema.safeParse(readJson(inflateRawSync(packed).toString('utf8'))?.value);
    if (value === null || !value.success) return null;
    this.counts.reused += 1;
    return value.data;
  }

  async put(key: string, value: unknown): Promise<void> {
    const packed = deflateRawSync(JSON.stringify(value), { level: 1 });
    this.counts.kept += 1;
    this.#waiting.set(key, packed);
    this.#waitingBytes += packed.length;
    if (this.#waitingBytes >= SEGMENT_BYTES) await this.flush();
  }

  /** Writes what waits. Later calls wait for earlier ones. */
  flush(): Promise<void> {
    const entries = [...this.#waiting];
    if (entries.length === 0) return this.#writing;
    this.#waiting = new Map();
    this.#waitingBytes = 0;
    const content = Buffer.concat(entries.map(([, packed]) => packed));
    const segment = sha256(content);
    let offset = 0;
    const listed = entries.map(([key, { length }]): [string, number, number] => {
      const place = { segment, offset, length };
      this.#places.set(key, place);
      offset += length;
      return [key, place.offset, length];
    });
    this.#hold(segment, content);
    this.#writing = this.#writing.then(() => this.#write(segment, content, listed));
    return this.#writing;
  }

  async #write(segment: string, content: Buffer, entries: readonly [string, number, number][]): Promise<void> {
    await this.#disk.replace(this.#path(segment), content, join(this.#folder, 'tmp'));
    await this.#disk.appendLine(this.#list, JSON.stringify({ segment, entries }));
  }

  async #read(key: string): Promise<Buffer | null> {
    const place = this.#places.get(key);
    if (place === undefined) return null;
    const content = this.#held.has(place.segment) ? (this.#held.get(place.segment) ?? null) : await this.#load(place.segment);
    return content === null ? null : content.subarray(place.offset, place.offset + place.length);
  }

  async #load(segment: string): Promise<Buffer | null> {
    const content = await this.#disk.read(this.#path(segment));
    const whole = content !== null && sha256(content) === segment ? content : null;
    this.#hold(segment, whole);
    return whole;
  }

  #hold(segment: string, content: Buffer | null): void {
    this.#held.set(segment, content);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= HELD) break;
      this.#held.delete(oldest);
    }
  }

  #path(segment: string): string {
    return join(this.#folder, 'segments', `${segment}.bin`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.flush();
  }
}
