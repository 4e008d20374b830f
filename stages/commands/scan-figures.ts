import { table } from '#io/table.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import { type ByEvidence, type ByPattern, edgesByEvidence, edgesByPattern } from '../graph/tally.ts';
import type { QuickDag } from '../scan/quick.ts';
import type { Scanned } from '../scan/scan.ts';

/** What one run cost. Milliseconds are wall time; `gitMs` is the part of it with a question to git open, whatever ran beside it. */
export interface Run {
  readonly wallMs: number;
  readonly gitMs: number;
  /** Of this process: git's and the parser's children come on top. */
  readonly peakRssMb: number;
  readonly phases: readonly { readonly phase: string; readonly ms: number }[];
  /** Parses and raw diffs found from earlier runs, and kept anew. */
  readonly answers: { readonly reused: number; readonly kept: number };
  readonly cache: string;
}

export interface Figures extends Run {
  readonly repository: string;
  readonly from: string;
  readonly to: string;
  readonly quick: boolean;
  readonly composed: boolean;
  readonly notComposed: string | null;
  readonly changes: number;
  readonly units: number;
  readonly edges: number;
  /** Null in a quick scan: it has one kind of evidence, and does not reduce. */
  readonly impliedEdges: number | null;
  readonly edgesByEvidence: ByEvidence | null;
  readonly edgesByPattern: ByPattern | null;
  /** Pieces of evidence, hot ones included. */
  readonly evidence: number | null;
  /** Uses of a name that several definitions contend for. */
  readonly ambiguous: number | null;
  /** Files that bear no evidence. */
  readonly denied: number;
  readonly hotFiles: readonly string[];
  /** Changes in no unit, by reason. */
  readonly outside: Readonly<Record<string, number>> | null;
  readonly layers: number;
  readonly width: number;
  /** Pairs of changes that a name ties, told from text alone. Null unless quick. */
  readonly nameCandidates: number | null;
}

export function figuresOf(scanned: Scanned, run: Run): Figures {
  const outside = new Map<string, number>();
  for (const { reason } of scanned.outside) outside.set(reason, (outside.get(reason) ?? 0) + 1);
  return {
    repository: scanned.repository,
    from: scanned.from,
    to: scanned.to,
    quick: false,
    composed: scanned.composed,
    notComposed: scanned.notComposed,
    changes: scanned.changes.length,
    units: scanned.units.length,
    edges: scanned.edges.length,
    impliedEdges: scanned.edges.filter((edge) => edge.implied).length,
    edgesByEvidence: edgesByEvidence(scanned.edges, scanned.evidence),
    edgesByPattern: edgesByPattern(scanned.edges),
    evidence: scanned.evidence.length,
    ambiguous: scanned.ambiguous.length,
    denied: new Set(scanned.denied.map((each) => each.path)).size,
    hotFiles: scanned.hotFiles,
    outside: Object.fromEntries([...outside].sort(([a], [b]) => byCodeUnit(a, b))),
    layers: scanned.layers,
    width: scanned.width,
    nameCandidates: null,
    ...run,
  };
}

export function quickFiguresOf(
  dag: QuickDag,
  of: { readonly repository: string; readonly from: string; readonly to: string },
  run: Run,
): Figures {
  const { changes, units, arrows, denied, hotFiles, layers, width, nameCandidates } = dag;
  return {
    ...of,
    quick: true,
    composed: false,
    notComposed: null,
    changes,
    units,
    edges: arrows.length,
    impliedEdges: null,
    edgesByEvidence: null,
    edgesByPattern: null,
    evidence: null,
    ambiguous: null,
    denied,
    hotFiles,
    outside: null,
    layers,
    width,
    nameCandidates,
    ...run,
  };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function figuresText(figures: Figures): string {
  const { edgesByEvidence: kinds, edgesByPattern: patterns, outside } = figures;
  const counted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none';
  const rows: readonly (readonly [string, string | number])[] = [
    ['repository', figures.repository],
    ['range', `${figures.from.slice(0, 12)}..${figures.to.slice(0, 12)}`],
    ['changes', figures.changes],
    ['units', figures.quick ? `${figures.units} (changes of source or tests; none merged)` : figures.units],
    [
      'edges',
      figures.impliedEdges === null ? `${figures.edges} (owned lines only)` : `${figures.edges}, ${figures.impliedEdges} of them implied`,
    ],
    ...(kinds === null ? [] : [['by evidence', counted(kinds)] as const]),
    ...(patterns === null ? [] : [['by pattern', counted(patterns)] as const]),
    ...(figures.ambiguous === null ? [] : [['ambiguous names', figures.ambiguous] as const]),
    ...(figures.nameCandidates === null
      ? []
      : [['pairs tied by a name', `${figures.nameCandidates} (candidates: told from text alone)`] as const]),
    ['denied files', `${figures.denied}${figures.hotFiles.length > 0 ? `, hot: ${figures.hotFiles.join(' ')}` : ''}`],
    ...(outside === null ? [] : [['in no unit', counted(outside)] as const]),
    ['layers, width', `${figures.layers}, ${figures.width}`],
    ['composed', composedText(figures)],
    ['time', `${seconds(figures.wallMs)}, git at work in ${seconds(figures.gitMs)} of it`],
    ['phases', figures.phases.map(({ phase, ms }) => `${phase} ${seconds(ms)}`).join(', ')],
    ['peak memory', `${figures.peakRssMb} MB, children apart`],
    ['kept in', `${figures.cache}: ${figures.answers.reused} answers reused, ${figures.answers.kept} new`],
  ];
  return table(rows, [
    { head: 'what', cell: ([what]) => what },
    { head: 'found', cell: ([, found]) => found },
  ]);
}

function composedText({ composed, notComposed }: Figures): string {
  if (composed) return 'yes';
  if (notComposed !== null) return `no: ${notComposed}; the edges are those of static evidence`;
  return 'no: edges that only a conflict shows are missing (--compose)';
}
