import type { FileSymbols } from '#languages/language.ts';

/**
 * Parses files in a bounded child process (10 s and 1 GB a file; a crash or a time-out costs that file only).
 * Results are cached by (language, blob content digest).
 */
export interface Parser extends AsyncDisposable {
  /** Null with the reason in `why` when the file could not be analysed. */
  symbols(languageId: string, text: string): Promise<{ readonly symbols: FileSymbols } | { readonly why: string }>;
}
