import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitHub, type GitHubOptions } from '#io/github.ts';
import { InfraError, UserError } from '#schema/errors.ts';
import { testDirectory } from '#test/kit/git.ts';

const TOKEN = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
const SINCE = '2026-01-01T00:00:00Z';
const UNTIL = '2026-03-01T00:00:00Z';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Raw text instead of JSON. */
  readonly text?: string;
}
interface Asked {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly search: string;
}
type Script = (asked: Asked, count: number) => Answer;

/** A server that answers by script and remembers what it was asked. */
class Stub implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #script: Script;

  private constructor(script: Script) {
    this.#script = script;
  }
  static async start(script: Script): Promise<Stub> {
    const stub = new Stub(script);
    await new Promise<void>((resolve) => stub.#server.listen(0, '127.0.0.1', resolve));
    return stub;
  }
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const search = /"search":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? '';
    const cursor = /"cursor":"([^"]*)"/.exec(body)?.[1];
    const asked = {
      url: request.url ?? '',
      authorization: request.headers.authorization,
      ifNoneMatch: request.headers['if-none-match'],
      search: cursor === undefined ? search : `${search} @${cursor}`,
    };
    const count = this.asked.filter((other) => other.url === asked.url && other.search === asked.search).length;
    this.asked.push(asked);
    const { status = 200, headers = {}, body: data, text } = this.#script(asked, count);
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(text ?? (data === undefined ? '' : JSON.stringify(data)));
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const repository: Answer = {
  headers: { etag: '"one"' },
  body: { full_name: 'owner/name', archived: false, default_branch: 'main', license: { spdx_id: 'MIT' } },
};
const node = (number: number, more: object = {}) => ({
  number,
  title: `Title ${number}`,
  body: null,
  merged: true,
  mergeCommit: { oid: String(number).padStart(40, '0') },
  labels: { nodes: [{ name: 'bug' }, null] },
  closingIssuesReferences: { nodes: [{ number: 900 + number }] },
  commits: { totalCount: 1, nodes: [{ commit: { authoredDate: '2026-01-02T03:04:05Z', author: { email: 'Eve@Example.org' } } }] },
  ...more,
});
const page = (nodes: readonly unknown[], next: string | null = null, issueCount = nodes.length): Answer => ({
  body: { data: { search: { issueCount, nodes, pageInfo: { hasNextPage: next !== null, endCursor: next } } } },
});
const onlySearch =
  (script: Script): Script =>
  (asked, count) =>
    asked.url.startsWith('/repos/') ? repository : script(asked, count);

let directory: ReturnType<typeof testDirectory>;
beforeEach(() => {
  directory = testDirectory('github');
});
afterEach(() => directory.remove());

function client(stub: Stub, more: Partial<GitHubOptions> = {}) {
  return createGitHub({ token: TOKEN, baseUrl: stub.url, recordings: join(directory.path, 'recordings'), secondMs: 10, ...more });
}

describe('asking', () => {
  it('pages through a search, once for each number, in order of number', async () => {
    await using stub = await Stub.start(
      onlySearch(({ search }) => (search.endsWith('@p2') ? page([node(5), node(2)]) : page([node(7), node(5)], 'p2', 4))),
    );
    const answer = await client(stub).mergedPullRequests('owner/name', SINCE, UNTIL);
    expect(answer?.pullRequests.map((pr) => pr.number)).toEqual([2, 5, 7]);
    expect(answer?.pullRequests[0]).toMatchObject({ labels: ['bug'], closingIssues: [902], authorKeys: ['1767323045 eve@example.org'] });
    expect(stub.asked[1]?.search).toBe(`repo:owner/name is:pr is:merged merged:${SINCE}..${UNTIL}`);
  });

  it('asks a range of more than 1,000 in halves', async () => {
    await using stub = await Stub.start(
      onlySearch(({ search }) =>
        search.includes(`${SINCE}..${UNTIL}`) ? page([node(1)], null, 1500) : page([node(search.includes(SINCE) ? 3 : 4)]),
      ),
    );
    expect((await client(stub).mergedPullRequests('owner/name', SINCE, UNTIL))?.pullRequests.map((pr) => pr.number)).toEqual([3, 4]);
  });

  it('skips and records what cannot be read: null users are fine, a null merge commit is not', async () => {
    const nobody = { commits: { totalCount: 1, nodes: [{ commit: { authoredDate: '2026-01-02T03:04:05Z', author: null } }] } };
    await using stub = await Stub.start(
      onlySearch(() => page([node(1, { ...nobody, labels: null }), node(2, { mergeCommit: null }), null, {}])),
    );
    const answer = await client(stub).mergedPullRequests('owner/name', SINCE, UNTIL);
    expect(answer?.pullRequests.map((pr) => [pr.number, pr.authorKeys])).toEqual([[1, ['1767323045 ']]]);
    expect(answer?.skipped).toEqual([
      { number: 2, why: expect.stringContaining('search.nodes.mergeCommit') },
      { number: null, why: expect.any(String) },
    ]);
  });
});

