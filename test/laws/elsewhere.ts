import { fileURLToPath } from 'node:url';
import { run } from '#io/exec.ts';
import type { Line } from './recovering.ts';

const ENTRY = fileURLToPath(new URL('./recover-process.ts', import.meta.url));

/** Recovers lines in a process of its own, in this environment. One JSON text a line, as `JSON.stringify` gives it. */
export async function recoveredElsewhere(gitDir: string, lines: readonly Line[], env: Readonly<Record<string, string>>): Promise<string[]> {
  const ran = await run([process.execPath, '--import', 'tsx', ENTRY], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdin: JSON.stringify({ gitDir, lines }),
    timeoutMs: 120_000,
    maxBytes: 1 << 28,
  });
  if (ran.exit !== 0) throw new Error(`the process ended with ${ran.exit}: ${ran.stderr.toString()}`);
  return ran.stdout.toString().trimEnd().split('\n');
}
