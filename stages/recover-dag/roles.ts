import picomatch from 'picomatch';
import { EVIDENCE_ROLES, SET_ASIDE_ROLES } from '#schema/change.ts';
import type { NamedSource } from '#schema/source.ts';
import { languageById, languageOfPath } from '#languages/index.ts';
import type { Language } from '#languages/language.ts';
import { roleTeller } from '#languages/roles.ts';

/** What a path is for, by the rules of a source's languages and its overrides. */
export interface Roles {
  readonly languageOf: (path: string) => Language | null;
  readonly isEvidence: (path: string) => boolean;
  /** True for what the languages' resolvers read beside the source: manifests, and descriptions of the build. */
  readonly isManifest: (path: string) => boolean;
  /** The same function for the same languages and overrides gives the same trees wherever units are composed. */
  readonly setAside: (path: string) => boolean;
}

export function rolesOf({ source }: Pick<NamedSource, 'source'>): Roles {
  const spoken = source.languages.map(languageById);
  const tell = roleTeller(spoken, source.roles);
  const reads = spoken.flatMap((language) => language.reads ?? []);
  const isRead = reads.length === 0 ? () => false : picomatch(reads, { dot: true });
  const languages = new Map<string, Language | null>();
  return {
    languageOf: (path) => {
      const known = languages.get(path);
      if (known !== undefined) return known;
      const language = languageOfPath(path, '', source.languages);
      languages.set(path, language);
      return language;
    },
    isEvidence: (path) => EVIDENCE_ROLES.has(tell(path).role),
    isManifest: (path) => tell(path).role === 'manifest' || isRead(path),
    setAside: (path) => SET_ASIDE_ROLES.has(tell(path).role),
  };
}
