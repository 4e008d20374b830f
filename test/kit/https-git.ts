import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface HttpsGit {
  /** `https://localhost:<port>`: repositories are below it by their path under the served directory. */
  readonly address: string;
  /** The certificate that a client must trust. */
  readonly authority: string;
  /** Requests so far, as `GET /a/b/info/refs?service=git-upload-pack`. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** What the server needs and this machine lacks, or null. */
export function httpsGitLacks(): string | null {
  if (spawnSync('openssl', ['version']).status !== 0) return 'openssl';
  return existsSync(backend()) ? null : 'git http-backend';
}

/** Git's own smart HTTP server behind TLS, over the repositories of a directory. */
export async function serveHttpsGit(directory: string, scratch: string): Promise<HttpsGit> {
  const [key, authority] = [join(scratch, 'key.pem'), join(scratch, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    authority,
    ...subject,
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  const requests: string[] = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(authority) }, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://localhost');
    requests.push(`${request.method} ${request.url}`);
    const cgi = spawn(backend(), [], {
      env: {
        GIT_PROJECT_ROOT: directory,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? 'GET',
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        PATH: process.env['PATH'] ?? '',
      },
    });
    request.pipe(cgi.stdin);
    const parts: Buffer[] = [];
    cgi.stdout.on('data', (part: Buffer) => parts.push(part));
    cgi.on('close', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      const headers = whole
        .subarray(0, end)
        .toString()
        .split('\r\n')
        .map((line) => line.split(': ', 2));
      response.statusCode = Number.parseInt(headers.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
      for (const [name, value] of headers)
        if (name !== undefined && value !== undefined && name !== 'Status') response.setHeader(name, value);
      response.end(whole.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    authority,
    requests,
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function backend(): string {
  return join(spawnSync('git', ['--exec-path'], { encoding: 'utf8' }).stdout.trim(), 'git-http-backend');
}
