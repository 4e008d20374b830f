import { existsSync } from 'node:fs';
import { systemClock } from '#io/clock.ts';
import { systemDisk } from '#io/disk.ts';
import { systemProcesses } from '#io/processes.ts';
import { lockPool } from '#pipeline/lock.ts';
import { join } from 'node:path';
import { runToys } from './bench.ts';

/**
 * `toy-process.ts FOLDER PAUSE_MS [GO]`: one real process that works on a toy pool, to be killed. With GO it says `ready` and waits
 * for that file. Prints the book as its last line.
 */
const [folder = '', pauseMs = '0', go = ''] = process.argv.slice(2);
if (go !== '') {
  process.stdout.write('ready\n');
  while (!existsSync(go)) await systemClock.sleep(5);
}
const lock = await lockPool(systemDisk, systemProcesses, {
  folder: join(folder, '.pool'),
  purpose: '(toys)',
  sleep: (ms) => systemClock.sleep(ms),
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
process.stdout.write('locked\n');
const ran = await runToys({ folder, world: { pause: () => systemClock.sleep(Number(pauseMs)) } });
await lock[Symbol.asyncDispose]();
process.stdout.write(`${JSON.stringify({ book: ran.book, computed: ran.computed.length, torn: ran.store.journal.torn })}\n`);
