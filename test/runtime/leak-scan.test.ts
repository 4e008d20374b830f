import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { HostSettings } from '#io/host-settings.ts';
import { needlesOf, scanImage } from '#runtime/sandbox/leak-scan.ts';
import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import { writeTar } from '#runtime/sandbox/tar-writer.ts';

const body = Buffer.from(
  'certificate of nobody, long enough for several lines of base64 text and then some more of it, until it is so'.repeat(4),
);
const pem = `-----BEGIN CERTIFICATE-----\n${(body.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
const settings: HostSettings = {
  authorities: [{ name: 'inner.crt', pem: Buffer.from(pem) }],
  mirrors: { PIP_INDEX_URL: 'https://user:secret@mirror.inner.example/simple', GOSUMDB: 'off' },
  proxies: { http_proxy: 'http://proxy.inner.example:3128' },
  files: { '/root/.m2/settings.xml': Buffer.from('<url>https://maven.inner.example/all</url>') },
};
const needles = needlesOf(settings);
const owner = { uid: 0, gid: 0 };
const file = (path: string, content: string | Buffer): TreeFile => ({ path, mode: '100644', content: Buffer.from(content) });

/** An image as `docker save` writes it. */
function saved(layer: TreeFile[], config = '{}', pack: (tar: Buffer) => Buffer = (tar) => tar): Readable {
  const tar = writeTar(layer, '', '', owner, 0);
  const outer = writeTar([file('abc.json', config), file('layer1/layer.tar', pack(tar)), file('manifest.json', '[]')], '', '', owner, 0);
  return Readable.from(Array.from({ length: Math.ceil(outer.length / 999) }, (_, index) => outer.subarray(index * 999, (index + 1) * 999)));
}
const innocent = file('etc/hosts', '127.0.0.1 localhost\noff\n');

test('an image without a setting is clean', async () => {
  expect(await scanImage(saved([innocent], '{"config":{"Env":["PATH=/bin"]}}'), needles)).toEqual([]);
});

const planted: readonly (readonly [string, TreeFile])[] = [
  ['an authority', file('etc/ssl/certs/ca-certificates.crt', `${'x'.repeat(70_000)}\n${pem}`)],
  ['an authority in a binary store', file('etc/ssl/java/cacerts', Buffer.concat([Buffer.alloc(4000, 7), body]))],
  ['the address of a mirror', file('root/.config/pip/pip.conf', '[global]\nindex-url=https://mirror.inner.example/simple\n')],
  [
    'a resolved address in a lock file',
    file('opt/node_modules/.package-lock.json', '{"resolved":"https://maven.inner.example/all/x.tgz"}'),
  ],
  ['a proxy', file('etc/apt/apt.conf.d/proxy', 'Acquire::http::Proxy "http://proxy.inner.example:3128";')],
  ['the directory of authorities', file('usr/local/share/ca-certificates/build-host/x', '')],
];
test.each(planted)('%s is found, with its file', async (_what, leak) => {
  for (const pack of [(tar: Buffer) => tar, (tar: Buffer) => gzipSync(tar)]) {
    const leaks = await scanImage(saved([innocent, leak], '{}', pack), needles);
    expect(leaks.length).toBeGreaterThan(0);
    expect(leaks.map((each) => each.where)).toContain(`layer1/layer.tar:${leak.path}`);
    expect(leaks.map((each) => each.where).filter((where) => where.includes('etc/hosts'))).toEqual([]);
  }
});

test('an environment or a history that tells is found', async () => {
  const leaks = await scanImage(
    saved([innocent], '{"history":[{"created_by":"ENV PIP_INDEX_URL=https://mirror.inner.example/simple"}]}'),
    needles,
  );
  expect(leaks.map((leak) => leak.where)).toEqual(['abc.json']);
});

test('without settings there is nothing to look for', async () => {
  expect(needlesOf({ authorities: [], mirrors: {}, proxies: {}, files: {} })).toEqual([]);
});
