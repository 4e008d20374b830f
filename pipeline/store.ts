import { join } from 'node:path';
import type { Digest } from '#schema/primitives.ts';
import type { Blobs } from './blobs.ts';
import { canonicalJson, digestOf, type MachineKeys, portable, relocated } from './canonical.ts';
import type { Disk } from '#io/disk.ts';
import { type Journal, openJournal } from './journal.ts';
import { openObjects } from './objects.ts';
import { openResults, type Results } from './results.ts';

/** What lies under `.pool/`: objects by content, results by fingerprint, and the journal. */
export interface Store {
  readonly blobs: Blobs;
  readonly results: Results;
  readonly journal: Journal;
  /** Stores a stage's value; `portable` is its digest without what only this machine saw. */
  putValue(value: unknown): Promise<{ readonly object: Digest; readonly portable: Digest }>;
  /** Content checked against its digest; throws LostObject. The caller parses it by a schema. */
  getValue(object: Digest): Promise<unknown>;
  /** Objects found corrupt since it was opened. */
  readonly corrupt: readonly Digest[];
}

export interface StoreOptions {
  readonly folder: string;
  readonly machineKeys: MachineKeys;
  /** Opened to be looked at: nothing is swept or removed. A writer holds the pool's lock. */
  readonly readOnly: boolean;
  readonly onCorrupt?: (digest: Digest) => void;
}

/** Opens (and for a writer sweeps: whoever left temporary files is dead, or it would hold the lock) a pool's store. */
export async function openStore(disk: Disk, options: StoreOptions): Promise<Store> {
  const { folder, machineKeys, readOnly } = options;
  const temporary = join(folder, 'tmp');
  if (!readOnly) for (const name of await disk.list(temporary)) await disk.remove(join(temporary, name));
  const corrupt: Digest[] = [];
  const onCorrupt = (digest: Digest): void => {
    corrupt.push(digest);
    options.onCorrupt?.(digest);
  };
  const blobs = openObjects(disk, { folder: join(folder, 'objects'), temporary, readOnly, onCorrupt });
  return {
    blobs,
    corrupt,
    results: openResults(disk, join(folder, 'results'), temporary),
    journal: await openJournal(disk, join(folder, 'journal.jsonl')),
    async putValue(value) {
      const object = await blobs.put(Buffer.from(canonicalJson(relocated(value, machineKeys, folder, true))));
      return { object, portable: digestOf(canonicalJson(portable(value, machineKeys))) };
    },
    async getValue(object) {
      const content = await blobs.get(object);
      return relocated(JSON.parse(content.toString('utf8')), machineKeys, folder, false);
    },
  };
}
