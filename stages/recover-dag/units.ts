import { EVIDENCE_ROLES, SET_ASIDE_ROLES, type NormalChange, type NormalFile } from '#schema/change.ts';
import type { FileDiff } from '#io/repository.ts';
import type { DeletedByOwner } from './gather.ts';
import { Groups } from './groups.ts';
import type { Link } from './links.ts';
import { isInverse } from './revert.ts';

export interface UnitRules {
  /** A fix lands within so many days of what it repairs. */
  readonly repairDays: number;
  /** And within so many changes. */
  readonly repairChanges: number;
  /** What lacks tests or a patch is folded at first into what lies so many changes from it at most. */
  readonly foldChanges: number;
}
export interface ChangeFacts {
  readonly changes: readonly NormalChange[];
  readonly diffs: readonly (readonly FileDiff[])[];
  readonly links: readonly Link[];
  readonly deleted: readonly DeletedByOwner[];
}

const FIXING = /^\W*(?:(?:bug|hot)?fix(?:e[ds]|up)?|repair|revert|undo|regression|follow[- ]?up|amend|correct|typo)\b/iu;
const DAY_MS = 86_400_000;

/**
 * Changes → groups that become units (`dag.md`, "Change, unit, task"): sets aside what has no source or test file, cancels exact
 * revert pairs, joins repairs to what they repair, and folds what has no tests or no patch of its own. Deterministic.
 */
export function unitGroups(facts: ChangeFacts, rules: UnitRules): Groups {
  const groups = new Groups(facts.changes.length);
  facts.changes.forEach((change, position) => {
    if (!change.files.some((file) => EVIDENCE_ROLES.has(file.role)))
      groups.exclude(position, { reason: 'no-source', detail: describeFiles(change.files) });
  });
  cancelReverts(groups, facts);
  joinRepairs(groups, facts, rules);
  foldIncomplete(groups, facts, rules.foldChanges);
  return groups;
}

function describeFiles(files: readonly NormalFile[]): string {
  const roles = [...new Set(files.map((file) => file.role))].sort();
  return files.length === 0 ? 'changes no file' : `only ${roles.join(', ')} files`;
}

/** Both halves go when the second undoes the first exactly and no other change depends on either. */
function cancelReverts(groups: Groups, { changes, diffs, links }: ChangeFacts): void {
  const positions = new Map(changes.map((change, position) => [change.id, position]));
  changes.forEach((change, second) => {
    const first = change.revertPair === null ? undefined : positions.get(change.revertPair);
    if (first === undefined || first >= second || groups.isOutside(first) || groups.isOutside(second)) return;
    const used = links.some((link) => (link.from === first && link.to !== second) || link.from === second);
    const earlier = changes[first];
    if (used || earlier === undefined || !isInverse({ change: earlier, diffs: diffs[first] ?? [] }, { change, diffs: diffs[second] ?? [] }))
      return;
    groups.exclude(first, { reason: 'reverted', detail: `${change.id} undoes it exactly, and nothing depends on it` });
    groups.exclude(second, { reason: 'reverts', detail: `undoes ${earlier.id} exactly, and nothing depends on it` });
  });
}

function joinRepairs(groups: Groups, { changes, links, deleted }: ChangeFacts, rules: UnitRules): void {
  const linked = new Set(links.map((link) => `${link.from} ${link.to}`));
  changes.forEach((change, position) => {
    if (groups.isOutside(position)) return;
    const same = changes.findIndex(
      (other, earlier) =>
        earlier < position && !groups.isOutside(earlier) && isSamePull(other, change, linked.has(`${earlier} ${position}`)),
    );
    if (same !== -1) {
      groups.join(position, same, change.id, 'repair', `lands pull request #${change.pr?.number} again`);
      return;
    }
    const repaired = repairedBy(position, change, deleted[position] ?? new Map());
    const target = repaired === undefined ? undefined : changes[repaired];
    if (repaired === undefined || target === undefined || groups.isOutside(repaired)) return;
    const days = (Date.parse(change.landedAt) - Date.parse(target.landedAt)) / DAY_MS;
    if (days > rules.repairDays || position - repaired > rules.repairChanges) return;
    groups.join(position, repaired, change.id, 'repair', `a fix that edits mostly lines of ${target.id}`);
  });
}

/** An unverified number may be an issue's, which several pull requests share: then lines or symbols must tie the two. */
function isSamePull(a: NormalChange, b: NormalChange, linked: boolean): boolean {
  return a.pr !== null && b.pr !== null && a.pr.number === b.pr.number && (linked || (a.pr.verified && b.pr.verified));
}

