import type { Readable } from 'node:stream';

export type Stream = 'stdout' | 'stderr';

/**
 * Takes the engine's multiplexed stream apart: frames of 8 header bytes (stream, 0, 0, 0, length) and content, in chunks of any cut.
 * Text that is no frame is what the engine says when it could not start the command; it comes back from `raw()`.
 */
export class FrameReader {
  readonly #take: (stream: Stream, content: Buffer) => void;
  #header = Buffer.alloc(0);
  #stream: Stream = 'stdout';
  #left = 0;
  #raw: string | null = null;

  constructor(take: (stream: Stream, content: Buffer) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && this.#raw === null) {
      if (this.#left > 0) {
        const part = chunk.subarray(at, at + this.#left);
        this.#take(this.#stream, part);
        this.#left -= part.length;
        at += part.length;
        continue;
      }
      const need = 8 - this.#header.length;
      this.#header = Buffer.concat([this.#header, chunk.subarray(at, at + need)]);
      at += need;
      if (this.#header.length === 8) this.#open();
    }
    if (this.#raw !== null) this.#raw = (this.#raw + chunk.subarray(Math.min(at, chunk.length)).toString()).slice(0, 4096);
  }

  #open(): void {
    const [kind, a, b, c] = this.#header;
    if ((kind !== 1 && kind !== 2) || a !== 0 || b !== 0 || c !== 0) {
      this.#raw = this.#header.toString();
      return;
    }
    this.#stream = kind === 1 ? 'stdout' : 'stderr';
    this.#left = this.#header.readUInt32BE(4);
    this.#header = Buffer.alloc(0);
  }

  raw(): string | null {
    return this.#raw ?? (this.#header.length > 0 ? this.#header.toString() : null);
  }
}

/** One line of a build's, pull's or import's answer. */
export interface Progress {
  readonly stream?: string;
  readonly status?: string;
  readonly error?: string;
  readonly errorDetail?: { readonly code?: number; readonly message?: string };
  readonly aux?: { readonly ID?: string };
}
export interface ProgressEnd {
  /** Id of the image that came out, when the answer names one. */
  readonly id: string | null;
  readonly error: { readonly message: string; readonly code: number | null } | null;
  /** The last 256 KiB of what was said. */
  readonly log: string;
}
const LOG_CHARS = 256 * 1024;

/** Reads an answer of JSON lines to its end. The HTTP status is 200 even for a failed build: only `errorDetail` tells. */
export async function readProgress(source: Readable): Promise<ProgressEnd> {
  let rest = '';
  let log = '';
  let id: string | null = null;
  let error: ProgressEnd['error'] = null;
  const line = (text: string): void => {
    if (text.trim() === '') return;
    const said: Progress = JSON.parse(text);
    log = (log + (said.stream ?? '')).slice(-LOG_CHARS);
    if (said.aux?.ID !== undefined) id = said.aux.ID;
    if (said.status?.startsWith('sha256:') === true) id = said.status;
    if (said.error !== undefined || said.errorDetail !== undefined)
      error = { message: said.errorDetail?.message ?? said.error ?? 'no message', code: said.errorDetail?.code ?? null };
  };
  source.setEncoding('utf8');
  for await (const chunk of source) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(line);
  }
  line(rest);
  return { id, error, log };
}
