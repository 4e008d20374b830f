import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { HostSettings } from '#io/host-settings.ts';
import { extract } from 'tar-stream';
import { AUTHORITIES_AT } from './dockerfile.ts';

/** Bytes that must not stand in a published image, and what they would tell. */
export interface Needle {
  readonly what: string;
  readonly bytes: Buffer;
}
export interface Leak {
  readonly what: string;
  /** `<layer>:<path>`, or the name of a metadata file. */
  readonly where: string;
}

/** Values shorter than this are found in any image: `direct`, `off`. */
const TELLING = 8;

function hostsOf(value: string): readonly string[] {
  return [...value.matchAll(/:\/\/(?:[^\s/@,|]*@)?([^\s/:,|]+)/g)].map((match) => match[1] ?? '');
}

/** A line of the middle of each certificate, as text and as the bytes that a binary store would hold. */
function authorityNeedles(name: string, pem: Buffer): Needle[] {
  return [...pem.toString('latin1').matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END/g)].flatMap((match) => {
    const lines = (match[1] ?? '').trim().split(/\s+/);
    const line = lines[Math.floor(lines.length / 2)] ?? '';
    const der = Buffer.from(lines.join(''), 'base64');
    const middle = Math.floor(der.length / 2);
    return [
      { what: `certificate authority ${name}`, bytes: Buffer.from(line) },
      { what: `certificate authority ${name} (binary)`, bytes: der.subarray(middle, middle + 48) },
    ];
  });
}

/** What to look for, from the settings that a build was given. */
export function needlesOf(settings: HostSettings): readonly Needle[] {
  const values = { ...settings.mirrors, ...settings.proxies };
  const texts = Object.entries(values).flatMap(([name, value]) => [
    { what: `value of ${name}`, text: value },
    ...hostsOf(value).map((host) => ({ what: `host of ${name}`, text: host })),
  ]);
  const files = Object.entries(settings.files).flatMap(([path, content]) =>
    hostsOf(content.toString()).map((host) => ({ what: `host of ${path}`, text: host })),
  );
  const marks = settings.authorities.length > 0 ? [{ what: 'directory of authorities', text: AUTHORITIES_AT.slice(1) }] : [];
  return [
    ...settings.authorities.flatMap(({ name, pem }) => authorityNeedles(name, pem)),
    ...[...texts, ...files, ...marks]
      .filter(({ text }) => text.length >= TELLING)
      .map(({ what, text }) => ({ what, bytes: Buffer.from(text) })),
  ];
}

/** Searches a stream as it passes; a match over two chunks counts. */
async function search(source: AsyncIterable<Buffer>, needles: readonly Needle[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const overlap = Math.max(0, ...needles.map((needle) => needle.bytes.length - 1));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const window = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (const { what, bytes } of needles) {
      if (!found.has(what) && window.includes(bytes)) found.add(what);
    }
    rest = Buffer.from(window.subarray(Math.max(0, window.length - overlap)));
  }
  return found;
}

async function scanLayer(name: string, source: Readable, needles: readonly Needle[]): Promise<Leak[]> {
  const leaks: Leak[] = [];
  const inner = extract();
  source.on('error', (error) => inner.destroy(error));
  source.pipe(inner);
  for await (const entry of inner) {
    const path = entry.header.name;
    const told = `${path}\0${entry.header.linkname ?? ''}`;
    for (const { what, bytes } of needles) if (told.includes(bytes.toString('latin1'))) leaks.push({ what, where: `${name}:${path}` });
    for (const what of await search(entry, needles)) leaks.push({ what, where: `${name}:${path}` });
  }
  return leaks;
}

/** The first block of an entry (less when it is shorter), and then all of it, the block included. */
async function peek(source: AsyncIterable<Buffer>): Promise<{ readonly first: Buffer; readonly all: AsyncIterable<Buffer> }> {
  const chunks = source[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 512) {
    const next = await chunks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield first;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  return { first, all: all() };
}

const USTAR_AT = 257;
/** What an entry of the archive is: a layer, a compressed layer, or metadata. */
function kindOf(first: Buffer): 'layer' | 'gzip' | 'metadata' {
  if (first[0] === 0x1f && first[1] === 0x8b) return 'gzip';
  return first.subarray(USTAR_AT, USTAR_AT + 5).toString('latin1') === 'ustar' ? 'layer' : 'metadata';
}

/**
 * Looks through every layer, the configuration and the history of an image, as `docker save` writes it, for build-time settings of
 * the host. [] is the proof that none is left. Content that is itself compressed inside a layer is not opened.
 */
export async function scanImage(saved: Readable, needles: readonly Needle[]): Promise<readonly Leak[]> {
  if (needles.length === 0) {
    saved.destroy();
    return [];
  }
  const leaks: Leak[] = [];
  const outer = extract();
  saved.on('error', (error) => outer.destroy(error));
  saved.pipe(outer);
  for await (const entry of outer) {
    const { first, all } = await peek(entry);
    const kind = kindOf(first);
    const { name } = entry.header;
    if (kind === 'metadata') for (const what of await search(all, needles)) leaks.push({ what, where: name });
    else leaks.push(...(await scanLayer(name, kind === 'gzip' ? Readable.from(all).pipe(createGunzip()) : Readable.from(all), needles)));
  }
  return leaks;
}
