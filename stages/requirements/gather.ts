import type { Repository } from '#io/repository.ts';
import type { Parser } from '#io/symbols.ts';
import { languageById, languageOfPath } from '#languages/index.ts';
import type { FileSymbols } from '#languages/language.ts';
import type { Unit } from '#schema/dag.ts';
import type { TestCase, UnitMaterial, UnitText } from './material.ts';

interface Version {
  before: string | null;
  after: string | null;
  added: Set<number>;
}

/** Reads a unit's test and source files at its last step, with the lines it added, and the test cases those lines touch. */
export async function gatherMaterial(
  repository: Repository,
  parser: Parser,
  unit: Unit,
  languages: readonly string[] = [],
): Promise<UnitMaterial> {
  const tests: UnitText[] = [];
  const sources: UnitText[] = [];
  const cases: TestCase[] = [];
  for (const file of unit.files) {
    if (file.role !== 'test' && file.role !== 'source') continue;
    const language = languageOfPath(file.path, '', languages);
    if (language === null) continue;
    const version = await versionOf(repository, unit, file.path, file.oldPath);
    const symbols = version.after === null ? null : await parse(parser, language.id, version.after);
    const text: UnitText = { path: file.path, language: language.id, ...version, definitions: symbols?.definitions ?? [] };
    if (file.role === 'test') {
      tests.push(text);
      if (symbols !== null) cases.push(...casesOf(text, symbols));
    } else {
      sources.push(text);
    }
  }
  return { unit: unit.id, tests, sources, cases };
}

async function parse(parser: Parser, language: string, text: string): Promise<FileSymbols | null> {
  const parsed = await parser.symbols(language, text);
  return 'symbols' in parsed ? parsed.symbols : null;
}

/** Cases that hold a line the unit added, in file order. */
function casesOf(text: UnitText, symbols: FileSymbols): TestCase[] {
  const declared = languageById(text.language).testCases(text.after ?? '', symbols);
  return declared.filter((test) => touches(test, text.added)).map((test) => ({ path: text.path, name: test.name, doc: test.doc }));
}

function touches(test: { readonly line: number; readonly endLine: number }, added: ReadonlySet<number>): boolean {
  for (let line = test.line; line <= test.endLine; line++) if (added.has(line)) return true;
  return false;
}

/**
 * A file at the unit: lines added by any of the unit's steps, carried to the last step's text by content when a later step of
 * another unit moved them.
 */
async function versionOf(repository: Repository, unit: Unit, path: string, oldPath: string | null): Promise<Version> {
  const last = unit.steps.at(-1);
  const first = unit.steps[0];
  if (last === undefined || first === undefined) throw new Error(`${unit.id} has no step`);
  const before =
    (await textAt(repository, first.before, path)) ?? (oldPath === null ? null : await textAt(repository, first.before, oldPath));
  const after = await textAt(repository, last.after, path);
  const added = new Set<number>();
  const pairs = unit.steps.map((step) => [step.before, step.after] as const);
  const lines = after?.split('\n') ?? [];
  let index = 0;
  for await (const files of repository.diffHunks(pairs)) {
    const isLast = ++index === pairs.length;
    for (const hunk of files.filter((file) => file.path === path).flatMap((file) => file.hunks)) {
      if (isLast) for (let line = hunk.newStart; line < hunk.newStart + hunk.newCount; line++) added.add(line);
      else for (const text of hunk.added) if (text.trim() !== '') addWhere(lines, text, added);
    }
  }
  return { before, after, added };
}

function addWhere(lines: readonly string[], text: string, added: Set<number>): void {
  for (const [index, line] of lines.entries()) if (line === text) added.add(index + 1);
}

async function textAt(repository: Repository, tree: string, path: string): Promise<string | null> {
  const entry = (await repository.listTree(tree)).find((candidate) => candidate.path === path);
  if (entry === undefined) return null;
  const content = await repository.blob(entry.oid);
  return content === null || content.includes(0) ? null : content.toString('utf8');
}
