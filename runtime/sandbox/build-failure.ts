import { InfraError } from '#schema/errors.ts';
import type { FailedBuild } from './images.ts';

/** What the engine, the network or the disk says, as against a command of the recipe. */
const MACHINE: readonly RegExp[] = [
  /no space left on device/i,
  /temporary failure (?:in name resolution|resolving)|could not resolve host|name or service not known|EAI_AGAIN|ENOTFOUND|getaddrinfo/i,
  /connection (?:refused|reset|timed out)|ECONNRE(?:FUSED|SET)|ETIMEDOUT|read timed out|network is unreachable|TLS handshake timeout/i,
  /\b50[234] (?:bad gateway|service unavailable|gateway time-?out)/i,
  /failed to (?:fetch|register layer|create (?:shim|endpoint|task|network))|could not find bridge|OCI runtime|unexpected EOF|context canceled|dial tcp|toomanyrequests|pull access denied/i,
];

export function lastLines(log: string): string {
  return log.trimEnd().split('\n').slice(-100).join('\n');
}

/** A failed build as an answer when the recipe's own command failed; InfraError when its last words are of the machine. */
export function failureOf(error: { readonly message: string; readonly code: number | null }, log: string): FailedBuild {
  const last = lastLines(log);
  const said = `${error.message}\n${last.split('\n').slice(-30).join('\n')}`;
  if (MACHINE.some((pattern) => pattern.test(said)))
    throw new InfraError(`docker: build: ${error.message}: ${last.split('\n').slice(-3).join(' / ')}`);
  return { failed: error.message, log: last };
}
