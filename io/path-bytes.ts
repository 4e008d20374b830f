/**
 * Paths are bytes for git and the file system, strings for us. Bytes that are no UTF-8 become lone surrogates U+DC80…U+DCFF,
 * which no valid UTF-8 decodes to: so every path has one string and every such string gives its bytes back.
 */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Length of the valid UTF-8 sequence that starts at `at`, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  const lowest = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const highest = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let i = 2; i < length; i++) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Decodes UTF-8, giving each byte that belongs to no valid sequence to `escape`. */
export function decodeBytes(bytes: Uint8Array, escape: (byte: number) => string): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (!whole.includes('\uFFFD')) return whole; // the usual case; the loop below is the slow and exact one
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += strict.decode(bytes.subarray(from, at)) + escape(bytes[at] ?? 0);
    from = ++at;
  }
  return text + strict.decode(bytes.subarray(from));
}

export function decodePath(bytes: Uint8Array): string {
  return decodeBytes(bytes, (byte) => String.fromCharCode(0xdc00 + byte));
}

/** Inverse of `decodePath`. */
export function encodePath(path: string): Buffer {
  if (isUtf8Path(path)) return Buffer.from(path, 'utf8');
  const parts = [...path].map((char) => {
    const code = char.codePointAt(0) ?? 0;
    return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(char, 'utf8');
  });
  return Buffer.concat(parts);
}

/** False when the path holds bytes that are no UTF-8 (a lone surrogate stands for each). */
export function isUtf8Path(path: string): boolean {
  return !/\p{Surrogate}/u.test(path);
}
