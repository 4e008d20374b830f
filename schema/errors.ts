/** Where a person must look: `sources/prs/x.yaml:5:3`, `--only`, `git`. */
export type Place = string;

/** The user can mend it. Printed as one line, `place: what. fix`; exit code 2. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly place: Place;
  /** The message without its fix: `place: what`. */
  readonly what: string;
  readonly fix: string;
  constructor(place: Place, what: string, fix: string) {
    super(`${place}: ${what}${/[.!?]$/.test(what) ? '' : '.'} ${fix}`);
    this.place = place;
    this.what = `${place}: ${what}`;
    this.fix = fix;
  }
}

/** The machine failed (daemon, network, disk, rate limit). The item is not judged, never failed; exit code 4. */
export class InfraError extends Error {
  override readonly name = 'InfraError';
  readonly retryable: boolean;
  constructor(what: string, options: { cause?: unknown; retryable?: boolean } = {}) {
    super(what, options.cause === undefined ? undefined : { cause: options.cause });
    this.retryable = options.retryable ?? true;
  }
}

/** Process exit codes of every command. */
export const EXIT = { ok: 0, found: 1, user: 2, bug: 3, infra: 4, interrupted: 130 } as const;

/** How a command ends on an error: one line for what the user or the machine can mend; a stack for everything else. */
export function endingOf(error: unknown): { readonly code: number; readonly text: string } {
  if (error instanceof UserError) return { code: EXIT.user, text: error.message };
  if (error instanceof InfraError) return { code: EXIT.infra, text: error.message };
  return { code: EXIT.bug, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
