import type { LiveTerminal } from '#pipeline/listeners/live.ts';

/** What a command gets of the process that runs it. stdout carries results only; everything else goes to `terminal` (stderr). */
export interface Shell {
  out(text: string): void;
  readonly terminal: LiveTerminal;
  /** stderr is a terminal that can be redrawn. */
  readonly interactive: boolean;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** The command's exit code (schema/errors.ts). */
  exit(code: number): void;
}
