import { z } from 'zod';
import { FileRole } from '#schema/change.ts';
import { Ambiguity, Denial, Edge, Evidence, Unit } from '#schema/dag.ts';
import { Oid } from '#schema/primitives.ts';
import type { Scanned } from './scan.ts';

const WalkedChange = z.object({
  id: Oid,
  before: Oid,
  after: Oid,
  subject: z.string(),
  files: z.array(
    z.object({ status: z.enum(['A', 'M', 'D', 'R', 'C', 'T']), path: z.string(), oldPath: z.string().nullable(), role: FileRole }),
  ),
});
/** A change as far as an explanation of the DAG needs it. */
export type WalkedChange = z.infer<typeof WalkedChange>;

/** What `dag:scan --out` writes, and the other `dag:` commands read in place of a task. */
export const DagFile = z.object({
  format: z.literal('loopsmith-dag'),
  version: z.literal(1),
  repository: z.string(),
  /** The clone that was scanned: a place of this machine. */
  gitDir: z.string(),
  from: Oid,
  to: Oid,
  composed: z.boolean(),
  languages: z.array(z.string()),
  changes: z.array(WalkedChange),
  units: z.array(Unit),
  edges: z.array(Edge),
  evidence: z.array(Evidence),
  denied: z.array(Denial),
  ambiguous: z.array(Ambiguity),
  hotFiles: z.array(z.string()),
  outside: z.array(z.object({ change: Oid, position: z.number(), before: Oid, after: Oid, reason: z.string(), detail: z.string() })),
  layers: z.number(),
  width: z.number(),
});
export type DagFile = z.infer<typeof DagFile>;

export function dagFileOf(scanned: Scanned, gitDir: string, languages: readonly string[]): DagFile {
  const { notComposed: _, changes, ...dag } = scanned;
  return {
    format: 'loopsmith-dag',
    version: 1,
    ...dag,
    gitDir,
    languages: [...languages],
    changes: changes.map(({ id, before, after, subject, files }) => ({
      id,
      before,
      after,
      subject,
      files: files.map(({ status, path, oldPath, role }) => ({ status, path, oldPath, role })),
    })),
  };
}
