import { z } from 'zod';

export interface MergedPullRequest {
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly labels: readonly string[];
  readonly closingIssues: readonly number[];
  readonly mergeCommit: string;
  /** `<author seconds> <author e-mail>` of its commits, oldest first; empty when there are more than the answer holds. */
  readonly authorKeys: readonly string[];
}
export interface MergedPullRequests {
  readonly pullRequests: readonly MergedPullRequest[];
  /** Answers left out, and the field that was wrong. */
  readonly skipped: readonly { readonly number: number | null; readonly why: string }[];
}

const COMMITS_LISTED = 100;

/** 50 pull requests a page: 151 connections, 2 points of the hourly 5,000. Diffs are git's, never the API's. */
export const SEARCH_MERGED = `query merged($search: String!, $cursor: String) {
  search(type: ISSUE, query: $search, first: 50, after: $cursor) {
    issueCount
    nodes { ... on PullRequest {
      number title body merged mergeCommit { oid }
      labels(first: 20) { nodes { name } }
      closingIssuesReferences(first: 10) { nodes { number } }
      commits(first: ${COMMITS_LISTED}) { totalCount nodes { commit { authoredDate author { email } } } }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const PullRequestPage = z.object({ search: z.object({ issueCount: z.number(), nodes: z.array(z.unknown()).nullable() }) });
export type Page = z.infer<typeof PullRequestPage>['search'];

const listOf = <T extends z.ZodType>(item: T) => z.object({ nodes: z.array(item.nullable()).nullable() }).nullable();
const Node = z.object({
  number: z.number().int().positive(),
  title: z.string(),
  body: z.string().nullable(),
  merged: z.literal(true),
  mergeCommit: z.object({ oid: z.string().regex(/^[0-9a-f]{40}$/) }),
  labels: listOf(z.object({ name: z.string() })),
  closingIssuesReferences: listOf(z.object({ number: z.number().int() })),
  commits: z
    .object({
      totalCount: z.number(),
      nodes: z
        .array(
          z
            .object({ commit: z.object({ authoredDate: z.string(), author: z.object({ email: z.string().nullable() }).nullable() }) })
            .nullable(),
        )
        .nullable(),
    })
    .nullable(),
});

/** One entry for each number of all pages, in order of number; what an answer repeats while it is paged counts once. */
export function collectNodes(pages: readonly Page[]): MergedPullRequests {
  const byNumber = new Map<number, MergedPullRequest>();
  const skipped: MergedPullRequests['skipped'][number][] = [];
  for (const node of pages.flatMap((page) => page.nodes ?? [])) {
    const parsed = Node.safeParse(node);
    if (parsed.success) byNumber.set(parsed.data.number, pullRequest(parsed.data));
    else if (node !== null) skipped.push({ number: numberOf(node), why: reasons(parsed.error) });
  }
  return { pullRequests: [...byNumber.values()].sort((a, b) => a.number - b.number), skipped };
}

function pullRequest(node: z.infer<typeof Node>): MergedPullRequest {
  const present = <T>(list: { nodes: (T | null)[] | null } | null): T[] =>
    (list?.nodes ?? []).flatMap((item) => (item === null ? [] : [item]));
  const commits = present(node.commits);
  const whole = commits.length === (node.commits?.totalCount ?? 0);
  return {
    number: node.number,
    title: node.title,
    body: node.body === '' ? null : node.body,
    labels: present(node.labels).map((label) => label.name),
    closingIssues: present(node.closingIssuesReferences).map((issue) => issue.number),
    mergeCommit: node.mergeCommit.oid,
    authorKeys: whole
      ? commits.map(({ commit }) => `${Date.parse(commit.authoredDate) / 1000} ${(commit.author?.email ?? '').toLowerCase()}`)
      : [],
  };
}

function numberOf(node: unknown): number | null {
  return typeof node === 'object' && node !== null && 'number' in node && typeof node.number === 'number' ? node.number : null;
}
function reasons(error: z.ZodError): string {
  return error.issues.map((issue) => `search.nodes.${issue.path.join('.')}: ${issue.message}`).join('; ');
}
