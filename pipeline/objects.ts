import { join } from 'node:path';
import type { Digest } from '#schema/primitives.ts';
import { type Blobs, LostObject } from './blobs.ts';
import { digestOf } from './canonical.ts';
import type { Disk } from '#io/disk.ts';

export interface ObjectsPlace {
  readonly folder: string;
  readonly temporary: string;
  /** A store opened to be looked at removes nothing. */
  readonly readOnly: boolean;
  readonly onCorrupt: (digest: Digest) => void;
}

/**
 * Objects sharded by the first two digits. A present object was fsynced before it got its name, so `put` does not write it again;
 * `get` checks content against the name, so what rotted or was edited is never served: it is removed, reported and made again.
 */
export function openObjects(disk: Disk, place: ObjectsPlace): Blobs {
  const pathOf = (digest: Digest): string => join(place.folder, digest.slice(0, 2), digest.slice(2));
  return {
    async put(content) {
      const digest = digestOf(content);
      const path = pathOf(digest);
      if (!(await disk.isFile(path))) await disk.replace(path, content, place.temporary);
      return digest;
    },
    async get(digest) {
      const content = await disk.read(pathOf(digest));
      if (content === null) throw new LostObject(digest, 'absent');
      if (digestOf(content) === digest) return content;
      place.onCorrupt(digest);
      if (!place.readOnly) await disk.remove(pathOf(digest));
      throw new LostObject(digest, 'corrupt');
    },
    has: (digest) => disk.isFile(pathOf(digest)),
  };
}
