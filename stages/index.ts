import type { Collected } from '#schema/change.ts';
import { exists } from '#io/files.ts';
import type { MachineKeys } from '#pipeline/canonical.ts';
import { line } from '#pipeline/line.ts';
import { collect } from './collect/stage.ts';
import { instruct } from './instruct/stage.ts';
import { materialize } from './materialize/stage.ts';
import { normalize } from './normalize/stage.ts';
import { publish } from './publish/stage.ts';
import { recoverDag } from './recover-dag/stage.ts';
import { select } from './select/stage.ts';
import { validate } from './validate/stage.ts';

/** What stages say about this machine alone (schema/task.ts): stored, and part of no digest. */
export const MACHINE_KEYS: MachineKeys = { observed: ['observed', 'image', 'concurrency'], paths: ['gitDir'] };

/** A stored answer names a clone in the cache: whoever empties the cache makes it be collected again. */
const collectIntoCache = {
  ...collect,
  gone: async ({ gitDir }: Collected): Promise<string | null> => ((await exists(gitDir)) ? null : 'its clone is gone'),
};

/** The order. Another order does not compile. */
export const poolLine = line(collectIntoCache, MACHINE_KEYS)
  .step(normalize)
  .fan(select)
  .step(recoverDag)
  .step(instruct)
  .step(materialize)
  .step(validate)
  .gather(publish);
