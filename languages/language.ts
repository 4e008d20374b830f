import type { FileRole } from '#schema/change.ts';
import type { Recipe } from '#schema/recipe.ts';
import type { RecipeOverrides } from '#schema/source.ts';
import type { FailureReason, TestRecord } from '#schema/trial.ts';

/** Read access to one tree; paths sorted by code unit. Implemented over git by the caller, so that languages do no io. */
export interface TreeView {
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** UTF-8 text, or null when absent, binary or not UTF-8. */
  text(path: string): string | null;
}

export type DefinitionKind = 'function' | 'method' | 'class' | 'type' | 'constant' | 'variable' | 'module';

/** A definition in a file. Lines are 1-based and inclusive. */
export interface Definition {
  readonly name: string;
  /** `Class.method`, `Receiver.Method`: unique within the file where the language allows it. */
  readonly qualified: string;
  readonly kind: DefinitionKind;
  readonly startLine: number;
  readonly endLine: number;
  /** The header as written, one line, for the interface section: `def f(a, b=1) -> int`. */
  readonly signature: string;
  /** Public doc comment or docstring, or null. */
  readonly doc: string | null;
  readonly exported: boolean;
  /** Set where it may have parts in several files, which are one: a class that is opened again, a partial type. */
  readonly partial?: true;
  /** Set where it only declares what another place defines (a prototype, a forward declaration): the two are one entity. */
  readonly declaration?: true;
  /** Dotted name of the type it has, yields or stands for, as the file says it, where the language states types and they tell members. */
  readonly type?: string;
}

export type ReferenceKind = 'calls' | 'extends' | 'types' | 'reads';
/**
 * A use of a name. `qualifier` is the text before the last dot (`os.path` in `os.path.join`), or null. It starts with `this` for the
 * instance, is `super` for what the types around inherit, and starts with `around` where a name is looked up in the types and modules
 * around the use, in whatever file their parts are, from the innermost outwards.
 */
export interface Reference {
  readonly name: string;
  readonly qualifier: string | null;
  readonly kind: ReferenceKind;
  readonly line: number;
  /**
   * Dotted scopes around the use (`ns.Class.method`, `''` for none), where the language looks a name up from the innermost scope
   * outwards, in the file and all it includes. `qualifier` is a dotted path then, or text that names nothing.
   */
  readonly scope?: string;
}

/** An import or re-export. `names` maps local → imported; `*` for a star, `default` as the language has it; empty for side effects. */
export interface Import {
  readonly module: string;
  readonly names: readonly { readonly local: string; readonly imported: string }[];
  readonly line: number;
  readonly reExport: boolean;
}

/** What one parse of one file yields. `errorShare` is the share of bytes in ERROR nodes: too high means no evidence from it. */
export interface FileSymbols {
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly imports: readonly Import[];
  /** Line ranges that are tests at syntax level inside a source file. */
  readonly inlineTests: readonly (readonly [number, number])[];
  readonly errorShare: number;
}

/** One capture of a tree-sitter query, positions 0-based rows as tree-sitter has them; text sliced from the source. */
export interface Capture {
  readonly name: string;
  readonly text: string;
  readonly startRow: number;
  readonly endRow: number;
  readonly startIndex: number;
  readonly endIndex: number;
  /** Captures of one match share this number. */
  readonly match: number;
}

/** The tree-sitter part: plain data and one pure fold from captures to symbols. */
export interface Grammar {
  /** The .wasm, as a package specifier: `@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm`. */
  readonly wasm: string;
  /** One query text whose captures `fold` understands. */
  readonly query: string;
  /** What is parsed instead of the source, where the grammar cannot read it as it is: as long, with the same lines. Captures are of the source. */
  prepare?(source: string): string;
  fold(captures: readonly Capture[], source: string, errorShare: number): FileSymbols;
}

/** A test case as its file declares it. Lines 1-based and inclusive; `doc` its docstring or leading comment. */
export interface DeclaredTest {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
  readonly doc: string | null;
}

/** Where a name that a file uses is defined, by import resolution. */
export interface Resolver {
  /** Repository paths that `module`, imported from `fromPath`, may mean, best first; [] when it is outside the repository. */
  resolveModule(module: string, fromPath: string): readonly string[];
  /** Paths whose top-level definitions are visible in `fromPath` without import (a Go package's other files). */
  samePackage(fromPath: string): readonly string[];
}

export interface TestRun {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absolute path of the structured report inside the sandbox; the command's stdout is written there when `stdoutIsReport`. */
  readonly reportPath: string;
  readonly stdoutIsReport: boolean;
  /** Files of ours the run needs, absolute path → content (reporter modules, config). Placed outside the workspace. */
  readonly files: Readonly<Record<string, string>>;
}
export interface TestRequest {
  /** Repository-relative test files to run, sorted. */
  readonly files: readonly string[];
  /** Absolute workspace root inside the sandbox. */
  readonly root: string;
  /** Absolute directory outside the workspace for reports and `TestRun.files`. */
  readonly scratch: string;
  /** `reversed` and `shuffled` where the framework can; else declared order, and the framework says so in `orders`. */
  readonly order: 'declared' | 'reversed' | 'shuffled';
  readonly seed: number;
  readonly timeoutSec: number;
  readonly extraArgs: readonly string[];
}
export interface TestFramework {
  readonly name: string;
  readonly orders: readonly TestRequest['order'][];
  /** True when this framework is the repository's: read from manifests and test files. */
  detect(tree: TreeView): boolean;
  /** True for a file of the tests' side that holds cases and can be handed to `run`; false for fixtures and support files. */
  runs(path: string): boolean;
  /** The command that runs exactly `files` and reports every case. */
  run(request: TestRequest): TestRun;
  /**
   * Reads a report. Ids are `<runner>|<repo-relative file or package>|<suite › name[param]>`, injective: two cases never share one.
   * Throws on a truncated or foreign report: the caller records that there is no execution result.
   */
  parse(report: string, request: TestRequest): readonly TestRecord[];
  /** Classifies a non-pass record, from its message and status. */
  reason(record: TestRecord): FailureReason;
}

/**
 * One programming language, whole. Everything that varies by language is here; a language name appears as a string in no other room.
 */
export interface Language {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly shebangs: readonly string[];
  /** Role globs (picomatch, `dot: true`), tried in this order: generated, vendored, lockfile, manifest, test, source, auxiliary. */
  readonly roles: Readonly<Partial<Record<FileRole, readonly string[]>>>;
  /** Globs of files beside manifests whose text `resolver` reads (descriptions of the build). */
  readonly reads?: readonly string[];
  readonly grammar: Grammar;
  resolver(tree: TreeView): Resolver;
  /** The cases a test file declares (languages/test-cases.ts has the two usual ways: by definition, by call). */
  testCases(text: string, symbols: FileSymbols): readonly DeclaredTest[];
  /** Best first. */
  readonly frameworks: readonly TestFramework[];
  /** The container recipe for a repository, from its tree at base and end. Throws UserError when it cannot serve. */
  recipe(facts: RecipeFacts): Recipe;
}
export interface RecipeFacts {
  readonly base: TreeView;
  readonly end: TreeView;
  readonly framework: TestFramework;
  readonly overrides: RecipeOverrides;
  /** Landing date of the range's end, `2024-12-22`: versions no newer than this where the ecosystem allows. */
  readonly asOf: string;
}
