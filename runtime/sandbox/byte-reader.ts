/** Reads exact numbers of bytes from chunks of any size; holds at most what one read asks for. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** `length` bytes, or null when the source ends before. */
  async exactly(length: number): Promise<Buffer | null> {
    if (this.#rest.length >= length) return this.#take(length);
    const parts = [this.#rest];
    let have = this.#rest.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done === true) return null;
      const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
      parts.push(chunk);
      have += chunk.length;
    }
    this.#rest = Buffer.concat(parts);
    return this.#take(length);
  }

  /** Passes over `length` bytes without holding them; false when the source ends before. */
  async skip(length: number): Promise<boolean> {
    let left = length - this.#rest.length;
    if (left <= 0) {
      this.#take(length);
      return true;
    }
    this.#rest = Buffer.alloc(0);
    while (left > 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      left -= next.value.length;
      if (left < 0) this.#rest = Buffer.from(next.value.subarray(next.value.length + left));
    }
    return true;
  }

  /** Reads to the end, so that the sender is not left writing. */
  async drain(): Promise<void> {
    this.#rest = Buffer.alloc(0);
    while ((await this.#chunks.next()).done !== true);
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
