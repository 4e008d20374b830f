import correct from 'spdx-correct';

export interface Declared {
  readonly path: string;
  /** As written. */
  readonly written: string;
  /** As an SPDX expression, or null when it is none and cannot be corrected to one. */
  readonly spdx: string | null;
}

interface ManifestField {
  readonly path: string;
  readonly pattern: RegExp;
}

/** Where manifests of a repository's root declare a licence. Group 1 is the value. */
const FIELDS: readonly ManifestField[] = [
  { path: 'package.json', pattern: /^\s{0,4}"license"\s*:\s*"([^"]+)"/m },
  { path: 'pyproject.toml', pattern: /^license\s*=\s*(?:\{\s*text\s*=\s*)?"([^"]+)"/m },
  { path: 'setup.cfg', pattern: /^license\s*=\s*(\S.*)$/m },
  { path: 'setup.py', pattern: /^\s*license\s*=\s*["']([^"']+)["']/m },
  { path: 'Cargo.toml', pattern: /^license\s*=\s*"([^"]+)"/m },
  { path: 'composer.json', pattern: /^\s{0,4}"license"\s*:\s*"([^"]+)"/m },
  { path: 'pom.xml', pattern: /<license>\s*<name>([^<]+)<\/name>/ },
];
export const MANIFESTS: readonly string[] = FIELDS.map((field) => field.path);

/** What the manifests say, in the order above. A second witness: the licence text decides. */
export function declaredLicences(textOf: (path: string) => string | null): Declared[] {
  return FIELDS.flatMap(({ path, pattern }) => {
    const written = pattern.exec(textOf(path) ?? '')?.[1]?.trim();
    if (written === undefined || /^SEE LICEN[CS]E IN/i.test(written)) return [];
    return [{ path, written, spdx: asExpression(written) }];
  });
}

/** A valid expression as it is; one licence's name in other words by its id; null for anything else. */
export function asExpression(written: string): string | null {
  const corrected = correct(written.replace(/^the\s+/i, ''));
  const compound = /\s(?:AND|OR|WITH)\s/i.test(written);
  return compound && corrected !== written ? null : corrected;
}
