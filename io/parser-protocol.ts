import type { FileSymbols } from '#languages/language.ts';

/** One file to parse; messages to the child are lists of these. */
export interface ParseJob {
  readonly id: number;
  readonly languageId: string;
  readonly text: string;
}
/** `ready` once the runtime is loaded; `why` when the child itself could tell that the file cannot be analysed. */
export type ParseAnswer =
  | { readonly ready: true }
  | { readonly id: number; readonly symbols: FileSymbols }
  | { readonly id: number; readonly why: string };
