import { z } from 'zod';
import { FileRole } from './change.ts';
import { Candidate } from './candidate.ts';
import { SetAside } from './outcome.ts';
import { Oid, UnitId } from './primitives.ts';

export const EvidenceKind = z.enum([
  'edits-lines-of',
  'edits-inside',
  'imports',
  'calls',
  'extends',
  'test-exercises',
  'does-not-apply-without',
  'fails-without',
]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** The paper's four (section 2.4). */
export const Pattern = z.enum(['sequential-pr-chain', 'structural-module-reuse', 'functional-producer-consumer', 'compositional-layering']);
export type Pattern = z.infer<typeof Pattern>;

/** One piece of evidence for `from → to`, enough to check it by hand in the repository. */
export const Evidence = z.object({
  /** `e0001`, …, unique in the task, in a deterministic order. */
  id: z.string(),
  kind: EvidenceKind,
  from: UnitId,
  to: UnitId,
  /** The later change, whose hunk or line it is. */
  change: Oid,
  /** The earlier change that introduced the lines or the symbol. */
  introducedBy: Oid,
  path: z.string(),
  /** 1-based lines in `change`'s before tree (edits) or after tree (references). */
  lines: z.array(z.number().int()),
  symbol: z.string().nullable(),
  /** Path of the authoritative definition, for symbol evidence. */
  definedIn: z.string().nullable(),
  /** Resolution: `import`, `same-package`, `unique-name`; or the conflict or test id of executed evidence. */
  how: z.string(),
  /** In a hot file: kept, but admits no edge by itself. */
  hot: z.boolean(),
});
export type Evidence = z.infer<typeof Evidence>;

export const Edge = z.object({
  from: UnitId,
  to: UnitId,
  patterns: z.array(Pattern),
  evidence: z.array(z.string()),
  proof: z.enum(['proven', 'soft', 'unproven']),
  /** True when other edges imply it (outside the transitive reduction). */
  implied: z.boolean(),
});
export type Edge = z.infer<typeof Edge>;

/** A transition of trees that belongs to a unit: a whole change, or a segment of one as a synthetic pair. */
export const Step = z.object({
  change: Oid,
  /** Position of the change in the candidate's line; steps compose in this order. */
  position: z.number().int(),
  before: Oid,
  after: Oid,
});
export type Step = z.infer<typeof Step>;

export const UnitFile = z.object({ path: z.string(), oldPath: z.string().nullable(), status: z.string(), role: FileRole });
export type UnitFile = z.infer<typeof UnitFile>;

export const Unit = z.object({
  id: UnitId,
  /** Evaluator side: the change's subject. Never shown to an agent. */
  subject: z.string(),
  steps: z.array(Step).min(1),
  files: z.array(UnitFile),
  /** Qualified names that the unit introduced, sorted. */
  symbols: z.array(z.string()),
  hasTests: z.boolean(),
  layer: z.number().int().min(0),
  parents: z.array(UnitId),
  sourceLines: z.number().int(),
  testLines: z.number().int(),
  /** Changes folded into this unit and why (`no tests of its own; unit_004 edits its lines`). */
  folded: z.array(SetAside),
});
export type Unit = z.infer<typeof Unit>;

export const Denial = z.object({ rule: z.string(), path: z.string(), changes: z.number().int() });
export const Ambiguity = z.object({
  change: Oid,
  path: z.string(),
  line: z.number().int(),
  name: z.string(),
  candidates: z.array(z.string()),
});
export type Denial = z.infer<typeof Denial>;
export type Ambiguity = z.infer<typeof Ambiguity>;

/** recover-dag's output: every change of the range is in exactly one unit's steps or in `outside`. */
export const Recovered = z.object({
  candidate: Candidate,
  units: z.array(Unit),
  edges: z.array(Edge),
  evidence: z.array(Evidence),
  denied: z.array(Denial),
  ambiguous: z.array(Ambiguity),
  hotFiles: z.array(z.string()),
  /** Changes in no unit: auxiliary only, cancelled revert pairs, untestable and unconnected. Their composed files go to the auxiliary shard. */
  outside: z.array(z.object({ change: Oid, position: z.number().int(), before: Oid, after: Oid, reason: z.string(), detail: z.string() })),
  layers: z.number().int(),
  width: z.number().int(),
});
export type Recovered = z.infer<typeof Recovered>;
