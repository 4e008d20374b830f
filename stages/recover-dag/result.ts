import { SET_ASIDE_ROLES, type NormalChange } from '#schema/change.ts';
import type { Edge, Evidence, EvidenceKind, Pattern, Unit, UnitFile } from '#schema/dag.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { stepsAt } from './bench.ts';
import { ancestors, implied, layers, neighbours, type Arrow } from '../graph/arrows.ts';
import type { Groups, Plan } from './groups.ts';
import type { Link } from './links.ts';
import { hasTests } from './units.ts';

const STRUCTURAL: ReadonlySet<EvidenceKind> = new Set(['edits-lines-of', 'edits-inside', 'does-not-apply-without']);
const PRODUCED: ReadonlySet<EvidenceKind> = new Set(['imports', 'calls', 'test-exercises']);

export function unitId(index: number): string {
  return `unit_${String(index + 1).padStart(3, '0')}`;
}

/** Evidence between units, numbered in a fixed order: by later unit, earlier unit, kind, path, symbol. */
export function evidenceOf(plan: Plan, links: readonly Link[], changes: readonly NormalChange[]): Evidence[] {
  const rows = links.flatMap((link) => {
    const from = plan.indexOf.get(link.from);
    const to = plan.indexOf.get(link.to);
    const change = changes[link.to];
    const earlier = changes[link.from];
    if (from === undefined || to === undefined || from === to || change === undefined || earlier === undefined) return [];
    const { kind, path, symbol, definedIn, how, hot } = link;
    return [
      {
        kind,
        from: unitId(from),
        to: unitId(to),
        change: change.id,
        introducedBy: earlier.id,
        path,
        lines: [...link.lines],
        symbol,
        definedIn,
        how,
        hot,
      },
    ];
  });
  const keyed = rows.map((row) => ({
    row,
    key: [row.to, row.from, row.kind, row.path, row.symbol ?? '', row.how, row.change, row.introducedBy].join('\0'),
  }));
  keyed.sort((a, b) => byCodeUnit(a.key, b.key));
  return keyed.map(({ row }, index) => ({ id: `e${String(index + 1).padStart(4, '0')}`, ...row }));
}

/** One edge for each ordered pair with evidence outside hot files; hot evidence of the same pair stands beside it. */
export function edgesOf(plan: Plan, evidence: readonly Evidence[]): Edge[] {
  const byPair = new Map<string, Evidence[]>();
  for (const each of evidence) {
    const list = byPair.get(`${each.from} ${each.to}`) ?? [];
    list.push(each);
    byPair.set(`${each.from} ${each.to}`, list);
  }
  const size = plan.groups.length;
  const order = plan.groups.map((_, index) => index);
  const shortcuts = new Set([...implied(plan.arrows, size, ancestors(size, plan.arrows, order))].map(pairOf));
  return plan.arrows.flatMap((arrow): Edge[] => {
    const pieces = byPair.get(pairOf(arrow)) ?? [];
    const admitting = pieces.filter((piece) => !piece.hot);
    const proof = admitting.some((piece) => piece.kind === 'does-not-apply-without') ? 'proven' : 'unproven';
    const patterns = patternsOf(admitting, arrow[1] - arrow[0] === 1);
    return [
      {
        from: unitId(arrow[0]),
        to: unitId(arrow[1]),
        patterns,
        evidence: pieces.map((piece) => piece.id),
        proof,
        implied: shortcuts.has(pairOf(arrow)),
      },
    ];
  });
}

function pairOf([from, to]: Arrow): string {
  return `${unitId(from)} ${unitId(to)}`;
}

function patternsOf(evidence: readonly Evidence[], neighbours: boolean): Pattern[] {
  const has = (kinds: ReadonlySet<EvidenceKind>): boolean => evidence.some((piece) => kinds.has(piece.kind));
  const patterns: Pattern[] = [];
  if (neighbours && has(STRUCTURAL)) patterns.push('sequential-pr-chain');
  if (has(STRUCTURAL)) patterns.push('structural-module-reuse');
  if (has(PRODUCED)) patterns.push('functional-producer-consumer');
  if (has(new Set(['extends']))) patterns.push('compositional-layering');
  return patterns;
}

export function unitsOf(plan: Plan, groups: Groups, changes: readonly NormalChange[], symbols: readonly (readonly string[])[]): Unit[] {
  const size = plan.groups.length;
  const layer = layers(
    size,
    plan.arrows,
    plan.groups.map((_, index) => index),
  );
  const parents = neighbours(size, plan.arrows, 'in');
  const folded = groups.folded();
  return plan.groups.map((positions, index) => {
    const inside = positions.flatMap((position) => changes[position] ?? []);
    const principal = inside.reduce((best, change) => (linesOf(change) > linesOf(best) ? change : best));
    return {
      id: unitId(index),
      subject: principal.subject,
      steps: stepsAt(changes, positions),
      files: filesOf(inside),
      symbols: [...new Set(positions.flatMap((position) => symbols[position] ?? []))].sort(byCodeUnit),
      hasTests: inside.some(hasTests),
      layer: layer[index] ?? 0,
      parents: (parents[index] ?? []).map(unitId),
      sourceLines: inside.reduce((sum, change) => sum + change.sourceLines, 0),
      testLines: inside.reduce((sum, change) => sum + change.testLines, 0),
      folded: [...(folded.get(groups.of(positions[0] ?? 0)) ?? [])],
    };
  });
}

function linesOf(change: NormalChange): number {
  return change.sourceLines + change.testLines;
}

/** Composed files of a unit; where several of its changes touch one, the last tells. */
function filesOf(changes: readonly NormalChange[]): UnitFile[] {
  const files = new Map<string, UnitFile>();
  for (const file of changes.flatMap((change) => change.files)) {
    if (!SET_ASIDE_ROLES.has(file.role))
      files.set(file.path, { path: file.path, oldPath: file.oldPath, status: file.status, role: file.role });
  }
  return [...files.values()].sort((a, b) => byCodeUnit(a.path, b.path));
}
