/** The one reader of the process environment outside the main files. */
export function environmentVariable(name: string): string | null {
  return process.env[name] ?? null;
}

/** The directories of PATH, in order; relative and empty parts are left out, so nothing is found in the current directory. */
export function toolDirectories(): readonly string[] {
  return (process.env['PATH'] ?? '').split(':').filter((part) => part.startsWith('/'));
}

/** The named variables that are set, for a child that gets exactly these. */
export function pickEnvironment(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}

/** What a network client needs to get out of a company network: proxies and extra certificate authorities. */
export const NETWORK_VARIABLES: readonly string[] = [
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'no_proxy',
  'NO_PROXY',
  'all_proxy',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
];
