import type { Capture, Import } from '../language.ts';
import type { DraftDefinition, Drafts } from './draft.ts';
import type { Region } from './regions.ts';

/** A definition before the language's say: `outer` is the node with export keyword and decorators. */
export interface Placed {
  readonly draft: DraftDefinition;
  readonly outer: Capture;
  readonly enclosing: Region | null;
  readonly qualified: string;
  readonly nested: boolean;
}
export interface FoldContext {
  readonly drafts: Drafts;
  readonly source: string;
  /** Comments by the row they end on. */
  readonly commentAt: ReadonlyMap<number, Capture>;
}
export interface Exports {
  readonly source: string;
  /** Names that a statement apart from the definition exports. */
  readonly names: ReadonlySet<string>;
  /** Qualified names already found to be exported, outer ones first. */
  readonly qualified: ReadonlySet<string>;
}

/** What a language adds to the shared fold. All pure. */
export interface Dialect {
  /** Imports and re-exports of one `import` capture. */
  imports(statement: Capture, nested: boolean): readonly Import[];
  /** Exports of definitions under other names: imports of the module `''`, which means the file itself. */
  selfExports(context: FoldContext): readonly Import[];
  /** Name before the definition's own (`Receiver`), null for none; `'skip'` when it defines nothing. */
  owner(text: string): string | null | 'skip';
  doc(placed: Placed, context: FoldContext): string | null;
  exported(placed: Placed, exports: Exports): boolean;
  inlineTests(placed: readonly Placed[], context: FoldContext): readonly (readonly [number, number])[];
  /** Names of the language itself: a use is reported only when the file imports or defines that name. */
  readonly builtins: ReadonlySet<string>;
  /** Names that are the instance itself, never a local: `self`, `this`. */
  readonly receivers: ReadonlySet<string>;
  /** True where a re-export also binds the name in the file (Python's imports), false for `export … from`. */
  readonly importsBind: boolean;
  /** True where a bare name may come from another file without import: its plain reads are reported too. */
  readonly freeReads: boolean;
}