function repairedBy(position: number, change: NormalChange, deleted: DeletedByOwner): number | undefined {
  if (!FIXING.test(change.pr?.title ?? change.subject)) return undefined;
  const total = [...deleted.values()].reduce((sum, count) => sum + count, 0);
  const [owner] = [...deleted].find(([from, count]) => from >= 0 && from < position && count > total / 2) ?? [];
  return owner;
}

/**
 * A unit needs a patch and tests. What lacks one goes to the nearest change that evidence ties it to, hot evidence included: it
 * admits no edge, but it tells whose lines these are. Latest first, so that a chain of untested changes meets its tested end. A
 * unit that spans far swallows what landed between, so what is tied only from afar waits outside: composition may find that
 * something nearer needs it, and `foldFar` takes in the rest.
 */
function foldIncomplete(groups: Groups, { changes, links }: ChangeFacts, reach: number): void {
  for (let moved = true; moved; ) {
    moved = false;
    for (const members of groups.all().reverse()) {
      const inside = members.flatMap((position) => changes[position] ?? []);
      const lack = lackOf(inside);
      const [first] = members;
      if (lack === null || first === undefined) continue;
      const target = nearest(groups, members, links, lack, reach);
      if (target === undefined) continue;
      groups.join(first, target, inside[0]?.id ?? '', lack, `tied by evidence to ${changes[target]?.id}`);
      moved = true;
      break;
    }
  }
  for (const members of groups.all()) {
    const lack = lackOf(members.flatMap((position) => changes[position] ?? []));
    const [first] = members;
    if (lack !== null && first !== undefined) groups.exclude(first, { reason: UNTIED[lack], detail: 'no evidence ties it to a unit' });
  }
}

/** Folds what waits outside though evidence ties it to a unit, however far. True when it found any: then all must compose again. */
export function foldFar(groups: Groups, { changes, links }: ChangeFacts): boolean {
  let found = false;
  const waiting = new Set<string>(Object.values(UNTIED));
  for (const [position, { reason }] of [...groups.outside].sort(([a], [b]) => b - a)) {
    if (!groups.isOutside(position) || !waiting.has(reason)) continue;
    const lack = reason === UNTIED['no-patch'] ? 'no-patch' : 'no-tests';
    const target = nearest(groups, groups.members(position), links, lack, Number.POSITIVE_INFINITY);
    if (target === undefined) continue;
    groups.join(position, target, changes[position]?.id ?? '', lack, `tied by evidence to ${changes[target]?.id}`);
    found = true;
  }
  return found;
}

type Lack = 'no-tests' | 'no-patch';
const UNTIED: Readonly<Record<Lack, string>> = { 'no-tests': 'untested-unconnected', 'no-patch': 'tests-only-unconnected' };

function lackOf(changes: readonly NormalChange[]): Lack | null {
  if (!changes.some((change) => change.files.some(isPatch))) return 'no-patch';
  return changes.some(hasTests) ? null : 'no-tests';
}

/** A file that a reference patch may hold. */
function isPatch(file: NormalFile): boolean {
  return file.role !== 'test' && !SET_ASIDE_ROLES.has(file.role);
}

/** Brings test lines: a test file that it adds to, or tests inside a source file. */
export function hasTests(change: NormalChange): boolean {
  return change.files.some(
    (file) =>
      file.status !== 'D' &&
      ((file.role === 'test' && (file.added ?? 1) > 0) || (file.role === 'source' && file.inlineTests.length > 0 && change.testLines > 0)),
  );
}

/**
 * The change nearest in the line that evidence ties to a group. Nearness keeps units short: a unit whose changes lie far apart
 * swallows what landed between. On a tie a patch goes to what depends on it, whose tests run it; tests go to what they exercise.
 */
function nearest(groups: Groups, members: readonly number[], links: readonly Link[], lack: Lack, reach: number): number | undefined {
  const own = new Set(members);
  let best: { readonly target: number; readonly distance: number; readonly preferred: boolean } | undefined;
  const consider = (from: number, target: number, preferred: boolean): void => {
    if (!own.has(from) || own.has(target) || groups.isOutside(target)) return;
    const distance = Math.abs(target - from);
    if (distance > reach) return;
    const better = best === undefined || distance < best.distance || (distance === best.distance && preferred && !best.preferred);
    if (better) best = { target, distance, preferred };
  };
  for (const link of links) {
    consider(link.from, link.to, lack === 'no-tests');
    consider(link.to, link.from, lack === 'no-patch');
  }
  return best?.target;
}
