import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '#io/json-text.ts';
import { DropReason } from '#schema/outcome.ts';
import { Digest } from '#schema/primitives.ts';
import type { Disk } from '#io/disk.ts';
import { Fingerprint, fingerprintDigest } from './fingerprint.ts';

/** An outcome as the store keeps it: a kept value lies as an object; `portable` is the digest that later fingerprints take. */
export const StoredOutcome = z.union([
  z.object({ key: z.string(), object: Digest, portable: Digest }),
  z.object({ key: z.string(), dropped: DropReason, detail: z.string() }),
]);
export type StoredOutcome = z.infer<typeof StoredOutcome>;

/** All that one run of a stage on one item answered, and what the answer rests on. */
export const StageResult = z.object({
  fingerprint: Fingerprint,
  outcomes: z.array(StoredOutcome),
  /** Objects put while it ran; its values name them. */
  blobs: z.array(Digest),
  ms: z.number(),
});
export type StageResult = z.infer<typeof StageResult>;

export interface Results {
  /** Null when there is none, or it cannot be read. */
  get(stage: string, fingerprint: Digest): Promise<StageResult | null>;
  put(result: StageResult): Promise<Digest>;
  remove(stage: string, fingerprint: Digest): Promise<void>;
}

/** One small JSON file for each (stage, fingerprint digest), replaced whole. */
export function openResults(disk: Disk, folder: string, temporary: string): Results {
  const pathOf = (stage: string, digest: Digest): string => join(folder, stage, `${digest}.json`);
  return {
    async get(stage, digest) {
      const content = await disk.read(pathOf(stage, digest));
      const parsed = StageResult.safeParse(content === null ? null : readJson(content.toString('utf8'))?.value);
      return parsed.success && fingerprintDigest(parsed.data.fingerprint) === digest ? parsed.data : null;
    },
    async put(result) {
      const digest = fingerprintDigest(result.fingerprint);
      await disk.replace(pathOf(result.fingerprint.stage, digest), `${JSON.stringify(result, null, 1)}\n`, temporary);
      return digest;
    },
    remove: (stage, digest) => disk.remove(pathOf(stage, digest)),
  };
}
