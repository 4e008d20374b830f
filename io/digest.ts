import { createHash } from 'node:crypto';
import type { Digest } from '#schema/primitives.ts';

/** SHA-256, lower-case hex. */
export function sha256(content: Buffer | string): Digest {
  return createHash('sha256').update(content).digest('hex');
}
