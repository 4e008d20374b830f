import { afterAll, describe, expect, it } from 'vitest';
import { createParser } from '#io/parser.ts';
import { languages } from '#languages/index.ts';
import type { FileSymbols } from '#languages/language.ts';
import { FIXTURES, type LanguageFixture } from './fixtures.ts';

const parser = createParser({ workers: 1 });
afterAll(() => parser[Symbol.asyncDispose]());

async function read({ language, source }: LanguageFixture): Promise<FileSymbols> {
  const answer = await parser.symbols(language, source);
  if ('why' in answer) throw new Error(answer.why);
  return answer.symbols;
}
const importText = ({ module, names, reExport }: FileSymbols['imports'][number]): string =>
  `${reExport ? '>' : ''}${module}:${names.map(({ local, imported }) => ` ${local}=${imported}`).join('')}`;
const referenceText = ({ kind, qualifier, name }: FileSymbols['references'][number]): string => `${kind} ${qualifier ?? ''} ${name}`;

it('has a fixture for every language', () => {
  expect(FIXTURES.map(({ language }) => language).sort()).toEqual(languages.map(({ id }) => id).sort());
});

describe.each(FIXTURES)('$language', (fixture) => {
  it('reads the source without an error node', async () => {
    expect((await read(fixture)).errorShare).toBe(0);
  });
  it('finds exactly the definitions', async () => {
    const { definitions } = await read(fixture);
    expect(definitions.map((one) => [one.qualified, one.kind, `${one.startLine}-${one.endLine}`, one.exported])).toEqual(
      fixture.definitions,
    );
  });
  it('tells what only declares', async () => {
    const { definitions } = await read(fixture);
    expect(definitions.filter((one) => one.declaration === true).map((one) => one.qualified)).toEqual(fixture.declarations ?? []);
  });
  it('keeps headers as written, and doc comments', async () => {
    const { definitions } = await read(fixture);
    const of = (qualified: string): FileSymbols['definitions'][number] | undefined =>
      definitions.find((one) => one.qualified === qualified);
    for (const [qualified, signature] of Object.entries(fixture.signatures)) expect(of(qualified)?.signature).toBe(signature);
    for (const [qualified, doc] of Object.entries(fixture.docs)) expect(of(qualified)?.doc).toBe(doc);
  });
  it('finds uses, and none of what is local or the language’s own', async () => {
    const found = (await read(fixture)).references.map(referenceText);
    for (const wanted of fixture.references) expect(found).toContain(wanted);
    for (const unwanted of fixture.absent) expect(found).not.toContain(unwanted);
  });
  it('finds exactly the imports and re-exports', async () => {
    expect((await read(fixture)).imports.map(importText)).toEqual(fixture.imports);
  });
  it('finds tests inside the source', async () => {
    expect((await read(fixture)).inlineTests).toEqual(fixture.inlineTests);
  });
  it('tells how much it could not read', async () => {
    const answer = await parser.symbols(fixture.language, `${fixture.source}\n${'<<<<<<< HEAD )}]'.repeat(20)}`);
    expect('symbols' in answer && answer.symbols.errorShare).toBeGreaterThan(0);
  });
  it('gives the same for the same text, as plain data', async () => {
    const other = createParser({ workers: 1 });
    const answer = await other.symbols(fixture.language, fixture.source);
    await other[Symbol.asyncDispose]();
    expect(JSON.stringify(answer)).toBe(JSON.stringify({ symbols: await read(fixture) }));
  });
});
