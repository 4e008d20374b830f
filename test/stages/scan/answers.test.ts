import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemDisk } from '#io/disk.ts';
import { Answers } from '../../../stages/scan/answers.ts';
import { keptParser } from '../../../stages/scan/kept-parser.ts';
import { testDirectory } from '../../kit/git.ts';

const directories: (() => void)[] = [];
afterEach(() => {
  for (const remove of directories.splice(0)) remove();
});
function folder(): string {
  const { path, remove } = testDirectory('answers');
  directories.push(remove);
  return path;
}
const Value = z.object({ n: z.number() });

/** Two segments: each flush makes one. */
async function filled(path: string): Promise<void> {
  await using answers = await Answers.open(systemDisk, path);
  for (const n of [1, 2, 3]) await answers.put(`key ${n}`, { n });
  await answers.flush();
  await answers.put('key 4', { n: 4 });
}
async function read(path: string): Promise<(number | null)[]> {
  await using answers = await Answers.open(systemDisk, path);
  const found: (number | null)[] = [];
  for (const n of [1, 2, 3, 4]) found.push((await answers.get(`key ${n}`, Value))?.n ?? null);
  return found;
}

describe('answers kept from run to run', () => {
  test('are found by the next run, and before they are written', async () => {
    const path = folder();
    await using answers = await Answers.open(systemDisk, path);
    await answers.put('key', { n: 7 });
    expect(await answers.get('key', Value)).toEqual({ n: 7 });
    expect(await answers.get('other', Value)).toBeNull();
    expect(answers.counts).toEqual({ reused: 1, kept: 1 });
    await filled(path);
    expect(await read(path)).toEqual([1, 2, 3, 4]);
  });

  test('a torn line loses its own answers, and the next line is whole', async () => {
    const path = folder();
    await filled(path);
    const list = join(path, 'list.ndjson');
    truncateSync(list, readFileSync(list).length - 10);
    expect(await read(path)).toEqual([1, 2, 3, null]);
    await filled(path);
    expect(await read(path)).toEqual([1, 2, 3, 4]);
  });

  test('a damaged or lost segment is not believed', async () => {
    const path = folder();
    await filled(path);
    const segments = join(path, 'segments');
    const [first = ''] = readdirSync(segments).filter((name) =>
      readFileSync(join(path, 'list.ndjson'), 'utf8').split('\n')[0]?.includes(name.slice(0, 64)),
    );
    const content = readFileSync(join(segments, first));
    content[3] = (content[3] ?? 0) ^ 0xff;
    writeFileSync(join(segments, first), content);
    expect(await read(path)).toEqual([null, null, null, 4]);
  });

  test('an answer of another shape is none', async () => {
    const path = folder();
    await using answers = await Answers.open(systemDisk, path);
    await answers.put('key', { other: 'thing' });
    expect(await answers.get('key', Value)).toBeNull();
    expect(answers.counts.reused).toBe(0);
  });

  test('two writers at once both keep what they have', async () => {
    const path = folder();
    await using a = await Answers.open(systemDisk, path);
    await using b = await Answers.open(systemDisk, path);
    await Promise.all([a.put('key 1', { n: 1 }), b.put('key 2', { n: 2 })]);
    await Promise.all([a.flush(), b.flush()]);
    expect((await read(path)).slice(0, 2)).toEqual([1, 2]);
  });
});

describe('a parser that remembers', () => {
  const symbols = { definitions: [], references: [], imports: [], inlineTests: [], errorShare: 0 };
  /** Counts what it is asked; a text with `bad` cannot be parsed. */
  function counting() {
    const asked: string[] = [];
    const parser = {
      symbols: async (language: string, text: string) => {
        asked.push(`${language} ${text}`);
        return text.includes('bad') ? { why: 'too slow' } : { symbols };
      },
      [Symbol.asyncDispose]: async () => {},
    };
    return { asked, parser };
  }

  test('asks once for each language, content and version of the tools, in every later run too', async () => {
    const path = folder();
    const { asked, parser } = counting();
    for (const tools of ['v1', 'v1', 'v2']) {
      await using answers = await Answers.open(systemDisk, path);
      const kept = keptParser(parser, answers, tools);
      const both = [kept.symbols('a', 'one'), kept.symbols('a', 'one')];
      expect(await Promise.all(both)).toEqual([{ symbols }, { symbols }]);
      for (const language of ['a', 'b']) expect(await kept.symbols(language, 'one')).toEqual({ symbols });
      expect(answers.counts.reused + answers.counts.kept).toBe(2);
    }
    expect(asked).toEqual(['a one', 'b one', 'a one', 'b one']);
  });

  test('asks again for what failed: a slow machine may have been the reason', async () => {
    const { asked, parser } = counting();
    await using answers = await Answers.open(systemDisk, folder());
    const kept = keptParser(parser, answers, 'v');
    expect(await kept.symbols('a', 'bad')).toEqual({ why: 'too slow' });
    expect(await kept.symbols('a', 'bad')).toEqual({ why: 'too slow' });
    expect(asked.length).toBe(2);
  });
});
