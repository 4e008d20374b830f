/** What a command gets of the process that runs it. stdout carries results only; everything else goes to `say` (stderr). */
export interface Shell {
  out(text: string): void;
  say(line: string): void;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  exit(code: number): void;
}
