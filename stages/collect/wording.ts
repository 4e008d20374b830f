import type { Commit } from '#io/repository.ts';
import type { PullRequest } from '#schema/change.ts';

/** What a commit's own message says of its pull request; a claim until a pull ref or the API confirms it. */
export interface Claim {
  readonly number: number;
  readonly toldBy: Extract<PullRequest['toldBy'], 'merge-commit' | 'bors' | 'squash-subject' | 'trailer'>;
  readonly title: string;
  /** Every number that the subject names, in order, the claimed one included. */
  readonly numbers: readonly number[];
}

type Message = Pick<Commit, 'subject' | 'body' | 'parents'>;

interface Wording {
  readonly pattern: RegExp;
  readonly toldBy: Claim['toldBy'];
  /** Where the title stands: in the subject's second group, else the body's first line. */
  readonly titled: 'subject' | 'body';
}

/** Subjects that name one pull request, as forges, bots and people word them. Group 1 is the number. */
const WORDINGS: readonly Wording[] = [
  { pattern: /^Auto merge of #(\d+)\b/, toldBy: 'bors', titled: 'body' },
  { pattern: /^Rollup merge of #(\d+)\b/, toldBy: 'bors', titled: 'body' },
  { pattern: /^Merge pull request #(\d+) from \S+\s*$/, toldBy: 'merge-commit', titled: 'body' },
  { pattern: /^Merged? (?:pull[ -]request|PR|MR)[ :]*[#!](\d+)[\s:,-]*(.*)$/i, toldBy: 'merge-commit', titled: 'subject' },
  { pattern: /^Merged? [#!](\d+)(?:[\s:,-]+(?!#)(.*))?$/i, toldBy: 'merge-commit', titled: 'subject' },
  { pattern: /^Merged in \S+ \(pull request #(\d+)\)$/, toldBy: 'merge-commit', titled: 'body' },
];
/** `Merge #12 #13` of bors-ng: the body lists each with its title. */
const BORS_BATCH = /^(?:Try )?Merge((?: #\d+)+)$/;
const SEE_MERGE_REQUEST = /^See merge request (\S*)!(\d+)\s*$/m;
const TRAILER =
  /^(?:PR-URL|Pull-Request|Pull-request|PR|PR-Link|Closes-PR)\s*:\s*(?:https?:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+)\/(?:-\/)?(?:pull|pulls|merge_requests)\/|[#!])(\d+)\s*$/gm;
const NUMBERED = /\((?:PR |pull request |gh-|GH-)?[#!]?(\d+)\)/g;
const HASHED = /\((?:PR |pull request )?[#!](\d+)\)|\(gh-(\d+)\)/gi;
/** The quoted subject of a revert names the reverted pull request, not this one. */
const QUOTED = /^((?:Revert|Reapply|Re-?land|Back-?port)\s*)["“'].*["”'](?=\s|\(|$)/i;

/** Reads the claim of a message, or null when it names none. `repositoryName` (`owner/name`) tells foreign trailers apart. */
export function claimOf(message: Message, repositoryName: string | null): Claim | null {
  return mergeClaim(message) ?? subjectClaim(message) ?? trailerClaim(message, repositoryName);
}

function mergeClaim(message: Message): Claim | null {
  const batch = BORS_BATCH.exec(message.subject);
  if (batch?.[1] !== undefined) return batchClaim(message, numbersIn(batch[1], /#(\d+)/g));
  for (const wording of WORDINGS) {
    const match = wording.pattern.exec(message.subject);
    const number = Number(match?.[1] ?? 0);
    if (match === null || number < 1) continue;
    const inSubject = wording.titled === 'subject' ? (match[2] ?? '').trim() : '';
    return { number, toldBy: wording.toldBy, title: inSubject || firstLine(message.body) || message.subject, numbers: [number] };
  }
  const forge = SEE_MERGE_REQUEST.exec(message.body);
  if (forge === null || message.parents.length < 2) return null;
  return { number: Number(forge[2]), toldBy: 'merge-commit', title: firstLine(message.body), numbers: [Number(forge[2])] };
}

function batchClaim(message: Message, numbers: readonly number[]): Claim | null {
  const number = numbers.at(-1);
  if (number === undefined) return null;
  const line = new RegExp(`^${number}:\\s*(.*?)(?:\\s+r=.*)?$`, 'm').exec(message.body);
  const bors = /^\d+:.*\br=/m.test(message.body);
  return { number, toldBy: bors ? 'bors' : 'merge-commit', title: line?.[1] || firstLine(message.body) || message.subject, numbers };
}

function subjectClaim(message: Message): Claim | null {
  const open = message.subject.replace(QUOTED, '$1');
  const numbers = numbersIn(open, HASHED);
  const number = numbers.at(-1);
  if (number === undefined) return null;
  const title = message.subject.replace(new RegExp(`\\s*${NUMBERED.source}\\s*$`), '').trim();
  const toldBy = message.parents.length > 1 ? 'merge-commit' : 'squash-subject';
  return { number, toldBy, title: title || message.subject, numbers };
}

function trailerClaim(message: Message, repositoryName: string | null): Claim | null {
  for (const match of message.body.matchAll(TRAILER)) {
    const foreign = match[1] !== undefined && repositoryName !== null && match[1].toLowerCase() !== repositoryName.toLowerCase();
    const number = Number(match[2]);
    if (!foreign && number > 0) return { number, toldBy: 'trailer', title: message.subject, numbers: [number] };
  }
  return null;
}

function numbersIn(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)]
    .map((match) => Number(match[1] ?? match[2]))
    .filter((number) => number > 0 && Number.isSafeInteger(number));
}

const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\s*:?\s+#(\d+)\b/gi;
/** Issues that a message closes by GitHub's keywords, sorted, each once. */
export function closedIssues(text: string): number[] {
  return [...new Set(numbersIn(text, CLOSING))].sort((a, b) => a - b);
}

function firstLine(body: string): string {
  return (
    body
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
