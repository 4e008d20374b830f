import { byCodeUnit } from '#schema/primitives.ts';

/** Everything that would tell an agent where a task comes from (paper, appendix E). */
export interface Identity {
  readonly owner: string;
  readonly name: string;
  readonly people: readonly string[];
  readonly emails: readonly string[];
  readonly commits: readonly string[];
}

const URL = /\b(?:https?|git|ssh):\/\/[^\s)>\]"'`]+/g;
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const HANDLE = /(?<![\w@./-])@[A-Za-z][\w-]+\b/g;
const NUMBER = /(?<![\w&])(?:[Gg][Hh]-|[Ii]ssue #?|PR #?|#)\d+\b/g;
const HEX = /\b[0-9a-f]{7,40}\b/g;

/** Identity of a repository given by URL, path or `examples:name`. */
export function identityOf(repository: string, people: readonly string[], emails: readonly string[], commits: readonly string[]): Identity {
  const parts = repository
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .filter(Boolean);
  const name = parts.at(-1) ?? repository;
  return { owner: parts.at(-2) ?? '', name, people: distinct(people), emails: distinct(emails), commits };
}

/** Free text without the marks of its origin; a word that cannot be kept is replaced, so that the sentence stays readable. */
export function anonymise(text: string, identity: Identity): string {
  let out = text
    .replace(URL, '(reference removed)')
    .replace(EMAIL, '(address removed)')
    .replace(HANDLE, 'a contributor')
    .replace(NUMBER, '(reference removed)');
  out = out.replace(HEX, (word) => (isCommit(word, identity) ? '(reference removed)' : word));
  for (const person of identity.people) if (person.length > 4) out = out.split(person).join('a contributor');
  for (const slug of slugs(identity)) out = out.replace(new RegExp(escape(slug), 'gi'), 'this project');
  return outsideCode(out, (prose) => prose.replace(new RegExp(`(?<![\\w./-])${escape(identity.name)}(?![\\w./-])`, 'gi'), 'the project'));
}

/**
 * What of `identity` a text still shows. The repository's own name is allowed inside code spans: it may be the import name that
 * tests bind to, and base/ shows it anyway.
 */
export function identityLeaks(text: string, identity: Identity): string[] {
  const leaks: string[] = [];
  for (const url of text.match(URL) ?? []) leaks.push(`URL ${url}`);
  for (const email of identity.emails) if (email !== '' && text.includes(email)) leaks.push(`e-mail ${email}`);
  for (const person of identity.people) if (person.length > 4 && text.includes(person)) leaks.push(`person ${person}`);
  for (const slug of slugs(identity)) if (text.toLowerCase().includes(slug.toLowerCase())) leaks.push(`repository ${slug}`);
  for (const word of text.match(HEX) ?? []) if (isCommit(word, identity)) leaks.push(`commit ${word}`);
  for (const number of outsideCode(text, (prose) => prose).match(NUMBER) ?? []) if (!inCode(text, number)) leaks.push(`number ${number}`);
  outsideCode(text, (prose) => {
    const own = new RegExp(`(?<![\\w./-])${escape(identity.name)}(?![\\w./-])`, 'i').exec(prose);
    if (own !== null) leaks.push(`name ${own[0]}`);
    return prose;
  });
  return distinct(leaks);
}

function slugs(identity: Identity): string[] {
  return identity.owner === '' ? [] : [`${identity.owner}/${identity.name}`, `${identity.owner}--${identity.name}`];
}

function isCommit(word: string, identity: Identity): boolean {
  return /\d/.test(word) && identity.commits.some((commit) => commit.startsWith(word));
}

/** Maps the parts of a markdown text that lie outside code spans and fences. */
function outsideCode(text: string, map: (prose: string) => string): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : map(part)))
    .join('');
}

function inCode(text: string, needle: string): boolean {
  return !text.split(/(```[\s\S]*?```|`[^`\n]*`)/).some((part, index) => index % 2 === 0 && part.includes(needle));
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort(byCodeUnit);
}
