import { InfraError, UserError } from '#schema/errors.ts';
import type { Instant } from '#schema/primitives.ts';
import { boundedFetch } from './github-fetch.ts';
import { type MergedPullRequests, type Page, PullRequestPage, SEARCH_MERGED, collectNodes } from './github-pulls.ts';
import { type Recordings, type Request, openRecordings } from './github-recordings.ts';

export type { MergedPullRequest, MergedPullRequests } from './github-pulls.ts';

export interface RepositoryFacts {
  readonly fullName: string;
  readonly archived: boolean;
  readonly defaultBranch: string;
  readonly spdx: string | null;
}

/** What GitHub tells beside git. Answers come from recordings first; the network is asked only with a token. */
export interface GitHub {
  /** True when the repository (`owner/name`) was recorded, or a token is there to ask. */
  knows(name: string): Promise<boolean>;
  /** Null when it is neither recorded nor can be asked. */
  repository(name: string): Promise<RepositoryFacts | null>;
  /** Pull requests merged between two instants, both included, by number; null as above. */
  mergedPullRequests(name: string, since: Instant, until: Instant): Promise<MergedPullRequests | null>;
}

export interface GitHubOptions {
  readonly token: string | null;
  readonly baseUrl?: string;
  /** Folder of recorded answers. */
  readonly recordings: string;
  /** Asks again what is recorded; an unchanged answer (304) keeps the recording. */
  readonly refresh?: boolean;
  /** Longest wait for a rate limit before the item is given up, seconds. */
  readonly longestWaitSec?: number;
  readonly requestTimeoutMs?: number;
  /** Milliseconds for one second of waiting: a test's clock runs faster. */
  readonly secondMs?: number;
  readonly onWait?: (text: string) => void;
}

const API_VERSION = '2022-11-28';
const SEARCH_LIMIT = 1000;
class Unrecorded extends Error {}

/** A client of GitHub's API. Throws UserError for what a person must mend (401, 301, 404, 451), InfraError for the rest. */
export function createGitHub(options: GitHubOptions): GitHub {
  const baseUrl = options.baseUrl ?? 'https://api.github.com';
  const recordings = openRecordings(options.recordings, `${API_VERSION} ${baseUrl}`);
  let opening: ReturnType<typeof open> | null = null;
  const octokit = () => (opening ??= open(options, baseUrl, recordings));
  const known = async <T>(name: string, ask: () => Promise<T>): Promise<T | null> => {
    try {
      return await ask();
    } catch (failure) {
      if (failure instanceof Unrecorded) return null;
      throw named(failure, name, baseUrl);
    }
  };
  return {
    knows: async (name) => options.token !== null || (await recordings.read(repositoryRequest(name))) !== null,
    repository: (name) => known(name, async () => facts(await octokit(), name)),
    mergedPullRequests: (name, since, until) =>
      known(name, async () => {
        const client = await octokit();
        const { fullName } = await facts(client, name);
        return collectNodes(await search(client, fullName, Date.parse(since), Date.parse(until)));
      }),
  };
}

/** The client that answers from recordings first. */
async function open(options: GitHubOptions, baseUrl: string, recordings: Recordings) {
  const octokit = await client(options, baseUrl);
  octokit.hook.wrap('request', async (request, call) => {
    const asked = requestOf(call);
    const recorded = await recordings.read(asked);
    if (recorded !== null && (options.refresh !== true || options.token === null)) return { ...recorded, headers: {}, url: call.url };
    if (options.token === null) throw new Unrecorded(`${asked.method} ${asked.url}`);
    const etag = recorded?.etag;
    if (typeof etag === 'string') call.headers = { ...call.headers, 'if-none-match': etag };
    try {
      const answer = await request(call);
      await keep(recordings, asked, answer);
      return answer;
    } catch (failure) {
      // The client throws a 304 as it throws a 404.
      if (statusOf(failure) === 304 && recorded !== null) return { ...recorded, headers: {}, url: call.url };
      throw failure;
    }
  });
  return octokit;
}

