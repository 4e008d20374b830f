import type { Parser } from '#io/symbols.ts';
import type { Repository } from '#io/repository.ts';
import type { Language } from '#languages/language.ts';
import type { ToldRole } from '#languages/roles.ts';
import type { FileChange, NormalFile } from '#schema/change.ts';
import type { Attributes } from './attributes.ts';
import { generatedMarker } from './markers.ts';
import { textOf } from './text.ts';

export type LineRange = readonly [number, number];
type InlineTests = NormalFile['inlineTests'];

/** A file with its role, and what the counting and marking after it need. Texts are those of source and test files only. */
export interface ReadFile {
  readonly file: NormalFile;
  readonly before: string | null;
  readonly after: string | null;
  /** Inline tests of the old side. */
  readonly inlineBefore: readonly LineRange[];
}

export interface Reading {
  readonly repository: Pick<Repository, 'blob'>;
  readonly parser: Parser;
  readonly roleOf: (path: string) => ToldRole;
  readonly languageOf: (path: string, firstLine: string) => Language | null;
  /** Blobs that the copy lacks: no counts, and still no binaries. */
  readonly missing: ReadonlySet<string>;
}

/**
 * The role of one file of a change. Path rules first (a tree has no other); of what they call source, attributes and generator
 * headers then tell the generated, vendored and binary. No other role is touched: trees are composed by path rules alone.
 */
export async function readFile(change: FileChange, attributes: Attributes, io: Reading): Promise<ReadFile> {
  const told = io.roleOf(change.path);
  const code = told.role === 'source' || told.role === 'test';
  const before = code ? await textOf(io.repository, change.oldOid, change.oldMode) : null;
  const after = code ? await textOf(io.repository, change.newOid, change.newMode) : null;
  const refined = told.role === 'source' ? refine(told, change, attributes, after ?? before, io.missing) : told;
  const firstLine = (after ?? before ?? '').split('\n', 1)[0] ?? '';
  const language = refined.role === 'source' || refined.role === 'test' ? io.languageOf(change.path, firstLine) : null;
  const split = refined.role === 'source' && language !== null;
  const inlineTests = split && after !== null ? await inlineOf(io.parser, language.id, after) : [];
  const inlineBefore = split && before !== null ? await inlineOf(io.parser, language.id, before) : [];
  return {
    file: { ...change, role: refined.role, roleBy: refined.by, language: language?.id ?? null, inlineTests },
    before,
    after,
    inlineBefore,
  };
}

function refine(told: ToldRole, change: FileChange, attributes: Attributes, text: string | null, missing: ReadonlySet<string>): ToldRole {
  if (told.by.startsWith('roles of the source')) return told;
  const said = attributes.of(change.path);
  if (said.vendored === true) return { role: 'vendored', by: '.gitattributes linguist-vendored' };
  if (said.generated === true) return { role: 'generated', by: '.gitattributes linguist-generated' };
  const marker = said.generated === false || text === null ? null : generatedMarker(text);
  if (marker !== null) return { role: 'generated', by: `header: ${marker}` };
  if (said.binary === true) return { role: 'binary', by: '.gitattributes binary' };
  const here = !missing.has(change.oldOid) && !missing.has(change.newOid);
  if (text === null && change.added === null && here) return { role: 'binary', by: 'git counts no lines' };
  return told;
}

async function inlineOf(parser: Parser, language: string, text: string): Promise<InlineTests> {
  const parsed = await parser.symbols(language, text);
  return 'why' in parsed ? [] : parsed.symbols.inlineTests.map(([start, end]): [number, number] => [start, end]);
}
