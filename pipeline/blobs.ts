import type { Digest } from '#schema/primitives.ts';

/** Content-addressed bytes under `.pool/`, written to a temporary name, fsynced, renamed. */
export interface Blobs {
  put(content: Buffer): Promise<Digest>;
  /** Throws when the blob is absent or its content does not match its digest. */
  get(digest: Digest): Promise<Buffer>;
  has(digest: Digest): Promise<boolean>;
}

/** Thrown by `get`. The runner computes again what had brought the object, once, and goes on. */
export class LostObject extends Error {
  override readonly name = 'LostObject';
  readonly digest: Digest;
  constructor(digest: Digest, why: 'absent' | 'corrupt') {
    super(`object ${digest.slice(0, 12)} is ${why} in the store`);
    this.digest = digest;
  }
}

/** The same blobs, keeping note of what was put: so that a result knows the objects that came with it. */
export function recording(blobs: Blobs): { readonly blobs: Blobs; readonly put: ReadonlySet<Digest> } {
  const put = new Set<Digest>();
  return {
    put,
    blobs: {
      get: (digest) => blobs.get(digest),
      has: (digest) => blobs.has(digest),
      put: async (content) => {
        const digest = await blobs.put(content);
        put.add(digest);
        return digest;
      },
    },
  };
}