/** Loaded when a first question is asked: most sources are known from git alone. */
async function client(options: GitHubOptions, baseUrl: string) {
  const [{ Octokit }, { paginateGraphQL }, { retry }, { throttling }] = await Promise.all([
    import('@octokit/rest'),
    import('@octokit/plugin-paginate-graphql'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const longest = options.longestWaitSec ?? 3_900;
  const secondMs = options.secondMs ?? 1000;
  const waits = (kind: string) => (seconds: number, _: object, __: object, retries: number) => {
    const waited = seconds <= longest && retries < 3;
    options.onWait?.(waited ? `GitHub ${kind}: waiting ${seconds} s` : `GitHub ${kind}: not waiting ${seconds} s`);
    return waited;
  };
  return new (Octokit.plugin(throttling, retry, paginateGraphQL))({
    ...(options.token === null ? {} : { auth: options.token }),
    baseUrl,
    log: silent,
    userAgent: 'loopsmith',
    request: { redirect: 'manual', fetch: boundedFetch(options.requestTimeoutMs ?? 60_000) },
    // 403 and 429 are limits, and throttling's to wait for.
    retry: { retryAfterBaseValue: secondMs, doNotRetry: [400, 401, 403, 404, 410, 422, 429, 451] },
    throttle: {
      id: baseUrl,
      retryAfterBaseValue: secondMs,
      onRateLimit: waits('rate limit'),
      onSecondaryRateLimit: waits('secondary rate limit'),
    },
  });
}
type Client = Awaited<ReturnType<typeof client>>;

async function facts(octokit: Client, name: string): Promise<RepositoryFacts> {
  const answer = await octokit.request('GET /repos/{owner}/{repo}', ownerAndName(name));
  if (Number(answer.status) >= 300) {
    const status = Number(answer.status);
    throw new UserError(
      name,
      `GitHub answers ${status}: the repository has moved to ${movedTo(answer)}`,
      'Name the new place in the source.',
    );
  }
  const { full_name, archived, default_branch, license } = answer.data;
  if (typeof full_name !== 'string') throw new InfraError(`GitHub's answer for ${name} is no repository`);
  return { fullName: full_name, archived: archived === true, defaultBranch: default_branch, spdx: license?.spdx_id ?? null };
}

function movedTo(answer: { readonly headers: { readonly location?: string | undefined }; readonly data: unknown }): string {
  const { data } = answer;
  const told = typeof data === 'object' && data !== null && 'url' in data ? data.url : null;
  return answer.headers.location ?? (typeof told === 'string' ? told : 'an unnamed place');
}

/** All pages of a search; a search finds at most 1,000, so a longer range is asked in halves. */
async function search(octokit: Client, name: string, since: number, until: number): Promise<Page[]> {
  const pages: Page[] = [];
  const asked = { search: `repo:${name} is:pr is:merged merged:${iso(since)}..${iso(until)}` };
  for await (const answer of octokit.graphql.paginate.iterator(SEARCH_MERGED, asked)) {
    const page = PullRequestPage.safeParse(answer);
    if (!page.success)
      throw new InfraError(
        `GitHub's search answer is unreadable: ${page.error.issues[0]?.path.join('.') ?? ''} ${page.error.issues[0]?.message ?? ''}`,
      );
    if (page.data.search.issueCount > SEARCH_LIMIT && until - since > 1000) {
      const middle = Math.floor((since + until) / 2000) * 1000;
      return [...(await search(octokit, name, since, middle)), ...(await search(octokit, name, middle + 1000, until))];
    }
    pages.push(page.data.search);
  }
  return pages;
}

function iso(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function ownerAndName(name: string): { owner: string; repo: string } {
  const [owner = '', repo = ''] = name.split('/');
  return { owner, repo };
}
function repositoryRequest(name: string): Request {
  return { method: 'GET', url: '/repos/{owner}/{repo}', parameters: ownerAndName(name) };
}

function requestOf(call: { readonly method: string; readonly url: string }): Request {
  const { method, url, ...rest } = call;
  const parameters = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !['baseUrl', 'headers', 'mediaType', 'request'].includes(key)),
  );
  return { method, url, parameters };
}

async function keep(
  recordings: Recordings,
  asked: Request,
  answer: { readonly status: number; readonly data: unknown; readonly headers: { readonly etag?: string | undefined } },
): Promise<void> {
  if (typeof answer.data !== 'object' || answer.data === null)
    throw new InfraError(`GitHub's answer to ${asked.method} ${asked.url} is cut or no JSON`);
  if (answer.status !== 200 || 'errors' in answer.data) return;
  await recordings.write(asked, { status: 200, etag: answer.headers.etag ?? null, data: answer.data });
}

function statusOf(failure: unknown): number | null {
  return failure instanceof Error && 'status' in failure && typeof failure.status === 'number' ? failure.status : null;
}

/** Every failure by its name; never with the request's headers, which hold the token. */
function named(failure: unknown, name: string, baseUrl: string): Error {
  if (failure instanceof UserError || failure instanceof InfraError) return failure;
  const status = statusOf(failure);
  if (status === 401)
    return new UserError('GITHUB_TOKEN', `${baseUrl} refuses the token`, 'Give one that is valid, or unset it to work from git alone.');
  if (status === 404)
    return new UserError(
      name,
      'GitHub knows no such repository, or the token may not see it',
      'Correct the name, or use a token that may read it.',
    );
  if (status === 451) return new UserError(name, 'GitHub withholds the repository for legal reasons (451)', 'Use another source.');
  const message = failure instanceof Error ? failure.message : String(failure);
  if (status === 403 || status === 429) return new InfraError(`GitHub's rate limit or a refusal for ${name}: ${message}`);
  return new InfraError(`GitHub did not answer for ${name}: ${message}`);
}