describe('recordings', () => {
  it('replays without network and without token, to the same answer', async () => {
    const stub = await Stub.start(onlySearch(() => page([node(1)])));
    const live = await client(stub).mergedPullRequests('owner/name', SINCE, UNTIL);
    const { url } = stub;
    await stub[Symbol.asyncDispose]();
    const replayed = client(stub, { token: null, baseUrl: url });
    expect(await replayed.knows('owner/name')).toBe(true);
    expect(await replayed.mergedPullRequests('owner/name', SINCE, UNTIL)).toEqual(live);
    expect(await replayed.mergedPullRequests('owner/name', SINCE, '2026-04-01T00:00:00Z')).toBeNull();
    expect(await replayed.knows('owner/other')).toBe(false);
    expect(await replayed.repository('owner/other')).toBeNull();
  });

  it('asks nothing twice, and holds no token', async () => {
    await using stub = await Stub.start(onlySearch(() => page([node(1)])));
    await client(stub).mergedPullRequests('owner/name', SINCE, UNTIL);
    await client(stub).mergedPullRequests('owner/name', SINCE, UNTIL);
    expect(stub.asked).toHaveLength(2);
    const files = readdirSync(join(directory.path, 'recordings'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files).toHaveLength(2);
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toMatch(/ghp_|authorization/i);
  });

  it('keeps a recording that is not modified (304), and replaces one that is', async () => {
    let moved = false;
    await using stub = await Stub.start(({ ifNoneMatch }) =>
      ifNoneMatch === '"one"' && !moved
        ? { status: 304 }
        : moved
          ? { headers: { etag: '"two"' }, body: { full_name: 'owner/name', archived: true, default_branch: 'main', license: null } }
          : repository,
    );
    const facts = { fullName: 'owner/name', archived: false, defaultBranch: 'main', spdx: 'MIT' };
    expect(await client(stub).repository('owner/name')).toEqual(facts);
    expect(await client(stub, { refresh: true }).repository('owner/name')).toEqual(facts);
    moved = true;
    expect(await client(stub, { refresh: true }).repository('owner/name')).toMatchObject({ archived: true, spdx: null });
    expect(stub.asked.map((asked) => asked.ifNoneMatch)).toEqual([undefined, '"one"', '"one"']);
  });
});

describe('faults', () => {
  it('retries a 502', async () => {
    await using stub = await Stub.start((_, count) => (count < 2 ? { status: 502, body: { message: 'Bad gateway' } } : repository));
    expect(await client(stub).repository('owner/name')).toMatchObject({ fullName: 'owner/name' });
    expect(stub.asked).toHaveLength(3);
  });

  it('waits for a secondary limit as told, and says so', async () => {
    const waits: string[] = [];
    await using stub = await Stub.start((_, count) =>
      count === 0
        ? { status: 403, headers: { 'retry-after': '7' }, body: { message: 'You have exceeded a secondary rate limit' } }
        : repository,
    );
    expect(await client(stub, { onWait: (text) => waits.push(text) }).repository('owner/name')).toMatchObject({ fullName: 'owner/name' });
    expect(waits).toEqual(['GitHub secondary rate limit: waiting 7 s']);
  });

  it('waits for the reset by the server’s own clock', async () => {
    const waits: string[] = [];
    const theirs = 1_000_000_000; // years behind ours
    const limited = {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(theirs + 30), date: new Date(theirs * 1000).toUTCString() },
      body: { message: 'API rate limit exceeded' },
    };
    await using stub = await Stub.start((_, count) => (count === 0 ? limited : repository));
    await client(stub, { onWait: (text) => waits.push(text) }).repository('owner/name');
    expect(waits).toEqual([expect.stringMatching(/^GitHub rate limit: waiting 3[0-3] s$/)]);
  });

  it('does not wait ten days: the item is not judged', async () => {
    await using stub = await Stub.start(() => ({
      status: 429,
      headers: { 'retry-after': '864000' },
      body: { message: 'You have exceeded a secondary rate limit' },
    }));
    await expect(client(stub).repository('owner/name')).rejects.toThrow(InfraError);
    expect(stub.asked).toHaveLength(1);
  });

  it.each([
    [401, /^GITHUB_TOKEN: /],
    [404, /^owner\/name: GitHub knows no such repository/],
    [451, /^owner\/name: GitHub withholds/],
  ])('names a %i, once, without the token', async (status, expected) => {
    await using stub = await Stub.start(() => ({ status, body: { message: 'no' } }));
    const failure = await client(stub)
      .mergedPullRequests('owner/name', SINCE, UNTIL)
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).not.toContain(TOKEN);
    expect(String(failure instanceof Error ? failure.message : '')).toMatch(expected);
    expect(stub.asked).toHaveLength(1);
  });

  it('names the new place of a moved repository, and sends no token there', async () => {
    await using elsewhere = await Stub.start(() => repository);
    await using stub = await Stub.start(() => ({
      status: 301,
      headers: { location: `${elsewhere.url}/repositories/1` },
      body: { message: 'Moved Permanently', url: `${elsewhere.url}/repositories/1` },
    }));
    await expect(client(stub).repository('owner/name')).rejects.toThrow(/moved to http:\/\/127/);
    expect(stub.asked[0]?.authorization).toBe(`token ${TOKEN}`);
    expect(elsewhere.asked).toEqual([]);
  });

  it('calls a cut body and an unreadable page a failure of the machine, and records neither', async () => {
    await using cut = await Stub.start(() => ({ text: '{"full_name": "own' }));
    await expect(client(cut).repository('owner/name')).rejects.toThrow(InfraError);
    await using odd = await Stub.start(
      onlySearch(() => ({ body: { data: { search: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } } } })),
    );
    await expect(client(odd).mergedPullRequests('owner/name', SINCE, UNTIL)).rejects.toThrow(/issueCount/);
  });

  it('stops at an answer that never comes', async () => {
    await using stub = await Stub.start((_, count) => (count === 0 ? { status: 500 } : repository));
    const slow = createServer(() => {});
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const address = slow.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    await expect(client(stub, { baseUrl: url, requestTimeoutMs: 50 }).repository('owner/name')).rejects.toThrow(InfraError);
    slow.closeAllConnections();
    slow.close();
  }, 20_000);
});
