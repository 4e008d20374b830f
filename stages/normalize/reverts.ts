import type { Change } from '#schema/change.ts';
import type { Oid } from '#schema/primitives.ts';
import { isRevert } from './marks.ts';

/** A change with the digests of its patch and of the opposite patch; null where there is nothing composed to compare. */
export interface Patched {
  readonly change: Omit<Change, 'files'>;
  readonly patch: string | null;
  readonly inverse: string | null;
  /** Lines that the patch adds and deletes. */
  readonly patchLines: number;
}

/** A patch shorter than this may be the same by chance: an import, a missing argument, added in two places. */
const TELLING_LINES = 10;

export interface Relations {
  /** Both halves of each exact pair, by id. */
  readonly pairs: ReadonlyMap<Oid, Oid>;
  /** Changes that a later one reverts, also when only in part. */
  readonly reverted: ReadonlySet<Oid>;
  /** Changes whose patch an earlier one landed already. */
  readonly repeated: ReadonlySet<Oid>;
}

/**
 * Finds what reverts what. A pair cancels only when the later patch is exactly the inverse of the earlier; a revert in part, or
 * one mended by hand, is marked and pairs with nothing. A change is in one pair: a revert of a revert leaves the first cancelled.
 */
export function relate(changes: readonly Patched[]): Relations {
  const pairs = new Map<Oid, Oid>();
  const reverted = new Set<Oid>();
  const repeated = new Set<Oid>();
  const live = new Map<string, Oid>();
  for (const [position, later] of changes.entries()) {
    const target = isRevert(later.change) ? namedTarget(later, changes.slice(0, position), pairs) : null;
    if (target !== null) {
      reverted.add(target.change.id);
      if (later.patch !== null && later.patch === target.inverse) pair(pairs, target.change.id, later.change.id);
    }
    if (later.patch === null) continue;
    if (live.has(later.patch) && later.patchLines >= TELLING_LINES) repeated.add(later.change.id);
    else live.set(later.patch, later.change.id);
    // What was taken back may land again: then it repeats nothing.
    if (pairs.has(later.change.id) && later.inverse !== null) {
      live.delete(later.inverse);
      live.delete(later.patch);
    }
  }
  return { pairs, reverted, repeated };
}

function pair(pairs: Map<Oid, Oid>, earlier: Oid, later: Oid): void {
  pairs.set(earlier, later);
  pairs.set(later, earlier);
}

/** The change that a revert names: by commit, by quoted subject, by number; among several the latest not yet cancelled. */
function namedTarget(later: Patched, earlier: readonly Patched[], pairs: ReadonlyMap<Oid, Oid>): Patched | null {
  const free = earlier.filter(({ change }) => !pairs.has(change.id));
  const message = `${later.change.message}\n${later.change.pr?.body ?? ''}`;
  const commits = [...message.matchAll(/\bThis reverts (?:commit|merge) ([0-9a-f]{7,40})/g)].map((match) => match[1] ?? '');
  const byCommit = free.findLast(({ change }) => commits.some((prefix) => change.id.startsWith(prefix)));
  if (byCommit !== undefined) return byCommit;
  const quoted = quotedSubject(later.change);
  const bySubject =
    quoted === null
      ? undefined
      : free.findLast(({ change }) => [change.subject, change.pr?.title].some((title) => plain(title) === plain(quoted)));
  if (bySubject !== undefined) return bySubject;
  const numbers = revertedNumbers(later.change, message);
  return free.findLast(({ change }) => change.pr !== null && numbers.includes(change.pr.number)) ?? null;
}

function quotedSubject(change: Pick<Change, 'subject' | 'pr'>): string | null {
  for (const text of [change.subject, change.pr?.title ?? '']) {
    const match = /\brevert(?:s|ed|ing)?:? ["“'](.+)["”'](?:\s*\(#\d+\))?\s*$/i.exec(text) ?? /^revert: (.+?)(?:\s*\(#\d+\))?$/i.exec(text);
    if (match?.[1] !== undefined) return match[1];
  }
  return null;
}

/** GitHub's own wordings: the body `Reverts owner/name#12`, the branch `revert-12-topic`, `Revert "Merge pull request #12 from …"`. */
function revertedNumbers(change: Pick<Change, 'subject' | 'pr'>, message: string): number[] {
  const text = `${change.subject}\n${message}`;
  const patterns = [
    /\bReverts [\w.-]+\/[\w.-]+#(\d+)/g,
    /\/revert-(\d+)-/g,
    /\bReverts? #(\d+)\b/gi,
    /\bRevert ["“']Merge pull request #(\d+)/g,
    /\bRevert ["“'].*\(#(\d+)\)["”']/g,
  ];
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => Number(match[1])));
}

/** A subject without its numbers, for comparing: the quoting commit may have lost or gained one. */
function plain(title: string | undefined): string {
  return (title ?? '')
    .replace(/(?:\s*\([^)]*#\d+\))+\s*$/, '')
    .trim()
    .toLowerCase();
}
