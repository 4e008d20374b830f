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
