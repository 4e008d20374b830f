import { EvidenceKind, Pattern, type Edge, type Evidence } from '#schema/dag.ts';

export type ByEvidence = Readonly<Record<EvidenceKind, number>>;
export type ByPattern = Readonly<Record<Pattern, number>>;

/**
 * Edges by the kinds of evidence that admit them (hot evidence admits none). An edge with several kinds counts once for each, so
 * the counts sum to the edges or more.
 */
export function edgesByEvidence(
  edges: readonly Pick<Edge, 'evidence'>[],
  evidence: readonly Pick<Evidence, 'id' | 'kind' | 'hot'>[],
): ByEvidence {
  const kinds = new Map(evidence.filter((each) => !each.hot).map((each) => [each.id, each.kind]));
  return tally(
    EvidenceKind.options,
    edges.map((edge) => edge.evidence.flatMap((id) => kinds.get(id) ?? [])),
  );
}

/** Edges by pattern (paper, section 2.4): an edge may bear several. */
export function edgesByPattern(edges: readonly Pick<Edge, 'patterns'>[]): ByPattern {
  return tally(
    Pattern.options,
    edges.map((edge) => edge.patterns),
  );
}

/** How many of the lists hold each name, every name told, in the order of `names`. */
function tally<Name extends string>(names: readonly Name[], lists: readonly (readonly Name[])[]): Record<Name, number> {
  const counts = new Map<Name, number>(names.map((name) => [name, 0]));
  for (const list of lists) for (const name of new Set(list)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts) as Record<Name, number>;
}
