import { EVIDENCE_ROLES, SET_ASIDE_ROLES, type NormalChange, type NormalFile } from '#schema/change.ts';
import type { FileDiff } from '#io/repository.ts';
import type { DeletedByOwner } from './gather.ts';
import { Groups } from './groups.ts';
import { admitting, type Link } from './links.ts';
import { isInverse } from './revert.ts';

export interface UnitRules {
  /** A fix lands within so many days of what it repairs. */
  readonly repairDays: number;
  /** And within so many changes. */
  readonly repairChanges: number;
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
    if (!change.files.some((file) => EVIDENCE_ROLES.has(file.role))) groups.exclude(position, { reason: 'no-source', detail: describeFiles(change.files) });
  });
  cancelReverts(groups, facts);
  joinRepairs(groups, facts, rules);
  foldIncomplete(groups, facts);
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
    if (used || earlier === undefined || !isInverse({ change: earlier, diffs: diffs[first] ?? [] }, { change, diffs: diffs[second] ?? [] })) return;
    groups.exclude(first, { reason: 'reverted', detail: `${change.id} undoes it exactly, and nothing depends on it` });
    groups.exclude(second, { reason: 'reverts', detail: `undoes ${earlier.id} exactly, and nothing depends on it` });
  });
}

function joinRepairs(groups: Groups, { changes, links, deleted }: ChangeFacts, rules: UnitRules): void {
  const linked = new Set(links.map((link) => `${link.from} ${link.to}`));
  changes.forEach((change, position) => {
    if (groups.isOutside(position)) return;
    const same = changes.findIndex((other, earlier) => earlier < position && !groups.isOutside(earlier) && isSamePull(other, change, linked.has(`${earlier} ${position}`)));
    if (same !== -1) return groups.join(position, same, change.id, 'repair', `lands pull request #${change.pr?.number} again`);
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
 * A unit needs a patch and tests. Tests alone go to the latest change they exercise or edit, else to the nearest that edits them;
 * a patch alone goes to the nearest change that depends on it, else to the latest that it depends on. Hot evidence serves where
 * there is no other. What nothing ties is left outside. Latest first, so that a chain of untested changes meets its tested end.
 */
function foldIncomplete(groups: Groups, { changes, links }: ChangeFacts): void {
  const stages = [admitting(links), links];
  for (let moved = true; moved; ) {
    moved = false;
    for (const members of groups.all().reverse()) {
      const inside = members.flatMap((position) => changes[position] ?? []);
      const lack = lackOf(inside);
      const [first] = members;
      if (lack === null || first === undefined) continue;
      const target = stages.map((usable) => nearest(groups, members, usable, lack)).find((found) => found !== undefined);
      const into = target === undefined ? undefined : changes[target];
      if (target === undefined || into === undefined) continue;
      for (const change of inside.slice(0, 1)) groups.join(first, target, change.id, lack, `tied by evidence to ${into.id}`);
      moved = true;
      break;
    }
  }
  for (const members of groups.all()) {
    const lack = lackOf(members.flatMap((position) => changes[position] ?? []));
    const [first] = members;
    if (lack !== null && first !== undefined) groups.exclude(first, { reason: lack === 'no-tests' ? 'untested-unconnected' : 'tests-only-unconnected', detail: 'no evidence ties it to a unit' });
  }
}

type Lack = 'no-tests' | 'no-patch';

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
  return change.files.some((file) => file.status !== 'D' && ((file.role === 'test' && (file.added ?? 1) > 0) || (file.role === 'source' && file.inlineTests.length > 0 && change.testLines > 0)));
}

function nearest(groups: Groups, members: readonly number[], links: readonly Link[], lack: Lack): number | undefined {
  const own = new Set(members);
  const usable = (position: number): boolean => !own.has(position) && !groups.isOutside(position);
  const after = links.filter((link) => own.has(link.from) && usable(link.to)).map((link) => link.to);
  const before = links.filter((link) => own.has(link.to) && usable(link.from)).map((link) => link.from);
  const dependent = after.length === 0 ? undefined : Math.min(...after);
  const provider = before.length === 0 ? undefined : Math.max(...before);
  return lack === 'no-tests' ? (dependent ?? provider) : (provider ?? dependent);
}
