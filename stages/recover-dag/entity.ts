import type { Tracked } from './definitions.ts';

/** What a name may stand for: definitions, whole modules (their files), something outside the repository, or not known. */
export type Entity =
  | { readonly is: 'definitions'; readonly definitions: readonly Tracked[] }
  | { readonly is: 'modules'; readonly paths: readonly string[] }
  | { readonly is: 'outside' }
  | { readonly is: 'unknown' };
