import type { Capture, DefinitionKind, Import } from '../language.ts';
import type { DraftDefinition, DraftReference, Drafts } from './draft.ts';
import type { Region } from './regions.ts';

/** A definition before the language's say: `outer` is the node with export keyword and decorators. */
export interface Placed {
  readonly draft: DraftDefinition;
  readonly name: string;
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

/** Where an import or a path stands. */
export interface ImportPlace {
  readonly source: string;
  /** True inside a function. */
  readonly nested: boolean;
  /** Names of the modules around it that are no file of their own, outermost first. */
  readonly modules: readonly string[];
}
/** What is in view where a name is used. */
export interface UsePlace {
  readonly source: string;
  readonly modules: readonly string[];
  /** Qualified name of the type around it, or null. */
  readonly type: string | null;
  /** What is around it and has a member of the used name that is in view by that name alone, or null. */
  readonly member: string | null;
  /** True when a local name hides the used one. */
  readonly hidden: boolean;
  /** True when the file itself binds the name: by import or at its top level. */
  binds(name: string): boolean;
  /** True when the file imports all names of some module. */
  readonly star: boolean;
}

/** What a language adds to the shared fold. All pure. */
export interface Dialect {
  /** Imports and re-exports of one `import` capture. */
  imports(statement: Capture, place: ImportPlace): readonly Import[];
  /** The import that a path is where it stands (`path` captures), unless the file binds its first part. */
  path(path: Capture, place: ImportPlace): Import | null;
  /** Exports of definitions under other names: imports of the module `''`, which means the file itself. */
  selfExports(context: FoldContext): readonly Import[];
  /** The name of a definition, and the name its members are called by. */
  names(draft: DraftDefinition): { readonly own: string; readonly holds: string };
  /**
   * What a use says before its name: parts with dots between them, null for nothing. Usually one reading; none when it is no use
   * of a name, several when the text leaves it open.
   */
  qualifiers(use: DraftReference, place: UsePlace): readonly (string | null)[];
  /** The type whose members a value has that is declared of this type: `&mut Box<Pot>` → `Pot`; null when the text tells none. */
  typeName(text: string): string | null;
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
  /** True where a capitalised name may be a type in view without import: reads of its members are reported. */
  readonly freeTypes: boolean;
  /** Kinds of definitions whose members are in view by their bare names inside them. */
  readonly open: ReadonlySet<DefinitionKind>;
  /** True when a local variable of that name hides what is used: not where variables and functions, or paths, have names apart. */
  hides(use: DraftReference, source: string): boolean;
  /** An identifier without the mark that lets it be one: `r#loop` → `loop`. */
  plain(identifier: string): string;
  /** True for what may have parts in other files, which are one with it. */
  partial(draft: DraftDefinition, source: string): boolean;
  /** True where names are looked up from the innermost scope outwards: uses then tell their scopes, and reads of members are reported. */
  readonly outward?: true;
}

/** A qualifier's first part where a name is looked up in what is around the use, from the innermost outwards. */
export const AROUND = 'around';

/** What most languages have: names as written, and nothing in view but by import or definition. */
export const USUAL = {
  path: () => null,
  names: (draft: DraftDefinition) => ({ own: draft.name.text, holds: draft.name.text }),
  qualifiers: (use: DraftReference) => [use.qualifier?.text ?? null],
  typeName: () => null,
  freeTypes: false,
  open: new Set<DefinitionKind>(),
  hides: () => true,
  plain: (identifier: string) => identifier,
  partial: () => false,
} as const;
