import { EVIDENCE_ROLES, SET_ASIDE_ROLES, type NormalChange, type NormalFile } from '#schema/change.ts';
import type { FileDiff } from '#io/repository.ts';
import type { DeletedByOwner } from './gather.ts';
import { Groups } from './groups.ts';
import type { LinkIndex } from './links.ts';
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
  /** Of both halves of each revert pair: what only they are asked for. */
  readonly diffs: ReadonlyMap<number, readonly FileDiff[]>;
  readonly links: LinkIndex;
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
    const used = links.touching([first, second]).some((link) => (link.from === first && link.to !== second) || link.from === second);
    const earlier = changes[first];
    const half = (position: number) => diffs.get(position) ?? [];
    if (used || earlier === undefined || !isInverse({ change: earlier, diffs: half(first) }, { change, diffs: half(second) })) return;
    groups.exclude(first, { reason: 'reverted', detail: `${change.id} undoes it exactly, and nothing depends on it` });
    groups.exclude(second, { reason: 'reverts', detail: `undoes ${earlier.id} exactly, and nothing depends on it` });
  });
}

function joinRepairs(groups: Groups, { changes, links, deleted }: ChangeFacts, rules: UnitRules): void {
  const byNumber = new Map<number, number[]>();
  changes.forEach((change, position) => {
    if (groups.isOutside(position)) return;
    const others = change.pr === null ? [] : (byNumber.get(change.pr.number) ?? []);
    if (change.pr !== null) byNumber.set(change.pr.number, [...others, position]);
    const linked = new Set(
      others.length === 0 ? [] : links.touching([position]).flatMap(({ from, to }) => (to === position ? [from] : [])),
    );
    const same = others.find((earlier) => isSamePull(changes[earlier], change, linked.has(earlier)));
    if (same !== undefined) {
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

/** An unverified number may be an issue's, which several pull requests share: then lines or symbols must tie the two. Segments of one change stay apart. */
function isSamePull(a: NormalChange | undefined, b: NormalChange, linked: boolean): boolean {
  if (a === undefined || a.id === b.id || a.pr === null || b.pr === null) return false;
  return a.pr.number === b.pr.number && (linked || (a.pr.verified && b.pr.verified));
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
 * something nearer needs it, and `foldFar` takes in the rest. A join changes what its own group lacks and no other, so one walk is
 * enough: a group that grew backwards is met again at its first position.
 */
function foldIncomplete(groups: Groups, { changes, links }: ChangeFacts, reach: number): void {
  const lackAt = (position: number) => lackOf(groups.members(position).flatMap((member) => changes[member] ?? []));
  for (let position = changes.length - 1; position >= 0; position -= 1) {
    while (groups.of(position) === position && !groups.isOutside(position)) {
      const lack = lackAt(position);
      const target = lack === null ? undefined : nearest(groups, groups.members(position), links, lack, reach);
      if (lack === null || target === undefined) break;
      groups.join(position, target, changes[position]?.id ?? '', lack, `tied by evidence to ${changes[target]?.id}`);
    }
  }
  for (const [first = 0] of groups.all()) {
    const lack = lackAt(first);
    if (lack !== null) groups.exclude(first, { reason: UNTIED[lack], detail: 'no evidence ties it to a unit' });
  }
}

/** Folds what waits outside though evidence ties it to a unit, however far. True when it found any: then all must compose again. */
export function foldFar(groups: Groups, { changes, links }: ChangeFacts): boolean {
  let found = false;
  for (const [position, { reason }] of [...groups.outside].sort(([a], [b]) => b - a)) {
    if (!groups.isOutside(position) || !isUntied(reason)) continue;
    const lack = reason === UNTIED['no-patch'] ? 'no-patch' : 'no-tests';
    const target = nearest(groups, groups.members(position), links, lack, Number.POSITIVE_INFINITY);
    if (target === undefined) continue;
    groups.join(position, target, changes[position]?.id ?? '', lack, `tied by evidence to ${changes[target]?.id}`);
    found = true;
  }
  return found;
}

/** A change that waits outside because it lacks tests or a patch, and nothing near enough took it in. */
export function isUntied(reason: string): boolean {
  return Object.values(UNTIED).includes(reason);
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
function nearest(groups: Groups, members: readonly number[], links: LinkIndex, lack: Lack, reach: number): number | undefined {
  const own = new Set(members);
  let best: { readonly target: number; readonly distance: number; readonly preferred: boolean } | undefined;
  const consider = (from: number, target: number, preferred: boolean): void => {
    if (!own.has(from) || own.has(target) || groups.isOutside(target)) return;
    const distance = Math.abs(target - from);
    if (distance > reach) return;
    const better = best === undefined || distance < best.distance || (distance === best.distance && preferred && !best.preferred);
    if (better) best = { target, distance, preferred };
  };
  for (const link of links.touching(members)) {
    consider(link.from, link.to, lack === 'no-tests');
    consider(link.to, link.from, lack === 'no-patch');
  }
  return best?.target;
}
