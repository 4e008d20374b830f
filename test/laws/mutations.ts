import { type Mutation, replaced, withEdge, withEdges, withEvidence, withOutside } from './mutation.ts';

/** Mutations that exactly one law must see, by that law's name and what they do. */
export const MUTATIONS: readonly (readonly [law: string, what: string, mutate: Mutation])[] = [
  [
    'acyclic',
    'an edge back from a unit to one that it requires',
    (right) => {
      const [edge] = right.edges;
      const [from, to] = [right.units.find((unit) => unit.id === edge?.to), right.units.find((unit) => unit.id === edge?.from)];
      return from === undefined || to === undefined ? null : withEdge(right, from, to);
    },
  ],
  [
    'no edge without evidence',
    'an edge stripped of its evidence',
    (right) =>
      withEdges(
        right,
        replaced(
          right.edges,
          () => true,
          (edge) => ({ ...edge, evidence: [] }),
        ),
      ),
  ],
  [
    'no edge without evidence',
    'an edge that hot files alone speak for',
    (right) => (right.edges.length === 0 ? null : { ...right, evidence: right.evidence.map((piece) => ({ ...piece, hot: true })) }),
  ],
  [
    'no edge without evidence',
    'an edge with the evidence of another',
    ({ edges, ...right }) => {
      const [first, second] = edges;
      return first === undefined || second === undefined
        ? null
        : { ...right, edges: [{ ...first, evidence: second.evidence }, ...edges.slice(1)] };
    },
  ],
  [
    'transitive reduction',
    'an edge marked implied that nothing implies',
    (right) =>
      withEdges(
        right,
        replaced(
          right.edges,
          (edge) => !edge.implied,
          (edge) => ({ ...edge, implied: true }),
        ),
      ),
  ],
  [
    'transitive reduction',
    'an implied edge not marked so',
    (right) =>
      withEdges(
        right,
        replaced(
          right.edges,
          (edge) => edge.implied,
          (edge) => ({ ...edge, implied: false }),
        ),
      ),
  ],
  [
    'layers',
    'two units that swap layers',
    (right) => {
      const [low, high] = [right.units.find((unit) => unit.layer === 0), right.units.find((unit) => unit.layer > 0)];
      if (low === undefined || high === undefined) return null;
      return {
        ...right,
        units: right.units.map((unit) => (unit === low ? { ...unit, layer: high.layer } : unit === high ? { ...unit, layer: 0 } : unit)),
      };
    },
  ],
  [
    'layers',
    'a unit that lost a parent',
    (right) => {
      const units = replaced(
        right.units,
        (unit) => unit.parents.length > 0,
        (unit) => ({ ...unit, parents: unit.parents.slice(1) }),
      );
      return units === null ? null : { ...right, units };
    },
  ],
  ['layers', 'one layer too many', (right) => ({ ...right, layers: right.layers + 1 })],
  [
    'one place for every change',
    'a change lost from outside',
    (right) =>
      right.outside.every((each) => each.detail.includes('shard:'))
        ? null
        : { ...right, outside: right.outside.filter((each) => each.detail.includes('shard:')) },
  ],
  [
    'one place for every change',
    'a change that is in a unit and outside',
    (right) => {
      const step = right.units[0]?.steps[0];
      return step === undefined ? null : { ...right, outside: [...right.outside, { ...step, reason: 'reverted', detail: 'undone' }] };
    },
  ],
  [
    'one place for every change',
    'a step that is not its change',
    (right) =>
      withOutside(
        right,
        replaced(
          right.outside,
          (each) => each.before !== each.after,
          (each) => ({ ...each, after: each.before }),
        ),
      ),
  ],
  [
    'recomposition',
    'files left to the auxiliary shard without a word',
    (right) =>
      withOutside(
        right,
        replaced(
          right.outside,
          (each) => each.detail.includes('; left to'),
          (each) => ({ ...each, detail: 'no evidence ties it to a unit' }),
        ),
      ),
  ],
  [
    'evidence is really there',
    'lines that are not there',
    (right) =>
      withEvidence(
        right,
        replaced(
          right.evidence,
          (piece) => piece.kind === 'edits-lines-of',
          (piece) => ({ ...piece, lines: [Math.max(...piece.lines) + 1000] }),
        ),
      ),
  ],
  [
    'evidence is really there',
    'a name that the line does not say',
    (right) =>
      withEvidence(
        right,
        replaced(
          right.evidence,
          (piece) => piece.kind === 'calls' || piece.kind === 'test-exercises',
          (piece) => ({ ...piece, symbol: 'stranger' }),
        ),
      ),
  ],
  [
    'evidence is really there',
    'an introducer that is in another unit',
    (right) => {
      const step = right.units.at(-1)?.steps[0];
      return step === undefined
        ? null
        : withEvidence(
            right,
            replaced(
              right.evidence,
              (piece) => !right.units.at(-1)?.steps.some((each) => each.change === piece.introducedBy),
              (piece) => ({ ...piece, introducedBy: step.change }),
            ),
          );
    },
  ],
  [
    'denied files bear no evidence',
    'a piece that stands on a changelog',
    (right) =>
      withEvidence(
        right,
        replaced(
          right.evidence,
          (piece) => piece.kind === 'does-not-apply-without',
          (piece) => ({ ...piece, path: 'CHANGES.md' }),
        ),
      ),
  ],
  [
    'denied files bear no evidence',
    'a denial that is not told',
    (right) => (right.denied.some((each) => each.rule.startsWith('vendored')) ? { ...right, denied: [] } : null),
  ],
];
